import process from "node:process";
import { describe, expect, it } from "vitest";
import { MailUnavailable } from "../mail/mail.ts";
import { TestMail } from "../testing/test-mail.ts";
import { someone, someProfile, type TestApp } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { version } from "../config/version.ts";
import { createMetrics, createMetricsApp } from "./metrics.ts";
import { serviceReadings } from "./readings.ts";

const textOf = async ({ metrics }: TestApp) =>
  await (await createMetricsApp(metrics).request("/metrics")).text();

/** Series by name and labels, such as `alumni_mails_total{outcome="sent"}`. */
async function scrape(app: TestApp): Promise<ReadonlyMap<string, number>> {
  const lines = (await textOf(app)).split("\n").filter((line) => !/^(#|$)/.test(line));
  return new Map(lines.map((line) => {
    const end = line.lastIndexOf(" ");
    return [line.slice(0, end), Number(line.slice(end))];
  }));
}

const requestsOf = (route: string, method: string, status: string) =>
  `alumni_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;

describe("GET /metrics", () => {
  it("has the version, and the process metrics under their usual names", async () => {
    const metrics = createMetrics();
    metrics.addReadings(serviceReadings("/nowhere"));
    const text = await metrics.text();
    expect(text).toContain(`alumni_build_info{version="${version}"} 1\n`);
    expect(text).toContain("# TYPE process_cpu_seconds_total counter\n");
    expect(text).toContain("# TYPE process_resident_memory_bytes gauge\n");
    const cpuSeconds = async () =>
      Number(/^process_cpu_seconds_total (.*)$/m.exec(await metrics.text())?.[1]);
    const before = await cpuSeconds();
    expect(before).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage();
    expect(before).toBeLessThanOrEqual((user + system) / 1e6);
    const startedAt = Number(/^process_start_time_seconds (.*)$/m.exec(text)?.[1]) * 1000;
    expect(startedAt).toBeLessThan(Date.now());
  });

  it("counts requests by route, searches by kind, appends, and what can be found", async () => {
    const app = await appForTest();
    const member = await app.member();
    await member.get(`/api/profile/${member.memberId}`);
    await member.get(`/api/profile/${crypto.randomUUID()}`);
    await member.get("/api/user");
    await member.post("/api/profile", someProfile);
    // A list of one role: others count each role, too.
    for (const query of ["", "&search=jane", "&armyBranches=Armor"]) {
      await member.get(`/api/directory?role=alumni${query}`);
    }
    // Both look for the name before either has it.
    const twice = ["one", "two"].map((username) =>
      app.browser().post("/api/register", { ...someone, username })
    );
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const series = await scrape(app);
    expect(series.get(requestsOf("/api/profile/:userId", "GET", "4xx"))).toBe(2);
    expect(series.get(requestsOf("/api/user", "GET", "2xx"))).toBe(1);
    expect(series.get(requestsOf("/api/register", "POST", "2xx"))).toBe(2);
    for (const kind of ["everything", "text", "filtered"]) {
      const labels = `{engine="embedded",kind="${kind}",outcome="answered"}`;
      expect(series.get(`alumni_search_duration_seconds_count${labels}`)).toBe(1);
    }
    expect(series.get("alumni_index_profiles")).toBe(1);
    const appends = (outcome: string) =>
      series.get(`alumni_append_duration_seconds_count{outcome="${outcome}"}`);
    expect(appends("recorded")).toBe(3);
    expect(appends("name-taken")).toBe(1);
  });

  it("counts changes that were decided again", async () => {
    const app = await appForTest();
    const member = await app.member();
    const { id } = await (await member.get("/api/user")).json();
    const cause = { actorId: "test", correlationId: "test", causationId: "test" };
    // Requests of one member run one at a time; work about several does not.
    await Promise.all(["Ann", "Bea", "Cleo"].map((firstName) => {
      const commands = [{ type: "ChangeAccountDetails", firstName }] as const;
      return app.members.executeAll([{ memberId: id, commands }], cause);
    }));
    const conflicts = 'alumni_append_duration_seconds_count{outcome="conflict"}';
    expect((await scrape(app)).get(conflicts)).toBeGreaterThan(0);
  });

  it("shows how far the read tables and the index are behind, and that they catch up", async () => {
    const app = await appForTest({ now: () => new Date("2026-11-21T12:00:30Z") });
    const cause = { actorId: "test", correlationId: "test", causationId: "test" };
    await app.members.execute(crypto.randomUUID(), {
      type: "Register",
      username: "jdoe",
      email: "jdoe@example.com",
      firstName: "Jane",
      lastName: "Doe",
      role: "alumni",
    }, cause);
    const before = await scrape(app);
    expect(before.get("alumni_projection_lag_events")).toBe(1);
    expect(before.get("alumni_index_lag_events")).toBe(1);
    await app.follow();
    const after = await scrape(app);
    expect(after.get("alumni_projection_lag_events")).toBe(0);
    expect(after.get("alumni_projection_lag_seconds")).toBe(0);
    expect(after.get('alumni_index_position{engine="embedded"}')).toBe(1);
  });

  it("shows mails that wait, and counts those that were sent or failed", async () => {
    const mail = new TestMail(new MailUnavailable("ESOCKET"));
    const app = await appForTest({ mailPace: { firstRetryMs: 0 }, mail });
    await app.member();
    await app.settled();
    const before = await scrape(app);
    expect(before.get("alumni_outbox_waiting_mails")).toBe(1);
    expect(before.get("alumni_outbox_failed_mails")).toBe(1);
    expect(before.get("alumni_outbox_oldest_seconds")).toBeGreaterThanOrEqual(0);
    expect(before.get('alumni_mails_total{outcome="postponed"}')).toBeGreaterThan(0);
    mail.failure = undefined;
    await app.outboxSender.sendDue();
    const after = await scrape(app);
    expect(after.get("alumni_outbox_waiting_mails")).toBe(0);
    expect(after.get('alumni_mails_total{outcome="sent"}')).toBe(1);
  });

  it("counts what rate limits refused", async () => {
    const app = await appForTest({ limits: { failedLoginsPerAccount: 1 } });
    await app.member();
    const login = { username: "member1", password: "wrong one" };
    for (const status of [401, 429]) {
      expect((await app.browser().post("/api/login", login)).status).toBe(status);
    }
    const name = 'alumni_rate_limit_refusals_total{limit="failedLoginsPerAccount"}';
    expect((await scrape(app)).get(name)).toBe(1);
  });

  it("leaves out values that can't be read", async () => {
    const app = await appForTest();
    app.databases.events.close();
    const series = await scrape(app);
    expect(series.has("alumni_projection_lag_events")).toBe(false);
    expect(series.has("alumni_index_profiles")).toBe(true);
  });

  it("does not wait for what hangs", async () => {
    const metrics = createMetrics();
    metrics.addReadings([
      { name: "hanging", help: "Never there", read: () => new Promise<number>(() => {}) },
      { name: "answering", help: "Always there", read: () => 1 },
    ]);
    const text = await metrics.text();
    expect(text).toContain("\nanswering 1");
    expect(text).not.toContain("\nhanging ");
  });

  it("has no series for what strangers send, and nothing that they wrote", async () => {
    const app = await appForTest({ limits: { failedLoginsPerAddress: 5 } });
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
    await ask(0);
    const names = [...(await scrape(app)).keys()];
    for (let number = 1; number < 60; number++) await ask(number);
    // A further answer, such as a refusal, may add its series once.
    expect((await scrape(app)).size).toBeLessThan(names.length + 100);
    const between = (await scrape(app)).size;
    for (let number = 60; number < 120; number++) await ask(number);
    expect((await scrape(app)).size).toBe(between);
    const text = await textOf(app);
    expect(text).not.toMatch(/planted|example\.com|secret|192\.0\.2/i);
    expect(text).not.toContain(member.memberId);
  });
});
