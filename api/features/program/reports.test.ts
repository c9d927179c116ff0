import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import type { ProgramReport, ReportsQuery } from "../../contract/program.ts";
import { connectedApp, type Person } from "../../testing/connected.ts";

const minuteMs = 60_000;

/** Staff, a mentor whose messages can be reported, and cadets who can do so. */
async function given() {
  const site = await connectedApp({ limits: { changesPerMember: 10_000 } });
  const { app, clock, person, ask } = site;
  clock.ms = Date.parse("2026-11-02T12:05:00.000Z");
  const stan = await person("Stan", "alumni");
  const cadre = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
  await app.members.execute(stan.memberId, cadre, cause);

  /** Creates a request to a new mentor, with a question that the asker can report. */
  async function conversation(asker: Person, name: string) {
    const mentor = await person(name, "alumni");
    const id = await ask(asker, mentor);
    const write = await mentor.write(id, `From ${name}`);
    return { id, messageId: (await write.json()).id as string, mentor };
  }
  async function report(who: Person, about: { readonly id: string; readonly messageId: string }) {
    const { id, messageId } = about;
    const answer = await who.report(id, { messageId, reason: "spam" });
    return {
      status: answer.status,
      message: answer.status === 204 ? "" : (await answer.json()).message,
    };
  }
  const listed = async (query: Partial<ReportsQuery> = {}): Promise<readonly ProgramReport[]> =>
    (await app.product.reports.page(stan.memberId, { page: 1, ...query })).reports;
  /** Files reports by that many accounts, each about another conversation. */
  async function flood(reports: number) {
    const eventIds: string[] = [];
    for (let at = 0; at < reports; at++) {
      const reporter = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
      eventIds.push(reporter);
      await app.database.write([{
        sql:
          `INSERT INTO reports (report_id, reporter_id, reported_id, connection_id, reason, position, at_ms)
          VALUES (?, ?, NULL, NULL, 'spam', ?, ?)`,
        args: [reporter, reporter, 1_000_000 + at, clock.ms + at],
      }]);
    }
    return eventIds;
  }
  await site.mailed();
  return { ...site, stan, conversation, report, listed, flood };
}

describe("reporting", () => {
  it("is possible once per conversation while the report is open", async () => {
    const { person, stan, conversation, report, listed } = await given();
    const cleo = await person("Cleo");
    const { id, messageId, mentor } = await conversation(cleo, "Mona");
    const another = await mentor.write(id, "Buy my boots");
    const about = { id, messageId: (await another.json()).id as string };
    expect((await report(cleo, { id, messageId })).status).toBe(204);
    // Reporting the same message again changes nothing.
    expect((await report(cleo, { id, messageId })).status).toBe(204);
    expect(await report(cleo, about)).toEqual({
      status: 409,
      message: "You've already reported this conversation. Staff will look at it.",
    });
    const [first] = await listed();
    await stan.does(({ reports }, me, origin) =>
      reports.handle(me, first!.id, { action: "nothing" }, origin)
    );
    expect((await report(cleo, about)).status).toBe(204);
  });

  it("stores one report when it is sent twice at once", async () => {
    const { person, conversation, report, listed } = await given();
    const cleo = await person("Cleo");
    const about = await conversation(cleo, "Mona");
    const answers = await Promise.all([report(cleo, about), report(cleo, about)]);
    // The second request finds the first report, or is decided after it.
    expect(answers.filter(({ status }) => status !== 204 && status !== 409)).toEqual([]);
    expect(await listed()).toHaveLength(1);
  });

  it("is limited to ten a day per member, by the log", async () => {
    const { app, clock, person, conversation, report, flood } = await given();
    const cleo = await person("Cleo");
    const about = await conversation(cleo, "Mona");
    await flood(10);
    await app.database.write([{
      sql: "UPDATE reports SET reporter_id = ?",
      args: [cleo.memberId],
    }]);
    expect(await report(cleo, about)).toEqual({
      status: 429,
      message: "You can report 10 messages a day. Try again tomorrow.",
    });
    clock.ms += 24 * 60 * minuteMs + 1000;
    expect((await report(cleo, about)).status).toBe(204);
  });
});

describe("the list of reports", () => {
  it("has the oldest open report first", async () => {
    const { clock, person, conversation, report, listed, flood } = await given();
    const cleo = await person("Cleo");
    await report(cleo, await conversation(cleo, "Mona"));
    clock.ms += minuteMs;
    await flood(210);
    const first = await listed();
    expect([first.length, first[0]?.text]).toEqual([50, "From Mona"]);
    const pages = await Promise.all([2, 3, 4, 5, 6].map((page) => listed({ page })));
    expect(pages.map((page) => page.length)).toEqual([50, 50, 50, 11, 0]);
    const ids = [...first, ...pages.flat()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(211);
  });

  it("lists handled ones separately, latest first", async () => {
    const { clock, stan, listed, flood } = await given();
    const ids = await flood(3);
    for (const id of ids.slice(0, 2)) {
      clock.ms += minuteMs;
      await stan.does(({ reports }, me, origin) =>
        reports.handle(me, id, { action: "nothing" }, origin)
      );
    }
    expect((await listed({ state: "open" })).map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await listed({ state: "handled" })).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect((await listed()).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
  });
});

describe("mails about reports", () => {
  it("go only to staff, the first immediately, then at most one an hour", async () => {
    const { app, clock, person, conversation, report, mailed } = await given();
    const people = [await person("Cleo"), await person("Kim"), await person("Lou")];
    const conversations = [];
    for (const [at, who] of people.entries()) {
      conversations.push(await conversation(who, `Mona${at}`));
    }
    await mailed();
    const notices = async () => {
      await app.doDueWork();
      const sent = (await mailed()).filter(({ subject }) => / open on /.test(subject));
      return sent.map(({ to, subject }) => `${to}: ${subject.replace(/ on TCU.*/, "")}`);
    };
    const stans = `address-of-stan@example.com`;
    const seen = [];
    for (const [at, who] of people.entries()) {
      const about = conversations[at];
      if (about !== undefined) await report(who, about);
      seen.push(...await notices());
      clock.ms += minuteMs;
    }
    expect(seen).toEqual([`${stans}: 1 report is open`]);
    clock.ms += 60 * minuteMs;
    expect(await notices()).toEqual([`${stans}: 3 reports are open`]);
    clock.ms += 120 * minuteMs;
    expect(await notices()).toEqual([]);
    expect(app.mails.filter(({ to }) => to === "support@example.edu")).toEqual([]);
  });

  it("go to the support address if no staff member may get them", async () => {
    const { app, stan, person, conversation, report, mailed } = await given();
    const origin = { ip: "192.0.2.1", requestId: "test" };
    await app.product.decisions.changeNotices(stan.memberId, false, origin);
    const people = [await person("Cleo"), await person("Kim"), await person("Lou")];
    for (const [at, who] of people.entries()) {
      await report(who, await conversation(who, `Mona${at}`));
    }
    expect((await people[2]?.delete("/api/account"))?.status).toBe(204);
    await app.doDueWork();
    const [notice, ...others] = (await mailed()).filter(({ to }) => to === "support@example.edu");
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("3 reports are open on TCU Army ROTC Alumni Connect");
    expect(notice?.text).toContain("no one on its staff gets these emails");
    expect(notice?.text).not.toMatch(/Cleo|Mona|address-of/);
    expect(notice?.html).toContain('/profile/security">');
  });
});
