import { describe, expect, it } from "vitest";
import type { MadeUpEvent } from "../testing/made-up-log.ts";
import { writeLog } from "../testing/write-log.ts";
import { UnknownEvent } from "../store/unknown-event.ts";
import { openLibsqlLog } from "../store/libsql-log.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { countsStream } from "../connections/count-events.ts";
import { formatReports } from "./formats/format.ts";
import { makeReports, type ReportRequest } from "./make-reports.ts";
import type { SettingsCommand } from "../program/decide-settings.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { cause, openSystem } from "../testing/system.ts";
import type { LogDatabase } from "./source.ts";
import { rowIn, tableOf } from "./testing/given.ts";

const at = (day: string) => Date.parse(day);
const cadet: MadeUpEvent = {
  ...{ memberId: "a", type: "MemberRegistered", facts: { role: "cadet" }, atMs: at("2026-01-05") },
};
const counted = (day: string, atMs: number): MadeUpEvent => ({
  memberId: countsStream,
  type: "RequestsCounted",
  facts: { day, asked: { cadet: 3 }, accepted: { 3: 2 } },
  atMs,
});

/** Makes reports of a log. */
const reportsOf = (database: LogDatabase) => async (request: Partial<ReportRequest> = {}) =>
  await makeReports(
    database,
    { statistic: "cycle", asOf: { kind: "end" }, audiences: ["staff"], ...request },
    { version: "1", now: at("2027-01-01") },
  );

async function given(...events: readonly MadeUpEvent[]) {
  const database = await databaseIn(await temporaryFolder(), "alumni.db");
  if (events.length === 0) await openLibsqlLog(database, () => 0);
  else await writeLog(database, events, () => {});
  return reportsOf(database);
}

describe("reports of a log", () => {
  it("assign each counted day to its cycle", async () => {
    const reports = await given(
      cadet,
      counted("2026-09-30", at("2026-10-01T00:05Z")),
      counted("2026-10-01", at("2026-10-02T00:05Z")),
      { ...cadet, memberId: "b", atMs: at("2026-11-01") },
    );
    const [before, current] = await reports({ cycles: [2026, 2027] });
    expect(before && rowIn(before, "requests-by-month", "Total")).toMatchObject({ Asked: 3 });
    // The last day of the cycle was counted after its end.
    expect(before?.source.position).toBe(2);
    expect(current && rowIn(current, "requests-by-month", "Total")).toMatchObject({ Accepted: 2 });
    expect(current?.source.position).toBe(4);
    const [asOf] = await reports({ asOf: { kind: "time", beforeMs: at("2026-10-01") } });
    expect(asOf).toEqual(before);
  });

  it("cover every cycle of the log, or today's for an empty log", async () => {
    const reports = await given(cadet, { ...cadet, memberId: "b", atMs: at("2028-01-01") });
    expect((await reports({ cycles: "all" })).map(({ cycle }) => cycle)).toEqual([
      2026,
      2027,
      2028,
    ]);
    const [empty, ...others] = await (await given())({ cycles: "all" });
    expect(others).toEqual([]);
    expect(empty).toMatchObject({
      cycle: 2027,
      isComplete: false,
      source: { position: 0 },
    });
    expect(empty?.answers.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
      "No cadets commissioned in this cycle.",
      "No one has joined yet.",
    ]);
  });

  it.each<[Partial<ReportRequest>, string]>([
    [{ cycles: [2012, 2012] }, "Cycle 2012 ended before the log begins, at 2026-01-05"],
    [{ cycles: [2012, 2026] }, "Cycle 2012 ended before the log begins, at 2026-01-05"],
    [{ cycles: [2030, 2030] }, "Cycle 2030 begins after"],
    [{ asOf: { kind: "time", beforeMs: at("2099-01-02") } }, "--as-of is in the future"],
    [{ asOf: { kind: "position", position: 3 } }, "Position 3 is not known: the log ends at 2"],
  ])("refuse %j outside the log", async (request, message) => {
    const reports = await given(cadet, { ...cadet, memberId: "b", atMs: at("2026-02-01") });
    await expect(reports(request)).rejects.toThrow(message);
    const [known] = await reports({ asOf: { kind: "position", position: 1 } });
    expect(known).toMatchObject({ isComplete: false, source: { method: 3, position: 1 } });
  });

  it("refuse events of a later version, and unreadable facts", async () => {
    await expect((await given({ ...cadet, type: "SomethingNew" }))()).rejects.toThrow(UnknownEvent);
    const database = await databaseIn(await temporaryFolder(), "alumni.db");
    await writeLog(database, [cadet], () => {});
    await database.write([
      { sql: "DROP TRIGGER events_are_never_updated" },
      { sql: "UPDATE events SET facts = '{'" },
    ]);
    await expect(reportsOf(database)()).rejects.toThrow(
      "The facts of the event at log position 1 can't be read",
    );
  });
});

