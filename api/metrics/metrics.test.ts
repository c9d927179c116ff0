import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cause } from "../../events/testing/system.ts";
import { MailUnavailable } from "../mail/mail.ts";
import { someone, someProfile, type TestAppOptions } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { TestMail } from "../testing/test-mail.ts";
import { createMetrics, type Figures } from "./metrics.ts";

async function given(options: TestAppOptions = {}, other: Partial<Figures> = {}) {
  const app = await appForTest({
    ...options,
    countRequest: (c, next) => metrics.countRequest(c, next),
  });
  const metrics = createMetrics({ ...app.figures, ...other });
  const text = async () => await (await metrics.app.request("/metrics")).text();
  return {
    app,
    text,
    /** Series by name and labels. */
    async scrape(): Promise<ReadonlyMap<string, number>> {
      const lines = (await text()).split("\n").filter((line) => !/^(#|$)/.test(line));
      return new Map(lines.map((line) => {
        const end = line.lastIndexOf(" ");
        return [line.slice(0, end), Number(line.slice(end))];
      }));
    },
  };
}

const requests = (route: string, method: string, status: number, ok: boolean) =>
  `http_requests_total{method="${method}",route="${route}",status="${status}",ok="${ok}"}`;

describe("GET /metrics", () => {
  it("has the process's resources, without series that can't be read", async () => {
    const { text } = await given();
    expect(await text()).toMatch(/^process_cpu_seconds_total 0\.\d+$/m);
    expect(await text()).toMatch(/^nodejs_heap_size_used_bytes \d{7,}$/m);
    expect(await text()).not.toMatch(/process_resident|process_open_fds|gc_duration/);
  });

  it("counts requests by their route", async () => {
    const { app, scrape } = await given();
    const member = await app.member();
    await member.get(`/api/profile/${member.memberId}`);
    await member.get(`/api/profile/${crypto.randomUUID()}`);
    await member.get("/api/user");
    const series = await scrape();
    expect(series.get(requests("/api/profile/:userId", "GET", 404, false))).toBe(2);
    expect(series.get(requests("/api/user", "GET", 200, true))).toBe(1);
    expect(series.get(requests("/api/register", "POST", 201, true))).toBe(1);
  });

  it("shows how far search lags behind, and that it catches up", async () => {
    const { app, scrape } = await given();
    const { username, email, firstName, lastName } = someone;
    const registration = { username, email, firstName, lastName, role: "alumni" } as const;
    const other = await appForTest({ beside: app });
    await other.members.execute(crypto.randomUUID(), { type: "Register", ...registration }, cause);
    expect((await scrape()).get("alumni_search_behind_events")).toBe(1);
    await app.follow();
    expect((await scrape()).get("alumni_search_behind_events")).toBe(0);
  });

  it("shows queued mails, and for how long", async () => {
    const mail = new TestMail(new MailUnavailable("ESOCKET"));
    const clock = { ms: Date.parse("2026-11-21T12:00:00Z") };
    const now = () => new Date(clock.ms);
    const { app, scrape } = await given({ mailPace: { firstRetryMs: 0 }, mail, now });
    expect((await scrape()).get("alumni_outbox_oldest_seconds")).toBe(0);
    await app.member();
    await app.settled();
    clock.ms += 60_000;
    expect((await scrape()).get("alumni_outbox_waiting_mails")).toBe(1);
    expect((await scrape()).get("alumni_outbox_oldest_seconds")).toBe(60);
    mail.failure = undefined;
    await app.outboxSender.sendDue();
    expect((await scrape()).get("alumni_outbox_waiting_mails")).toBe(0);
  });

  it("counts only failed and refused logins", async () => {
    const { app, scrape } = await given({ limits: { failedLoginsPerAccount: 1 } });
    await app.member();
    const login = { username: "member1", password: "wrong one" };
    for (const status of [401, 429]) {
      expect((await app.browser().post("/api/login", login)).status).toBe(status);
    }
    const right = { username: "member1", password: someone.password };
    expect((await app.browser().post("/api/login", right, { ip: "198.51.100.7" })).status).toBe(
      200,
    );
    expect((await scrape()).get("alumni_failed_logins_total")).toBe(2);
  });

  it("omits a figure that can't be read, and doesn't wait for one that hangs", async () => {
    const { app, scrape } = await given(
      { freeBytes: async () => 1e9 },
      { alumni_outbox_waiting_mails: () => new Promise<number>(() => {}) },
    );
    app.database.close();
    const series = await scrape();
    expect(series.has("alumni_outbox_waiting_mails")).toBe(false);
    expect(series.has("alumni_search_behind_events")).toBe(false);
    expect(series.get("alumni_disk_free_bytes")).toBe(1e9);
  });

  it("has no series or labels from strangers' input", async () => {
    const { app, scrape, text } = await given({ limits: { failedLoginsPerAddress: 5 } });
    const member = await app.member({ username: "planted.name", email: "planted@example.com" });
    await member.post("/api/profile", { ...someProfile, company: "Planted Inc" });
    await app.settled();
    const ask = async (number: number) => {
      const browser = app.browser();
      await browser.get(`/planted-${number}/x`);
      await browser.get(`/api/planted-${number}`);
      await browser.send(`PLANTED${number}`, "/api/user");
      await browser.post("/api/login", { username: `planted${number}`, password: "secret" });
      await member.get(`/api/profile/planted-${number}`);
      await member.get(`/api/directory?search=planted${number}&armyBranches=planted${number}`);
      await browser.get(`/objects/pictures/planted-${number}`);
      await browser.get("/api/user", { headers: { "X-Forwarded-For": `planted${number}` } });
    };
    for (let number = 0; number < 60; number++) await ask(number);
    const between = (await scrape()).size;
    for (let number = 60; number < 120; number++) await ask(number);
    expect((await scrape()).size).toBe(between);
    expect(await text()).not.toMatch(/planted|example\.com|secret|192\.0\.2/i);
    expect(await text()).not.toContain(member.memberId);
  });
});

it("has alarms only for existing series, each with an explanation", async () => {
  const { app, text } = await given();
  await app.browser().get("/healthz");
  const served = new Set([...(await text()).matchAll(/^(\w+)/gm)].map(([name]) => name));
  const { groups: [group] }: {
    groups: { rules: { expr: string; annotations: { summary: string } }[] }[];
  } = parse(await readFile(new URL("alarms.yml", import.meta.url), "utf8"));
  const rules = group?.rules ?? [];
  expect(rules.length).toBeGreaterThan(5);
  const named = rules.flatMap(({ expr }) => expr.match(/\b(alumni|http)_\w+/g) ?? []);
  expect(named.filter((name) => !served.has(name))).toEqual([]);
  expect(rules.filter(({ annotations }) => annotations.summary.length < 10)).toEqual([]);
});
