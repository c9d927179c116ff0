import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../store/database.ts";
import type { DatabaseRow } from "../store/database-port.ts";
import { dayMs } from "../day.ts";
import { temporaryFolder } from "../testing/database.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause, type System } from "../testing/system.ts";
import { isBetweenTwo } from "./events.ts";
import { accept, ask, decline, end, withdraw, write } from "./testing/commands.ts";

const [ann, ben, cem, mia, noa, pam, sue] = Array.from({ length: 7 }, () => crypto.randomUUID());
const people = { ann, ben, cem, mia, noa, pam, sue } as Record<string, string>;
const secretWords = ["Zanzibar", "Networking about boats"];

/** A program in which much has happened between two. */
async function aProgram(): Promise<System> {
  const system = await openSystemWith({
    ...{ [ann!]: "cadet", [ben!]: "cadet", [cem!]: "cadet" },
    ...{ [mia!]: "alumni", [noa!]: "alumni", [pam!]: "alumni", [sue!]: "cadre" },
  });
  const { connections, questions, reveals, reports, readModel, clock, requestCounts } = system;
  const act = (who: string, id: string, command: Parameters<typeof connections.act>[2]) =>
    connections.act(who, id, command, cause);
  const look = (who: string, ownerId: string) =>
    reveals.save(who, { ownerId, contacts: ["primaryEmail"] }, cause, {
      perDay: 60,
      isKnown: true,
    });
  const talk = await ask(system, ann!, mia!);
  await act(mia!, talk, { ...accept, note: "Zanzibar" });
  await act(ann!, talk, write("Networking about boats"));
  await act(mia!, talk, write("Zanzibar again"));
  clock.ms += 3 * dayMs + 12345;
  await act(mia!, talk, { type: "Report", reason: "spam", quoted: "Networking about boats" });
  await act(ann!, talk, { type: "GiveFeedback", helped: "yes", words: "Zanzibar" });
  const [report] = await readModel.reports.notAbout(sue!, { limit: 1 });
  const decision = { reportId: report?.reportId ?? "", action: "warn", words: null } as const;
  await reports.handle(sue!, decision, cause, () => []);
  const other = await ask(system, ben!, mia!);
  await act(mia!, other, decline);
  const ended = await ask(system, cem!, noa!);
  await act(noa!, ended, accept);
  await act(cem!, ended, end);
  await act(cem!, ended, { type: "Report", reason: "other", quoted: "Zanzibar" });
  await act(ann!, await ask(system, ann!, pam!), withdraw);
  await ask(system, ben!, noa!);
  await look(ann!, mia!);
  await look(ann!, noa!);
  await look(mia!, pam!);
  const question = { topic: "Networking", text: "Zanzibar" };
  const answered = await questions.ask(ann!, question, cause);
  await questions.answer(pam!, answered, { text: "Networking about boats", way: "link" }, cause);
  await questions.ask(cem!, question, cause);
  await connections.block(noa!, ann!, cause);
  await connections.block(cem!, pam!, cause);
  clock.ms += 2 * dayMs;
  await requestCounts.countDays();
  return system;
}

/** What a thief reads without the secret: the rows of every table of a copy. */
async function steal({ database, folder }: System): Promise<ReadonlyMap<string, DatabaseRow[]>> {
  await database.truncateWriteAheadLog();
  const place = await temporaryFolder();
  const filter = (path: string) => !/-(wal|shm)$/.test(path);
  await cp(folder, place, { recursive: true, filter });
  const url = `file:${join(place, "alumni.db")}`;
  const copy: Database = await openDatabase({ url, durability: "normal" });
  const names = await copy.read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const tables = new Map<string, DatabaseRow[]>();
  for (const { name } of names) tables.set(String(name), await copy.read(`SELECT * FROM ${name}`));
  copy.close();
  return tables;
}

