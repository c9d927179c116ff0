import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { InboundMail, Outcome, Receive } from "../inbound-mail.ts";

/** A way in for mail, with what brings mail to it. */
export interface OpenedWay {
  /**
   * Sends a mail as a mail server or a service does: again while it is not taken. Resolves once it is sent, or left in the
   * mailbox.
   */
  send(source: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

export type OpenWay = (receive: Receive) => Promise<OpenedWay>;

const posted: Outcome = { is: "posted" };
const megabyte = 1024 * 1024;

/** A mail that can be told from others by its Message-ID. */
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

/** Notes what is handed over. `answer` says what to do with a mail, by its name and how often it came. */
export function recorder(answer: (name: string, times: number) => Outcome = () => posted) {
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

/** What every way in promises. */
export function describeIncoming(name: string, open: OpenWay): void {
  describe(name, { timeout: 60_000 }, () => {
    it("hands a mail over once, byte for byte", async () => {
      const { mails, names, receive } = recorder();
      const way = await open(receive);
      await way.send(mailNamed("one"));
      await vi.waitFor(() => expect(names).toEqual(["one"]), 20_000);
      expect(new Uint8Array(mails[0]!.source)).toEqual(mailNamed("one"));
      await way.send(mailNamed("two"));
      await vi.waitFor(() => expect(names).toEqual(["one", "two"]), 20_000);
      await way.stop();
      expect(names).toEqual(["one", "two"]);
    });

    it("hands a mail over again until it is taken, and then no more", async () => {
      const { names, receive } = recorder((_, times) => times < 3 ? fails() : posted);
      const way = await open(receive);
      await way.send(mailNamed("again"));
      await vi.waitFor(() => expect(names.length).toBe(3), 20_000);
      await way.send(mailNamed("next"));
      await vi.waitFor(() => expect(names).toContain("next"), 20_000);
      await way.stop();
      expect(names.filter((name) => name === "again").length).toBe(3);
    });

    it("takes a mail that is refused as done", async () => {
      const { names, receive } = recorder(() => ({ is: "refused", reason: "empty" }));
      const way = await open(receive);
      await way.send(mailNamed("refused"));
      await vi.waitFor(() => expect(names).toEqual(["refused"]), 20_000);
      await delay(300);
      await way.stop();
      expect(names).toEqual(["refused"]);
    });

    it("takes two at once", async () => {
      const { names, receive } = recorder();
      const way = await open(receive);
      await Promise.all([way.send(mailNamed("a")), way.send(mailNamed("b"))]);
      await vi.waitFor(() => expect(names.toSorted()).toEqual(["a", "b"]), 20_000);
      await way.stop();
    });

    it("hands over 5 MB, and of a larger mail as much as shows that it is too large", async () => {
      const { mails, names, receive } = recorder();
      const way = await open(receive);
      const large = mailNamed("large", 5 * megabyte - 200);
      await way.send(large);
      await way.send(mailNamed("too-large", 12 * megabyte));
      await vi.waitFor(() => expect(names.toSorted()).toEqual(["large", "too-large"]), 30_000);
      await way.stop();
      const sizes = Object.fromEntries(
        mails.map((mail) => [nameIn(mail), mail.source.length]),
      );
      expect(sizes).toEqual({ large: large.length, "too-large": 5 * megabyte + 1 });
    });

    it("goes on while one mail always fails", async () => {
      const { names, receive } = recorder((name) => name === "bad" ? fails() : posted);
      const way = await open(receive);
      const bad = way.send(mailNamed("bad")).catch(() => undefined);
      await vi.waitFor(() => expect(names).toContain("bad"), 20_000);
      await way.send(mailNamed("good"));
      await vi.waitFor(() => expect(names).toContain("good"), 20_000);
      await way.stop();
      await bad;
    });

    it("stops promptly, and hands nothing over after that", async () => {
      const { names, receive } = recorder();
      const way = await open(receive);
      await way.send(mailNamed("before"));
      await vi.waitFor(() => expect(names).toEqual(["before"]), 20_000);
      const startedAt = performance.now();
      await way.stop();
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await way.send(mailNamed("after")).catch(() => undefined);
      await delay(300);
      expect(names).toEqual(["before"]);
    });
  });
}
