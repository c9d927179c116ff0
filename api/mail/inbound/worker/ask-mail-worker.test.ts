import { describe, expect, it } from "vitest";
import { makeDkimKey, signByHand } from "../../../testing/signed-mail.ts";
import { hostileMails } from "../testing/hostile-mails.ts";
import { mailOf, textPart } from "../testing/mail-source.ts";
import { isSignedInWorker, readInWorker } from "./ask-mail-worker.ts";

describe("the worker for mails", () => {
  it("reads a mail", async () => {
    const reading = await readInWorker({ source: mailOf(textPart("Hello")) }, []);
    expect(reading?.content).toMatchObject({ is: "letter", text: "Hello" });
  });

  it.each(Object.keys(hostileMails))("answers or is terminated: %s", async (name) => {
    const reading = await readInWorker({ source: hostileMails[name]!() }, []);
    if (name.startsWith("5 MB of empty lines")) expect(reading).toBeUndefined();
    else if (name === "a picture") expect(reading?.content).toMatchObject({ text: "Hello" });
  });

  it("finds no proof in a mail that takes the library too long", async () => {
    const mail = `From: ${" ".repeat(60_000)}z\r\nFrom: kim@example.test\r\n\r\nHello\r\n`;
    const signed = await signByHand(mail, { key: makeDkimKey(), domain: "example.test" });
    const source = new TextEncoder().encode(signed.replace("Hello", "Changed"));
    expect(await isSignedInWorker("example.test", source)).toBe(false);
  });
});
