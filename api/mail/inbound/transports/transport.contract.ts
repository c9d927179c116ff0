import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { InboundMail, Outcome, Receive } from "../inbound-mail.ts";

/** A running transport, and a sender for it. */
export interface TestTransport {
  /**
   * Sends a mail as a mail server or service does, and retries until it is taken. Resolves once it is sent, or put into
   * the mailbox.
   */
  send(source: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

export type OpenTransport = (receive: Receive) => Promise<TestTransport>;

const posted: Outcome = { is: "posted" };
const megabyte = 1024 * 1024;

/** A mail with this name in its Message-ID. */
export function mailNamed(name: string, bytes = 0): Uint8Array {
  const head =
    `From: Jane <jane@example.com>\r\nTo: reply@example.com\r\nSubject: Re: Branching\r\n` +
    `Message-ID: <${name}@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`;
  const text = new TextEncoder().encode(`${head}Café at noon?\r\n`);
  if (bytes <= text.length) return text;
  const large = new Uint8Array(bytes).fill("x".charCodeAt(0));
  for (let at = 76; at < bytes; at += 78) large.set([13, 10], at);
  large.set(text);
  return large;
}

export function nameIn({ source }: InboundMail): string | undefined {
  return /^Message-ID: <(.*)@example\.com>/m
    .exec(new TextDecoder().decode(source.subarray(0, 2000)))?.[1];
}

/** A receiver that collects mails. `answer` returns the outcome for a mail, by its name and how often it came. */
export function receiveSpy(answer: (name: string, times: number) => Outcome = () => posted) {
  const names: string[] = [];
  const mails: InboundMail[] = [];
  const receive: Receive = async (mail) => {
    const name = nameIn(mail) ?? "";
    names.push(name);
    mails.push(mail);
    return answer(name, names.filter((other) => other === name).length);
  };
  return { names, mails, receive };
}

const fails = (): never => {
  throw new Error("Nothing was stored");
};

/** Tests that every transport passes. */
export function describeTransport(name: string, open: OpenTransport): void {
  describe(name, () => {
    it("delivers a mail once, byte for byte", async () => {
      const { mails, names, receive } = receiveSpy();
      const transport = await open(receive);
      await transport.send(mailNamed("one"));
      await expect.poll(() => names).toEqual(["one"]);
      expect(new Uint8Array(mails[0]!.source)).toEqual(mailNamed("one"));
      await transport.send(mailNamed("two"));
      await expect.poll(() => names).toEqual(["one", "two"]);
      await transport.stop();
      expect(names).toEqual(["one", "two"]);
    });

    it("delivers a mail again until it is taken", async () => {
      const { names, receive } = receiveSpy((_, times) => times < 3 ? fails() : posted);
      const transport = await open(receive);
      await transport.send(mailNamed("again"));
      await expect.poll(() => names.length).toBe(3);
      await transport.send(mailNamed("next"));
      await expect.poll(() => names).toContain("next");
      await transport.stop();
      expect(names.filter((name) => name === "again").length).toBe(3);
    });

    it("doesn't deliver a refused mail again", async () => {
      const { names, receive } = receiveSpy(() => ({ is: "refused", reason: "empty" }));
      const transport = await open(receive);
      await transport.send(mailNamed("refused"));
      await expect.poll(() => names).toEqual(["refused"]);
      await delay(300);
      await transport.stop();
      expect(names).toEqual(["refused"]);
    });

    it("delivers two mails at once", async () => {
      const { names, receive } = receiveSpy();
      const transport = await open(receive);
      await Promise.all([transport.send(mailNamed("a")), transport.send(mailNamed("b"))]);
      await expect.poll(() => names.toSorted()).toEqual(["a", "b"]);
      await transport.stop();
    });

    it("delivers 5 MB, and enough of a larger mail to show that it is too large", async () => {
      const { mails, names, receive } = receiveSpy();
      const transport = await open(receive);
      const large = mailNamed("large", 5 * megabyte - 200);
      await transport.send(large);
      await transport.send(mailNamed("too-large", 12 * megabyte));
      await expect.poll(() => names.toSorted()).toEqual(["large", "too-large"]);
      await transport.stop();
      const sizes = Object.fromEntries(
        mails.map((mail) => [nameIn(mail), mail.source.length]),
      );
      expect(sizes).toEqual({ large: large.length, "too-large": 5 * megabyte + 1 });
    });

    it("delivers other mails while one always fails", async () => {
      const { names, receive } = receiveSpy((name) => name === "bad" ? fails() : posted);
      const transport = await open(receive);
      const bad = transport.send(mailNamed("bad")).catch(() => undefined);
      await expect.poll(() => names).toContain("bad");
      await transport.send(mailNamed("good"));
      await expect.poll(() => names).toContain("good");
      await transport.stop();
      await bad;
    });

    it("stops promptly, and delivers nothing afterwards", async () => {
      const { names, receive } = receiveSpy();
      const transport = await open(receive);
      await transport.send(mailNamed("before"));
      await expect.poll(() => names).toEqual(["before"]);
      const startedAt = performance.now();
      await transport.stop();
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await transport.send(mailNamed("after")).catch(() => undefined);
      await delay(300);
      expect(names).toEqual(["before"]);
    });
  });
}