it("name a program's own topics as of the report's time", async () => {
  const system = await openSystem();
  const { members, readModel, settings, connections, clock } = system;
  const topicIs = async (command: SettingsCommand) => await settings.execute(command, cause);
  await topicIs({ type: "AddTopic", label: "Drones" });
  await topicIs({ type: "AddTopic", label: "Civil Affairs" });
  for (const role of ["alumni", "cadet"] as const) {
    const email = `${role}@example.com`;
    await members.execute(role, register({ username: role, email, role }), cause);
    await members.execute(role, { type: "VerifyEmail", email }, cause);
  }
  const fields = profileFieldsWith({ helpTopics: ["Drones"] });
  const create = { type: "CreateProfile", fields, topics: readModel.settings.topics() } as const;
  await members.execute("alumni", create, cause);
  const ask = { mentorId: "alumni", topics: ["Drones"], note: "How did you begin?" };
  await connections.ask("cadet", ask, cause);
  // Requests of a day are counted after the day ends.
  clock.ms += 2 * 24 * 60 * 60 * 1000;
  await system.requestCounts.countDays();
  const position = await readModel.position();
  await topicIs({ type: "RenameTopic", id: "own-1", label: "Unmanned" });
  await topicIs({ type: "WithdrawTopic", id: "own-2" });
  const topics = async (asOf: ReportRequest["asOf"]) => {
    const [report] = await reportsOf(system.database)({ statistic: "topics", asOf });
    const { rows } = tableOf(report!, "topics-asked-and-offered");
    return new Map(rows.map(({ label, figures }) => [label, figures]));
  };
  const now = await topics({ kind: "end" });
  expect(now.get("Unmanned")).toEqual([1, 1, 0]);
  expect(now.get("Civil Affairs (removed)")).toEqual([0, 0, 0]);
  const then = await topics({ kind: "position", position });
  expect(then.get("Drones")).toEqual([1, 1, 0]);
  expect([...then.keys()]).toContain("Civil Affairs");
  expect([...then.keys()].join()).not.toMatch(/Unmanned|removed/);
});

describe("reports of commissions", () => {
  const commissioned = (memberId: string, day: string): MadeUpEvent => ({
    ...{ memberId, type: "Commissioned", atMs: at(day) },
    facts: { classYear: "2026", branch: "Armor", component: "Active Duty", rank: "2LT" },
  });
  const cadets = ["a", "b", "c", "d", "e", "f"];
  const past = [
    ...cadets.map((memberId) => ({ ...cadet, memberId })),
    ...cadets.map((memberId) => commissioned(memberId, "2026-05-15")),
  ];

  it("give the same bytes for an ended cycle, despite later events", async () => {
    const later: MadeUpEvent = { ...cadet, memberId: "g", atMs: at("2026-10-02") };
    const undone = { memberId: "a", type: "CommissioningUndone", facts: {} };
    const erased = {
      ...{ memberId: "b", type: "MemberErased" },
      facts: { lastRole: "alumni", lastClassYears: null },
    };
    const report = async (...events: readonly MadeUpEvent[]) =>
      formatReports(
        await (await given(...past, later, ...events))({ cycles: [2026, 2026] }),
        "json",
        {
          isColored: false,
          isSeries: false,
        },
      );
    const bytes = await report();
    expect(JSON.parse(bytes).answers[0].sentence).toMatch(/^6 cadets commissioned/);
    expect(
      await report(
        { ...undone, atMs: at("2026-10-03") },
        { ...erased, atMs: at("2026-10-04") },
        commissioned("a", "2026-10-05"),
      ),
    ).toBe(bytes);
  });

  it("count confirmations, even of erased cadets", async () => {
    const system = await openSystem();
    const { members, clock } = system;
    clock.ms = at("2026-05-15");
    const input = { classYear: "2026", rank: "2LT", armyBranch: "Armor", component: "Active Duty" };
    for (const name of cadets) {
      await members.execute(name, register({ username: name, role: "cadet" }), cause);
      await members.execute(name, { type: "ConfirmCommission", ...input }, cause);
    }
    await members.execute("f", { type: "UndoCommission" }, cause);
    await members.execute("e", { type: "Erase" }, cause);
    const [report] = await reportsOf(system.database)({ statistic: "commissioned" });
    expect(report && rowIn(report, "commissioned-by-branch", "Armor")).toEqual({ Commissioned: 5 });
  });
});