/** Everything of a row, with the bytes of what is sealed. */
function textOf(row: DatabaseRow): string {
  return Object.values(row).map((value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString("latin1") : String(value)
  ).join(" ");
}

const idsIn = (row: DatabaseRow) => Object.values(people).filter((id) => textOf(row).includes(id));

/**
 * Long random values, by which rows of two tables belong together; and positions in the log.
 * SECURITY.md says
 * that a mentor's row tells when an erasure ended a conversation of theirs, so that position joins
 * nothing here.
 */
function keysIn(row: DatabaseRow): string[] {
  const random = textOf(row).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const positions = Object.entries(row).flatMap(([column, value]) =>
    column.endsWith("position") && column !== "changed_position" && Number(value) > 0
      ? [`position ${value}`]
      : []
  );
  return [...random.filter((id) => !Object.values(people).includes(id)), ...positions];
}

/** Whom rows join to a member: in one row, or in two that have something in common. */
function joinedTo(
  memberId: string,
  tables: ReadonlyMap<string, DatabaseRow[]>,
): Map<string, string> {
  const rows = [...tables].flatMap(([table, rows]) => rows.map((row) => ({ table, row })));
  const theirs = rows.filter(({ row }) => idsIn(row).includes(memberId));
  const keys = new Set(theirs.flatMap(({ row }) => keysIn(row)));
  const joined = new Map<string, string>();
  for (const { table, row } of rows) {
    const isTheirs = idsIn(row).includes(memberId);
    if (!isTheirs && !keysIn(row).some((key) => keys.has(key))) continue;
    for (const id of idsIn(row)) if (id !== memberId) joined.set(id, `${table}: ${textOf(row)}`);
  }
  return joined;
}

describe("a copy of the file, without the secret", () => {
  it("tells of each event between two its type and its day alone, and which two have a stream", async () => {
    const tables = await steal(await aProgram());
    const events = (tables.get("events") ?? []).filter(({ type }) =>
      isBetweenTwo({ type: String(type) })
    );
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(8);
    const constants = events.map(({ schema_version, actor_id, correlation_id, facts, at_ms }) =>
      [schema_version, actor_id, correlation_id, facts, Number(at_ms) % dayMs].join()
    );
    expect(new Set(constants)).toEqual(new Set(["1,one of two,between two,{},0"]));
    const columns = ["position", "event_id", "stream", "version", "type", "schema_version"];
    expect(Object.keys(events[0] ?? {})).toEqual(
      [...columns, "at_ms", "actor_id", "correlation_id", "facts"],
    );
    for (const row of events) expect(idsIn(row)).toEqual([]);
    const all = [...tables.values()].flat().map(textOf).join("\n");
    for (const words of secretWords) expect(all).not.toContain(words);
    // That two are in touch is not hidden from who has the file, or that Sue decided on a report.
    const joined = [...joinedTo(ann!, tables).keys()].toSorted();
    expect(joined).toEqual([mia, noa, pam, sue].toSorted());
  });

  it.each([["a cadet", "ann"], ["another cadet", "cem"], ["a mentor", "mia"], [
    "who was looked at",
    "pam",
  ], ["who blocked", "noa"]])(
    "joins %s to no one once they are erased, by one row or by two",
    async (_, name) => {
      const system = await aProgram();
      const gone = String(people[name]);
      expect(joinedTo(gone, await steal(system)).size).toBeGreaterThan(0);
      await system.members.execute(gone, { type: "Erase" }, cause);
      expect(joinedTo(gone, await steal(system))).toEqual(new Map());
      expect(await system.readModel.differences()).toEqual([]);
      await system.connections.deleteForgottenTexts();
      await system.reveals.forgetExpired();
      await system.readModel.rebuild();
      expect(joinedTo(gone, await steal(system))).toEqual(new Map());
    },
  );

  it("joins no two who are both erased, whoever was first", async () => {
    const system = await aProgram();
    for (const gone of [mia!, ann!, cem!, noa!]) {
      await system.members.execute(gone, { type: "Erase" }, cause);
    }
    const tables = await steal(system);
    for (const gone of [mia!, ann!, cem!, noa!]) {
      expect(joinedTo(gone, tables)).toEqual(new Map());
    }
    expect(await system.readModel.differences()).toEqual([]);
  });
});
