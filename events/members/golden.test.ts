import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Json, Recorded } from "../log/event-log.ts";
import { createUpcast } from "../log/upcast.ts";
import { type MemberEvent, memberEventSchemas } from "./events.ts";
import { evolve, type Member, unknownMember } from "./evolve.ts";
import { openEvent, sealEvent } from "./sealing.ts";
import { memberEvents, schemaVersion } from "./upcast.ts";
import { newKey, seal } from "../vault/seal.ts";

/**
 * What was once written has to be readable forever. `golden/v1.json` holds events as version 1 wrote
 * them: they are never edited, and types that came later stand beside them. A new schema version gets a
 * file of its own.
 */
async function golden(version: number): Promise<(MemberEvent & { schemaVersion: number })[]> {
  const file = new URL(`golden/v${version}.json`, import.meta.url);
  return JSON.parse(await readFile(file, "utf8"));
}

const memberId = "00000000-0000-4000-8000-000000000001";
const atMs = Date.parse("2026-03-01T12:00:00.000Z");

function recordedFrom(event: MemberEvent, version: number, key: Uint8Array): Recorded {
  const eventId = `00000000-0000-4000-8000-${String(version).padStart(12, "0")}`;
  const context = { actorId: "a", correlationId: "b", causationId: "c" };
  const sealed = sealEvent(event, { memberId, eventId, key });
  return { ...sealed, ...context, memberId, version, position: version, atMs };
}

/** The same as an earlier version of the product stored it. */
function asWrittenIn(schemaVersion: number, recorded: Recorded, personal: Json, key: Uint8Array) {
  const { eventId, type } = recorded;
  const content = new TextEncoder().encode(JSON.stringify(personal));
  const sealed = personal === null
    ? null
    : seal(key, `${memberId}/${eventId}/${type}/${schemaVersion}`, content);
  return { ...recorded, schemaVersion, sealed };
}

/** A later version of the product, which tells the middle name, and writes roles in a list. */
const later = createUpcast({
  ...memberEvents,
  version: schemaVersion + 1,
  steps: {
    ...memberEvents.steps,
    [schemaVersion]: {
      MemberRegistered: {
        facts: (facts) => ({ roles: [(facts as { role: Json }).role] }),
        personal: (personal) => ({ ...personal as object, middleName: null }),
      },
    },
  },
});

describe("events of every schema version", () => {
  const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1);

  it.each(versions)("of version %i are there in every type", async (version) => {
    const types = new Set((await golden(version)).map(({ type }) => type));
    expect([...types].sort()).toEqual(Object.keys(memberEventSchemas).sort());
  });

  it.each(versions)("of version %i still fit and lead to the same member", async (version) => {
    const key = newKey();
    const states: Member[] = [];
    let member = unknownMember;
    for (const [index, { schemaVersion, ...event }] of (await golden(version)).entries()) {
      expect(schemaVersion).toBe(version);
      const recorded = recordedFrom(event as MemberEvent, index + 1, key);
      const opened = openEvent(asWrittenIn(version, recorded, event.personal, key), key);
      const { facts, personal } = memberEventSchemas[opened.type];
      expect(facts.safeParse(opened.facts).error).toBeUndefined();
      expect(personal.safeParse(opened.personal).error).toBeUndefined();
      member = evolve(member, { memberId, atMs: atMs + index * 60_000, event: opened });
      states.push(member);
    }
    await expect(`${JSON.stringify(states, null, 2)}\n`).toMatchFileSnapshot(
      `./golden/v${version}-members.json`,
    );
  });

  it("of a later version, or an unknown type, stop with a clear error", async () => {
    const [first] = await golden(1);
    if (first === undefined) throw new Error("The golden file is empty");
    const key = newKey();
    const recorded = recordedFrom(first, 1, key);
    const unknown = (type: string, version: number) =>
      new RegExp(
        `position 1, type "${type}" in schema version ${version}, is unknown .* start the version`,
      );
    expect(() => openEvent({ ...recorded, schemaVersion: schemaVersion + 1 }, undefined)).toThrow(
      unknown("MemberRegistered", schemaVersion + 1),
    );
    expect(() => openEvent({ ...recorded, type: "MemberPromoted" }, undefined)).toThrow(
      unknown("MemberPromoted", schemaVersion),
    );
  });

  it("had no booking link in version 1", async () => {
    const key = newKey();
    const [created] = (await golden(1)).filter(({ type }) => type === "ProfileCreated");
    if (created === undefined) throw new Error("The golden file has no profile");
    const stored = asWrittenIn(1, recordedFrom(created, 1, key), created.personal, key);
    expect(created.personal).not.toHaveProperty("calendarUrl");
    expect(openEvent(stored, key)).toMatchObject({
      type: "ProfileCreated",
      facts: created.facts,
      personal: { ...created.personal, calendarUrl: null },
    });
    expect(openEvent({ ...stored, sealed: null }, key)).toMatchObject({ personal: null });
  });

  it("can be turned into a later version's shape, sealed or erased, without touching what is stored", async () => {
    const [first] = await golden(1);
    if (first === undefined) throw new Error("The golden file is empty");
    const key = newKey();
    const recorded = recordedFrom(first, 1, key);
    const { type, facts, personal } = first;
    const role = (facts as { role: Json }).role;
    expect(openEvent(recorded, key, later)).toEqual({
      type,
      facts: { roles: [role] },
      personal: { ...personal, middleName: null },
    });
    expect(openEvent({ ...recorded, sealed: null }, key, later)).toMatchObject({ personal: null });
    expect(recorded.facts).toEqual(facts);
  });
});
