import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMetrics } from "../../../metrics/metrics.ts";
import { measureReceive } from "../../../metrics/measure.ts";
import { describeIncoming, mailNamed, nameIn, recorder } from "./incoming.contract.ts";
import type { HookSettings } from "./settings.ts";
import { appWithHook, hookSecret, rawHook } from "./testing/hook.ts";
import signed from "./testing/sns-signed-by-openssl.json" with { type: "json" };

describeIncoming("mail over HTTP", async (receive) => {
  const app = await appWithHook(receive);
  let isStopped = false;
  return {
    async send(source) {
      while (!isStopped) {
        const { status } = await app.post(new Uint8Array(source));
        if (status === 200) return;
        await delay(20);
      }
    },
    async stop() {
      isStopped = true;
      await app.close();
    },
  };
});

type Given = Parameters<typeof appWithHook>[1];

async function given(options?: Given) {
  const { receive, mails, names } = recorder();
  const app = await appWithHook(receive, options);
  onTestFinished(() => app.close());
  return { ...app, mails, names };
}

const textOf = ({ source }: { readonly source: Uint8Array }) => new TextDecoder().decode(source);

describe("the path that mail is posted to", () => {
  it("answers a wrong secret as it answers an unknown path", async () => {
    const { post, names } = await given();
    const source = mailNamed("one");
    const unknown = await post(new Uint8Array(source), {}, "/nowhere/at-all");
    for (const path of ["/mail/wrong", `/mail/${hookSecret}x`, "/mail/", `/mail/${hookSecret}/x`]) {
      const answer = await post(new Uint8Array(source), {}, path);
      expect([path, answer.status, await answer.text()])
        .toEqual([path, unknown.status, await unknown.clone().text()]);
    }
    expect(names).toEqual([]);
  });

  it("is in no log, nor is anything of a mail", async () => {
    const { post, logged, told } = await given({ settings: { ...rawHook, provider: "postmark" } });
    await post(new Uint8Array(mailNamed("secret-name")));
    await post(JSON.stringify({ RawEmail: textOf({ source: mailNamed("secret-name") }) }));
    expect(logged.filter(({ event }) => event === "request").map(({ status }) => status))
      .toEqual([400, 200]);
    const lines = JSON.stringify([...logged, ...told]);
    expect(lines).toContain("/mail/:secret");
    expect(lines).not.toMatch(new RegExp(`${hookSecret}|secret-name|example\\.com`));
  });

  it("asks to try again while nothing can be stored, and says what became of a mail", async () => {
    let isDown = true;
    const app = await appWithHook(async () => {
      if (isDown) throw new Error("The database is away: jane@example.com");
      return { is: "refused", reason: "empty" };
    });
    onTestFinished(() => app.close());
    expect((await app.post("x")).status).toBe(503);
    expect(JSON.stringify(app.told)).not.toContain("jane@");
    isDown = false;
    const answer = await app.post("x");
    expect([answer.status, await answer.json()]).toEqual([200, { is: "refused", reason: "empty" }]);
  });

  it("counts what became of mails", async () => {
    const metrics = createMetrics();
    const { receive } = recorder((name) =>
      name === "bad" ? { is: "refused", reason: "closed" } : { is: "posted" }
    );
    const app = await appWithHook(measureReceive(receive, metrics));
    onTestFinished(() => app.close());
    for (const name of ["good", "bad", "bad"]) await app.post(new Uint8Array(mailNamed(name)));
    const text = await metrics.text();
    expect(text).toMatch(/^alumni_mail_received_total\{outcome="posted"\} 1$/m);
    expect(text).toMatch(
      /^alumni_mail_received_total\{outcome="refused",reason="closed"\} 2$/m,
    );
  });

  it("holds few large mails in memory at once", async () => {
    const release = Promise.withResolvers<void>();
    const app = await appWithHook(async () => {
      await release.promise;
      return { is: "posted" };
    });
    onTestFinished(() => app.close());
    const answers = Array.from({ length: 12 }, () => app.post("x"));
    await delay(100);
    release.resolve();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(8);
    expect(statuses.filter((status) => status === 503).length).toBe(4);
  });
});

