import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeTransport, mailNamed } from "./transport.contract.ts";
import { appWithHook, hookForTest, hookSecret, textOf } from "./testing/hook.ts";

describeTransport("mail over HTTP", async (receive) => {
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

describe("the path that mail is posted to", () => {
  it("answers a wrong secret like an unknown path", async () => {
    const { post, names } = await hookForTest();
    const source = mailNamed("one");
    const unknown = await post(new Uint8Array(source), {}, "/nowhere/at-all");
    for (const path of ["/mail/wrong", `/mail/${hookSecret}x`, "/mail/", `/mail/${hookSecret}/x`]) {
      const answer = await post(new Uint8Array(source), {}, path);
      expect([path, answer.status, await answer.text()])
        .toEqual([path, unknown.status, await unknown.clone().text()]);
    }
    expect(names).toEqual([]);
  });

  it("is never logged, nor is anything of a mail", async () => {
    const { post, logged, hookLog } = await hookForTest();
    const json = { "Content-Type": "application/json" };
    await post(JSON.stringify({ text: textOf({ source: mailNamed("secret-name") }) }), json);
    await post(new Uint8Array(mailNamed("secret-name")));
    expect(logged.filter(({ event }) => event === "request").map(({ status }) => status))
      .toEqual([400, 200]);
    const lines = JSON.stringify([...logged, ...hookLog]);
    expect(lines).toContain("/mail/:secret");
    expect(lines).not.toMatch(new RegExp(`${hookSecret}|secret-name|example\\.com`));
  });

  it("asks to retry while nothing can be stored, and reports the outcome of a mail", async () => {
    let isDown = true;
    const app = await appWithHook(async () => {
      if (isDown) throw new Error("The database is away: jane@example.com");
      return { is: "refused", reason: "empty" };
    });
    onTestFinished(() => app.close());
    expect((await app.post("x")).status).toBe(503);
    expect(JSON.stringify(app.hookLog)).not.toContain("jane@");
    isDown = false;
    const answer = await app.post("x");
    expect([answer.status, await answer.json()]).toEqual([200, { is: "refused", reason: "empty" }]);
  });

  it.each([
    ["Mailgun's", "body-mime", new FormData(), `/mail/${hookSecret}/mime`],
    ["Mailgun's without files", "body-mime", new URLSearchParams(), `/mail/${hookSecret}/mime`],
    ["SendGrid's", "email", new FormData(), `/mail/${hookSecret}`],
  ])("reads a whole mail from a form field: %s", async (_, field, form, path) => {
    const { post, mails } = await hookForTest();
    form.set("recipient", "reply@example.com");
    form.set(field, textOf({ source: mailNamed("one") }));
    expect((await post(form, {}, path)).status).toBe(200);
    form.set(field, "x".repeat(7 * 1024 * 1024));
    expect((await post(form, {}, path)).status).toBe(200);
    expect(mails.map(({ source }) => source.length))
      .toEqual([mailNamed("one").length, 5 * 1024 * 1024 + 1]);
    expect(textOf(mails[0]!)).toBe(textOf({ source: mailNamed("one") }));
  });

  it("refuses other forms, and logs what to do", async () => {
    const { post, hookLog, names } = await hookForTest();
    expect((await post(new URLSearchParams({ text: "Hello" }))).status).toBe(400);
    expect((await post("[]", { "Content-Type": "multipart/form-data" })).status).toBe(400);
    expect(JSON.stringify(hookLog)).toContain("Have the whole email posted");
    expect(names).toEqual([]);
  });

  it("limits large mails in memory at once", async () => {
    const release = Promise.withResolvers<void>();
    const app = await appWithHook(async () => {
      await release.promise;
      return { is: "posted" };
    });
    onTestFinished(() => app.close());
    let answered = 0;
    const answers = Array.from(
      { length: 12 },
      () => app.post("x").finally(() => answered++),
    );
    await expect.poll(() => answered).toBe(4);
    release.resolve();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(8);
    expect(statuses.filter((status) => status === 503).length).toBe(4);
  });
});
