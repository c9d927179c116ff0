import { describe, expect, it } from "vitest";
import { readLargeForm } from "./large-form.ts";

const large = "x".repeat(1_100_000);
const type = "multipart/form-data; boundary=between";
const part = (disposition: string, text: string) =>
  `--between\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
const file = (name: string, text = large) =>
  part(`name="file"; filename="${name}"\r\nContent-Type: text/csv`, text);
const end = "--between--\r\n";
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

const entries = (form: FormData) =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.text()]
    ),
  );

describe("a large form", () => {
  it.each([
    ["a name in another script", file("Müller – Übersicht.xlsx")],
    ["fields around it", part('name="does"', "import") + file("l.csv") + part('name="b"', "é 🎖️")],
    ["fields of one name", part('name="a"', "1") + part('name="a"', "2") + file("l.csv")],
    ["a field named like a prototype", part('name="__proto__"', "1") + file("l.csv")],
    ["lines that are nearly boundaries", file("l.csv", "\r\n--betwee\r\n--".repeat(90_000))],
    ["nothing in it", file("", "") + file("l.csv")],
    ["text before the first part", `${large}\r\n${part('name="a"', "1")}`],
  ])("is read as the platform reads it: %s", async (_, parts) => {
    const body = bytes(parts + end);
    const platform = await new Response(body, { headers: { "Content-Type": type } }).formData();
    // Files may come after the other fields.
    expect((await entries(await readLargeForm(body, type))).toSorted())
      .toEqual((await entries(platform)).toSorted());
  });

  it.each([
    ["without an end", file("l.csv")],
    ["cut within its file", file("l.csv").slice(0, 1_000_000)],
    ["cut within a header", `--between\r\nContent-Disposition: ${large}`],
    ["without a boundary", large],
    ["with a field of more than a megabyte", part('name="a"', large) + end],
  ])("is refused, and never waited for: %s", async (_, text) => {
    await expect(readLargeForm(bytes(text), type)).rejects.toThrow();
  });
});
