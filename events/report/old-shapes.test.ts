import { describe, expect, it } from "vitest";
import { createUpcast, UnknownEvent } from "../log/upcast.ts";
import { cycleNamed } from "./cycle.ts";
import { makeUpLog } from "../bench/made-up-log.ts";
import { writeLog } from "../bench/write-log.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { packPage, type StoredEvent } from "./old-shapes.ts";
import { readPage } from "./pages.ts";
import { createCounting } from "./replay.ts";

/** A made-up first version: roles were called kinds, and leaving had another name. */
const toToday = createUpcast({
  version: 2,
  types: new Set(["MemberRegistered", "MemberErased"]),
  steps: {
    1: {
      MemberRegistered: ({ facts, ...event }) => ({
        ...event,
        facts: { role: (facts as { kind: string }).kind },
      }),
      MemberLeft: (event) => ({ ...event, type: "MemberErased" }),
    },
  },
});

const span = { after: 10, upTo: 13 };
const [ann, ben] = ["a".repeat(32), "b".repeat(32)];
const stored = (position: number, change: Partial<StoredEvent>): StoredEvent => ({
  position,
  memberId: ann,
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

describe("a page with events of several schema versions", () => {
  it("reads as if all of them had been written today", () => {
    expect(packPage(span, events, toToday)).toEqual(packPage(span, asOfToday, toToday));
  });

  it("is counted so", () => {
    const cycles = [cycleNamed(2026, { month: 10, day: 1 })];
    const counting = createCounting({ cycles, atMs: Date.UTC(2027, 0, 1) });
    counting.take(packPage(span, events, toToday));
    expect(counting.finish()).toHaveLength(1);
  });

  it("is refused when one of them is of a later version, by its position", () => {
    const later = [stored(11, {}), stored(12, { schemaVersion: 3 })];
    expect(() => packPage(span, later, toToday)).toThrow(UnknownEvent);
    expect(() => packPage(span, later, toToday)).toThrow("at log position 12");
  });

  it("is refused when a type is unknown", () => {
    const unknown = [stored(13, { type: "Nonsense", schemaVersion: 1 })];
    expect(() => packPage(span, unknown)).toThrow('at log position 13, type "Nonsense"');
  });
});

describe("a page that is read from the log", () => {
  it("is the same whether SQL packed it or its rows were read", async () => {
    const folder = await temporaryFolder();
    const database = await databaseIn(folder, "events.db");
    await writeLog(database, makeUpLog({ events: 1000, seed: 4 }), () => {});
    const whole = { after: 0, upTo: 1000 };
    const rows = await database.read("SELECT * FROM events ORDER BY position");
    const fromRows = packPage(
      whole,
      rows.map((row) => ({
        position: Number(row.position),
        memberId: String(row.member_id),
        type: String(row.type),
        schemaVersion: Number(row.schema_version),
        atMs: Number(row.at_ms),
        facts: String(row.facts),
      })),
    );
    expect(await readPage(database, whole)).toEqual(fromRows);
  });

  it.each([["Nonsense", 1], ["PasswordReset", 2]])(
    "is refused by its position when it has a %s of schema version %i",
    async (type, version) => {
      const database = await databaseIn(await temporaryFolder(), "events.db");
      await writeLog(database, makeUpLog({ events: 10, seed: 4 }), () => {});
      await database.write([{
        sql: `INSERT INTO events SELECT 11, 'new', 'new', 1, ?, ?, at_ms, actor_id, correlation_id,
          causation_id, '{}', NULL, previous_hash, hash FROM events WHERE position = 10`,
        args: [type, version],
      }]);
      await expect(readPage(database, { after: 0, upTo: 11 })).rejects.toThrow(
        `at log position 11, type "${type}" in schema version ${version}`,
      );
    },
  );
});
