import { describe, expect, it } from "vitest";
import { Refusal } from "../errors.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause, type System } from "../testing/system.ts";
import type { MailAbout } from "./handle-report.ts";

const mail: MailAbout = (_, { action, words }) =>
  action === "nothing" ? [] : [{ kind: "test", content: { action, words } }];
const decision = (reportId: string, action: "nothing" | "warn" | "close") =>
  ({ reportId, action, words: null }) as const;

/** A cadet who reported a message of a mentor, and two of the program's staff. */
async function withReport() {
  const people = { cadet: "cadet", mentor: "alumni", one: "cadre", two: "cadre" } as const;
  const system = await openSystemWith(people);
  const { connections, readModel } = system;
  const ask = { mentorId: "mentor", topics: [], note: "May I ask?" };
  const connectionId = await connections.ask("cadet", ask, cause);
  const write = { type: "Write", text: "Buy now", way: "site" } as const;
  await connections.act("mentor", connectionId, write, cause);
  const report = { type: "Report", reason: "spam", quoted: "Buy now" } as const;
  await connections.act("cadet", connectionId, report, cause);
  const [{ reportId = "" } = {}] = await readModel.reports.notAbout("nobody", { limit: 1 });
  return { ...system, connectionId, reportId };
}

const textsOf = async (
  { readModel, reports }: System,
) => [...(await reports.texts(await readModel.reports.notAbout("nobody", { limit: 10 }))).values()];
const claimsOf = ({ database }: System) =>
  database.read("SELECT member_id FROM claims WHERE kind = 'report'");

/** Expects that the tables match the log, and that a rebuild gives the same rows. */
async function expectSound(system: System): Promise<void> {
  expect(await system.readModel.differences()).toEqual([]);
  const before = await system.database.read("SELECT * FROM reports ORDER BY report_id");
  await system.readModel.rebuild();
  expect(await system.database.read("SELECT * FROM reports ORDER BY report_id"))
    .toEqual(before);
}

describe("a report", () => {
  it("is handled once, with one mail, if two staff members handle it at once", async () => {
    const system = await withReport();
    const { reports, reportId, log, mailQueue } = system;
    const before = (await mailQueue.waiting()).count;
    const outcomes = await Promise.allSettled([
      reports.handle("one", decision(reportId, "close"), cause, mail),
      reports.handle("two", decision(reportId, "warn"), cause, mail),
    ]);
    const refused = outcomes.flatMap((each) => each.status === "rejected" ? [each.reason] : []);
    expect(refused).toEqual([expect.any(Refusal)]);
    expect(refused[0].code).toBe("report/handled");
    const all = await log.read({ after: 0, limit: 1000 });
    expect(all.filter(({ type }) => type === "ReportHandled")).toHaveLength(1);
    expect((await mailQueue.waiting()).count).toBe(before + 1);
    await expectSound(system);
  });

  it("closes asking for the message's author, with the handler as actor", async () => {
    const system = await withReport();
    const { reports, reportId, readModel, log } = system;
    await reports.handle("one", decision(reportId, "close"), cause, mail);
    expect((await readModel.members.byId("mentor"))?.isAskingClosed).toBe(true);
    const [closed] = (await log.readStream("mentor")).slice(-1);
    expect(closed?.type).toBe("AskingClosed");
    // No clear fact says which report it was.
    const [event] = (await log.readStream("one")).slice(-1);
    expect(event).toMatchObject({ type: "ReportHandled", facts: { action: "close" } });
    const facts = await system.database.read("SELECT facts FROM events");
    expect(JSON.stringify(facts)).not.toContain(reportId);
    await expectSound(system);
  });

  it.each(["cadet", "mentor"])(
    "loses its text when its %s is erased, and stays listed",
    async (who) => {
      const system = await withReport();
      expect(await textsOf(system)).toEqual(["Buy now"]);
      await system.members.execute(who, { type: "Erase" }, cause);
      expect(await textsOf(system)).toEqual([]);
      expect(await system.readModel.reports.notAbout("one", { limit: 10 })).toMatchObject([
        { reportedId: null, handled: null },
      ]);
      await expectSound(system);
      await system.connections.deleteForgottenTexts();
      await expectSound(system);
    },
  );

  it("loses its text with the conversation's texts", async () => {
    const system = await withReport();
    await system.connections.forgetTexts(system.connectionId);
    expect(await textsOf(system)).toEqual([]);
    await expectSound(system);
    await system.connections.deleteForgottenTexts();
    await expectSound(system);
  });

  it("reopens when its handler is erased, and can be handled again", async () => {
    const system = await withReport();
    const { reports, reportId, readModel } = system;
    expect((await readModel.reports.countNotAbout("mentor")).open).toBe(0);
    await reports.handle("one", decision(reportId, "warn"), cause, mail);
    expect(await claimsOf(system)).toHaveLength(1);
    await system.members.execute("one", { type: "Erase" }, cause);
    expect((await readModel.reports.countNotAbout("two")).open).toBe(1);
    await expectSound(system);
    await reports.handle("two", decision(reportId, "nothing"), cause, mail);
    expect((await readModel.reports.countNotAbout("two")).open).toBe(0);
    await expectSound(system);
  });
});