describe("Postmark", () => {
  const settings: HookSettings = { ...rawHook, provider: "postmark" };

  it("posts the mail in JSON", async () => {
    const { post, mails } = await given({ settings });
    const RawEmail = textOf({ source: mailNamed("one") });
    const json = { RawEmail, OriginalRecipient: "reply+abc@example.com", From: "x" };
    expect((await post(JSON.stringify(json))).status).toBe(200);
    expect(textOf(mails[0]!)).toBe(RawEmail);
    expect(mails[0]!.recipients).toEqual(["reply+abc@example.com"]);
  });

  it.each(["{}", "[", "", '{"RawEmail":1}', "null"])("is told when %s is no mail", async (body) => {
    const { post, names, told } = await given({ settings });
    expect((await post(body)).status).toBe(400);
    expect(names).toEqual([]);
    expect(told).toMatchObject([{ why: expect.stringContaining("Include raw email content") }]);
  });

  it("is told that a mail is too large, and doesn't send it again", async () => {
    const { post, mails } = await given({ settings });
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
    const { post, mails } = await given({ settings, now: () => now });
    expect((await post(bodyOf(fieldsOf()), {}, path)).status).toBe(200);
    expect(mails.map(nameIn)).toEqual(["one"]);
    expect(mails[0]!.recipients).toEqual(["reply+abc@example.com"]);
  });

  it.each<[string, Record<string, string>]>([
    ["no signature", { signature: "" }],
    ["another key's signature", { signature: signatureOf(seconds, "another") }],
    ["another token", { token: "e".repeat(50) }],
    ["an old signature", fieldsOf({}, seconds - 301)],
    ["a signature of later", fieldsOf({}, seconds + 301)],
    ["a time that is none", { timestamp: "NaN" }],
  ])("is refused with %s", async (_, changes) => {
    const { post, names, told } = await given({ settings, now: () => now });
    expect((await post(new URLSearchParams(fieldsOf(changes)), {}, path)).status).toBe(404);
    expect(names).toEqual([]);
    expect(told).toMatchObject([{ level: "warning", why: "Check MAIL_HOOK_SIGNING_KEY" }]);
  });

  it("is told where its route has to lead, when it posts fields without the mail", async () => {
    const { post, told } = await given({ settings, now: () => now });
    const { "body-mime": _, ...fields } = fieldsOf();
    expect((await post(new URLSearchParams(fields))).status).toBe(400);
    expect(told).toMatchObject([{ why: expect.stringContaining("/mime") }]);
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
    const { post, mails } = await given({ settings, fetch: fetched(asked) });
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
    const { post, names } = await given({ settings, fetch: fetched(asked) });
    const { status } = await post(JSON.stringify({ ...signed.version2, ...changes }));
    expect(status).toBe(404);
    expect(names).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("https://sns.us-east-1.amazonaws.com/")))
      .toEqual([]);
  });

  it("is asked for the topic's messages once they are offered, and nobody else is", async () => {
    const asked: string[] = [];
    const { post, names } = await given({ settings, fetch: fetched(asked) });
    expect((await post(JSON.stringify(signed.confirmation))).status).toBe(200);
    expect(asked.at(-1)).toBe(signed.confirmation.SubscribeURL);
    asked.length = 0;
    expect((await post(JSON.stringify(signed.confirmationElsewhere))).status).toBe(503);
    expect(asked).toEqual([]);
    expect(names).toEqual([]);
  });

  it("tries again when the certificate can't be read", async () => {
    const { post } = await given({ settings, fetch: fetched([], 500) });
    expect((await post(JSON.stringify(signed.version1))).status).toBe(503);
  });

  it("says in the log that a mail in S3 alone can't be read", async () => {
    const { post, names, told } = await given({ settings, fetch: fetched([]) });
    expect((await post(JSON.stringify(signed.onlyInS3))).status).toBe(200);
    expect(names).toEqual([]);
    expect(told).toMatchObject([{ why: expect.stringContaining("not to S3 alone") }]);
  });
});
