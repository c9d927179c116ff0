import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMail } from "./hook-providers.ts";
import { mailNamed, nameIn } from "./incoming.contract.ts";
import type { HookSettings } from "./settings.ts";
import { Sns } from "./sns.ts";
import { hookForTest, hookSecret, rawHook, textOf } from "./testing/hook.ts";
import signed from "./testing/sns-signed-by-openssl.json" with { type: "json" };

describe.each(["postmark", "mailgun", "ses"] as const)("what looks like %s", (provider) => {
  const settings: HookSettings = { ...rawHook, provider, signingKey: "key", topic: signed.topic };
  const sns = new Sns(() => Promise.reject(new Error("Not asked")));

  async function expectRefused(body: string, contentType: string) {
    const posted = { body: new TextEncoder().encode(body), contentType };
    const { is } = await findMail(settings, posted, new Date(), sns);
    expect(is).toMatch(/^(unsigned|unusable)$/);
  }

  it("is never a mail when it isn't from there, and never an error", async () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.record({ RawEmail: fc.jsonValue(), Type: fc.constant("Notification") })
        .filter(({ RawEmail }) => typeof RawEmail !== "string").map((value) =>
          JSON.stringify(value)
        ),
      fc.webQueryParameters(),
    );
    const type = fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "nonsense",
    );
    await fc.assert(fc.asyncProperty(text, type, expectRefused));
  });

  it("takes little time to refuse", async () => {
    const bytes = 7_500_000;
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const bodies = [
      ["[".repeat(bytes), "application/json"],
      ['{"a":'.repeat(bytes / 5), "application/json"],
      [part.repeat(bytes / part.length), "multipart/form-data; boundary=x"],
      ["-".repeat(bytes), "multipart/form-data; boundary=-"],
      ["a=b&".repeat(bytes / 4), "application/x-www-form-urlencoded"],
    ] as const;
    for (const [body, contentType] of bodies) {
      const startedAt = performance.now();
      await expectRefused(body, contentType);
      // A second on an idle machine; seconds for each megabyte if it were not linear.
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
  });
});

describe("Postmark", () => {
  const settings: HookSettings = { ...rawHook, provider: "postmark" };

  it("posts the mail in JSON", async () => {
    const { post, mails } = await hookForTest({ settings });
    const RawEmail = textOf({ source: mailNamed("one") });
    const json = { RawEmail, OriginalRecipient: "reply+abc@example.com", From: "x" };
    expect((await post(JSON.stringify(json))).status).toBe(200);
    expect(textOf(mails[0]!)).toBe(RawEmail);
    expect(mails[0]!.recipients).toEqual(["reply+abc@example.com"]);
  });

  it.each(["{}", "[", "", '{"RawEmail":1}', "null"])("is told when %s is no mail", async (body) => {
    const { post, names, hookLog } = await hookForTest({ settings });
    expect((await post(body)).status).toBe(400);
    expect(names).toEqual([]);
    expect(hookLog).toMatchObject([{ why: expect.stringContaining("Include raw email content") }]);
  });

  it("is told that a mail is too large, and doesn't send it again", async () => {
    const { post, mails } = await hookForTest({ settings });
    const RawEmail = textOf({ source: mailNamed("large", 9_000_000) });
    expect((await post(JSON.stringify({ RawEmail }))).status).toBe(200);
    expect(mails.map(({ source }) => source.length)).toEqual([5 * 1024 * 1024 + 1]);
  });
});

describe("Mailgun", () => {
  const settings: HookSettings = { ...rawHook, provider: "mailgun", signingKey: "key-of-ours" };
  const now = new Date("2026-11-26T12:00:00Z");
  const seconds = now.getTime() / 1000;
  const path = `/mail/${hookSecret}/mime`;
  const token = "f".repeat(50);
  const signatureOf = (timestamp: number, key = "key-of-ours") =>
    createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex");
  const fieldsOf = (changes: Record<string, string> = {}, timestamp = seconds) => ({
    recipient: "reply+abc@example.com",
    timestamp: String(timestamp),
    token,
    signature: signatureOf(timestamp),
    "body-mime": textOf({ source: mailNamed("one") }),
    ...changes,
  });

  it.each([
    ["a form", (fields: Record<string, string>) => new URLSearchParams(fields)],
    ["a form with files", (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return form;
    }],
  ])("posts the mail in %s", async (_, bodyOf) => {
    const { post, mails } = await hookForTest({ settings, now: () => now });
    expect((await post(bodyOf(fieldsOf()), {}, path)).status).toBe(200);
    expect(mails.map(nameIn)).toEqual(["one"]);
    expect(mails[0]!.recipients).toEqual(["reply+abc@example.com"]);
  });

  it.each<[string, Record<string, string>]>([
    ["no signature", { signature: "" }],
    ["another key's signature", { signature: signatureOf(seconds, "another") }],
    ["another token", { token: "e".repeat(50) }],
    ["an old signature", fieldsOf({}, seconds - 43_201)],
    ["a signature of later", fieldsOf({}, seconds + 43_201)],
    ["a time that is none", { timestamp: "NaN" }],
  ])("is refused with %s", async (_, changes) => {
    const { post, names, hookLog } = await hookForTest({ settings, now: () => now });
    expect((await post(new URLSearchParams(fieldsOf(changes)), {}, path)).status).toBe(404);
    expect(names).toEqual([]);
    expect(hookLog).toMatchObject([{ level: "warning", why: "Check MAIL_HOOK_SIGNING_KEY" }]);
  });

  it("is told where its route has to lead, when it posts fields without the mail", async () => {
    const { post, hookLog } = await hookForTest({ settings, now: () => now });
    const { "body-mime": _, ...fields } = fieldsOf();
    expect((await post(new URLSearchParams(fields))).status).toBe(400);
    expect(hookLog).toMatchObject([{ why: expect.stringContaining("/mime") }]);
  });
});

