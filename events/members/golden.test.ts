import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { StoredEvent } from "../store/event-log.ts";
import { newKey } from "../store/seal.ts";
import { type MemberEvent, memberEventSchemas } from "./events.ts";
import { evolve, type Member, unknownMember } from "./evolve.ts";
import { openEvent, sealEvent } from "./sealing.ts";
import { schemaVersion } from "./schema-version.ts";

/** Stored events must be readable forever, so shapes in the file never change. */
const golden: readonly (MemberEvent & { schemaVersion: number })[] = JSON.parse(
  await readFile(new URL(`golden/v${schemaVersion}.json`, import.meta.url), "utf8"),
);

const memberId = "00000000-0000-4000-8000-000000000001";
const atMs = Date.parse("2026-03-01T12:00:00.000Z");

function storedEventFrom(event: MemberEvent, version: number, key: Uint8Array): StoredEvent {
  const eventId = `00000000-0000-4000-8000-${String(version).padStart(12, "0")}`;
  const context = { actorId: "a", correlationId: "b" };
  const sealed = sealEvent(event, { stream: memberId, eventId, key });
  return {
    ...sealed,
    ...context,
    stream: memberId,
    authorId: memberId,
    version,
    position: version,
    atMs,
  };
}

describe("stored events", () => {
  it("cover every event type", () => {
    const types = new Set(golden.map(({ type }) => type));
    expect([...types].sort()).toEqual(Object.keys(memberEventSchemas).sort());
  });

  it("still match their schemas and lead to the same member", async () => {
    const key = newKey();
    const states: Member[] = [];
    let member = unknownMember;
    for (const [index, { schemaVersion: version, ...event }] of golden.entries()) {
      expect(version).toBe(schemaVersion);
      const opened = openEvent(storedEventFrom(event as MemberEvent, index + 1, key), key);
      expect(opened).toEqual(event);
      const { facts, personal } = memberEventSchemas[opened.type];
      expect(facts.safeParse(opened.facts).error).toBeUndefined();
      expect(personal.safeParse(opened.personal).error).toBeUndefined();
      member = evolve(member, { memberId, atMs: atMs + index * 60_000, event: opened });
      states.push(member);
    }
    await expect(`${JSON.stringify(states, null, 2)}\n`).toMatchFileSnapshot(
      `./golden/v${schemaVersion}-members.json`,
    );
  });

  it("of a later version or unknown type are refused with a clear error", () => {
    const [first] = golden;
    if (first === undefined) throw new Error("The golden file is empty");
    const stored = storedEventFrom(first, 1, newKey());
    const unknown = (type: string, version: number) =>
      new RegExp(
        `position 1, type "${type}" in schema version ${version}, is unknown .* start the version`,
      );
    expect(() => openEvent({ ...stored, schemaVersion: schemaVersion + 1 }, undefined)).toThrow(
      unknown("MemberRegistered", schemaVersion + 1),
    );
    expect(() => openEvent({ ...stored, type: "MemberPromoted" }, undefined)).toThrow(
      unknown("MemberPromoted", schemaVersion),
    );
  });
});
