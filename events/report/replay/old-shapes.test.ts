import { describe, expect, it } from "vitest";
import { makeUpLog } from "../../bench/made-up-log.ts";
import { writeLog } from "../../bench/write-log.ts";
import { createUpcast, UnknownEvent } from "../../log/upcast.ts";
import { schemaVersion } from "../../members/schema-version.ts";
import { databaseIn, temporaryFolder } from "../../testing/database.ts";
import { cycleNamed } from "../cycle.ts";
import { lineInSql } from "./event-lines.ts";
import { linesOfToday, type StoredEvent } from "./old-shapes.ts";
import { createPageReader } from "./page-events.ts";
import { readLines, readPages } from "./pages.ts";
import { createCounting, replay } from "../replay.ts";

/** A made-up first version: roles were called kinds, and leaving had another name. */
const toToday = createUpcast({
  version: 2,
  types: new Set(["MemberRegistered", "MemberErased"]),
  steps: {
    1: {
      MemberRegistered: { facts: (facts) => ({ role: (facts as { kind: string }).kind }) },
      MemberLeft: { type: "MemberErased" },
    },
  },
});

const [ann, ben] = ["a", "b"].map((digit) =>
  "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", digit)
);
const stored = (position: number, change: Partial<StoredEvent>): StoredEvent => ({
  position,
  memberId: ann ?? "",
  type: "MemberRegistered",
  schemaVersion: 2,
  atMs: Date.UTC(2026, 0, position),
  facts: '{"role":"alumni"}',
  ...change,
});
const events = [
  stored(11, { schemaVersion: 1, facts: '{"kind":"cadet"}' }),
  stored(12, { memberId: ben }),
  stored(13, { schemaVersion: 1, type: "MemberLeft", facts: "{}" }),
];
const asOfToday = [
  stored(11, { facts: '{"role":"cadet"}' }),
  stored(12, { memberId: ben }),
  stored(13, { type: "MemberErased", facts: "{}" }),
];
const cycles = [cycleNamed(2026, { month: 10, day: 1 })];
const atMs = Date.UTC(2027, 0, 1);

describe("events of several schema versions", () => {
  it("read as if all of them had been written today", () => {
    expect(linesOfToday(events, toToday)).toEqual(linesOfToday(asOfToday, toToday));
  });

  it("are counted so", () => {
    const counting = createCounting({ cycles, atMs });
    counting.take(createPageReader().read(linesOfToday(events, toToday)));
    expect(counting.finish()).toHaveLength(1);
  });

  it("are refused when one of them is of a later version, by its position", () => {
    const later = [stored(11, {}), stored(12, { schemaVersion: 3 })];
    expect(() => linesOfToday(later, toToday)).toThrow(UnknownEvent);
    expect(() => linesOfToday(later, toToday)).toThrow("at log position 12");
  });

  it("are refused when a type is unknown", () => {
    const unknown = [stored(13, { type: "Nonsense", schemaVersion: 1 })];
    expect(() => linesOfToday(unknown)).toThrow('at log position 13, type "Nonsense"');
  });
});

describe("a page that is read from the log", () => {
  it("has facts of earlier versions as they are, where only the sealed part has changed since", async () => {
    const database = await databaseIn(await temporaryFolder(), "events.db");
    await writeLog(database, makeUpLog({ events: 40, seed: 4 }), () => {});
    await database.write([
      { sql: "DROP TRIGGER events_are_never_updated" },
      { sql: "UPDATE events SET schema_version = 1 + position % 3" },
    ]);
    const since = new Map([["ProfileCreated", 2]]);
    const rows = await database.read(
      `SELECT type, facts, schema_version, ${lineInSql(2, since)} AS line FROM events`,
    );
    const isToday = ({ type, schema_version: version }: typeof rows[number]) =>
      Number(version) <= 2 && Number(version) >= (type === "ProfileCreated" ? 2 : 1);
    for (const row of rows) {
      const facts = isToday(row) ? row.facts : "{";
      expect(String(row.line).endsWith(`${row.type}${facts}`)).toBe(true);
    }
    const kinds = Map.groupBy(rows, (row) => `${row.type === "ProfileCreated"} ${isToday(row)}`);
    expect(kinds.size).toBe(4);
  });

  it("is the same whether SQL makes its lines or its rows are read", async () => {
    const database = await databaseIn(await temporaryFolder(), "events.db");
    await writeLog(database, makeUpLog({ events: 1000, seed: 4 }), () => {});
    const rows = await database.read("SELECT * FROM events ORDER BY position");
    const lines = linesOfToday(rows.map((row) => ({
      position: Number(row.position),
      memberId: String(row.member_id),
      type: String(row.type),
      schemaVersion: Number(row.schema_version),
      atMs: Number(row.at_ms),
      facts: String(row.facts),
    })));
    expect(await readLines(database, { after: 0, upTo: 1000 })).toEqual(lines);
  });

  it.each([["Nonsense", 1], ["PasswordReset", schemaVersion + 1]])(
    "is refused by its position, with others missing before it, when it has a %s of schema version %i",
    async (type, version) => {
      const database = await databaseIn(await temporaryFolder(), "events.db");
      await writeLog(database, makeUpLog({ events: 10, seed: 4 }), () => {});
      await database.write([{
        sql:
          `INSERT INTO events SELECT 21, 'new', '${ben}', 1, ?, ?, at_ms, actor_id, correlation_id,
          causation_id, '{}', NULL, previous_hash, hash FROM events WHERE position = 10`,
        args: [type, version],
      }]);
      await expect(replay(readPages(database, 21), { cycles, atMs })).rejects.toThrow(
        `at log position 21, type "${type}" in schema version ${version}`,
      );
    },
  );

  it.each(["", "[]", "null", "nonsense"])(
    "is refused by its position when the facts of an event are '%s'",
    async (facts) => {
      const database = await databaseIn(await temporaryFolder(), "events.db");
      await writeLog(database, makeUpLog({ events: 10, seed: 4 }), () => {});
      await database.write([{ sql: "DROP TRIGGER events_are_never_updated" }, {
        sql: "UPDATE events SET facts = ? WHERE position = 7",
        args: [facts],
      }]);
      await expect(replay(readPages(database, 10), { cycles, atMs })).rejects.toThrow(
        "The facts of the event at log position 7 can't be read",
      );
    },
  );

  it("is refused by its position when an event belongs to nobody", async () => {
    const database = await databaseIn(await temporaryFolder(), "events.db");
    await writeLog(database, makeUpLog({ events: 10, seed: 4 }), () => {});
    await database.write([{
      sql: `INSERT INTO events SELECT 21, 'new', 'nobody', 1, type, 1, at_ms, actor_id,
        correlation_id, causation_id, facts, NULL, previous_hash, hash
        FROM events WHERE position = 10`,
    }]);
    await expect(replay(readPages(database, 21), { cycles, atMs })).rejects.toThrow(
      "The event at log position 21 has no UUID for its member",
    );
  });
});