// Amazon's published examples have made-up signatures. These were signed by OpenSSL, over texts written by hand.
describe("Amazon SES", () => {
  const settings: HookSettings = { ...rawHook, provider: "ses", topic: signed.topic };
  const fetched = (asked: string[], status = 200): typeof fetch => async (input) => {
    asked.push(String(input));
    return new Response(String(input).endsWith(".pem") ? signed.certificate : "<ok/>", { status });
  };

  it.each([
    ["version 1, base64", signed.version1],
    ["version 2, plain, without a subject", signed.version2],
  ])("posts the mail with a signature of %s", async (_, message) => {
    const asked: string[] = [];
    const { post, mails } = await hookForTest({ settings, fetch: fetched(asked) });
    expect((await post(JSON.stringify(message))).status).toBe(200);
    expect((await post(JSON.stringify(message))).status).toBe(200);
    expect(textOf(mails[0]!)).toBe(signed.mail);
    expect(mails[0]!.recipients).toEqual(["reply+abc@example.com"]);
    expect(asked).toEqual([message.SigningCertURL]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["another text", { Message: "{}" }],
    ["a subject that was added", { Subject: "Hello" }],
    ["the other version", { SignatureVersion: "1" }],
    ["another topic", { TopicArn: `${signed.topic}2` }],
    ["no signature", { Signature: "" }],
    ["a certificate of elsewhere", {
      SigningCertURL: "https://sns.us-east-1.amazonaws.com.example.com/a.pem",
    }],
    ["a certificate of another service", { SigningCertURL: "https://s3.amazonaws.com/sns/a.pem" }],
    ["a certificate without TLS", { SigningCertURL: "http://sns.us-east-1.amazonaws.com/a.pem" }],
    ["a certificate of a person", {
      SigningCertURL: "https://sns.us-east-1.amazonaws.com@example.com/a.pem",
    }],
  ])("is refused with %s", async (_, changes) => {
    const asked: string[] = [];
    const { post, names } = await hookForTest({ settings, fetch: fetched(asked) });
    const { status } = await post(JSON.stringify({ ...signed.version2, ...changes }));
    expect(status).toBe(404);
    expect(names).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("https://sns.us-east-1.amazonaws.com/")))
      .toEqual([]);
  });

  it("is refused with a topic that is another's, though Amazon signed it", async () => {
    const other = { ...settings, topic: `${signed.topic}-of-ours` };
    const { post, names } = await hookForTest({ settings: other, fetch: fetched([]) });
    for (const message of [signed.version2, signed.confirmation]) {
      expect((await post(JSON.stringify(message))).status).toBe(404);
    }
    expect(names).toEqual([]);
  });

  it("is asked for the topic's messages once they are offered, and no one else is", async () => {
    const asked: string[] = [];
    const { post, names } = await hookForTest({ settings, fetch: fetched(asked) });
    expect((await post(JSON.stringify(signed.confirmation))).status).toBe(200);
    expect(asked.at(-1)).toBe(signed.confirmation.SubscribeURL);
    asked.length = 0;
    expect((await post(JSON.stringify(signed.confirmationElsewhere))).status).toBe(503);
    expect(asked).toEqual([]);
    expect(names).toEqual([]);
  });

  it("tries again when the certificate can't be read", async () => {
    const { post } = await hookForTest({ settings, fetch: fetched([], 500) });
    expect((await post(JSON.stringify(signed.version1))).status).toBe(503);
  });

  it("says in the log that a mail in S3 alone can't be read", async () => {
    const { post, names, hookLog } = await hookForTest({ settings, fetch: fetched([]) });
    expect((await post(JSON.stringify(signed.onlyInS3))).status).toBe(200);
    expect(names).toEqual([]);
    expect(hookLog).toMatchObject([{ why: expect.stringContaining("not to S3 alone") }]);
  });
});
