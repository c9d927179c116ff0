import { describe, expect, it } from "vitest";
import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { openSystem } from "../../../events/testing/system.ts";
import { conversationDays, loadConversations } from "./conversations.ts";
import { loadPeople } from "./load-people.ts";
import { makeUpPeople } from "./made-up-people.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Made-up people with conversations, and the result. */
async function loaded({ profiles = 60, count = 40 } = {}) {
  const system = await openSystem(await temporaryFolder());
  const { members, connections, readModel, database, clock } = system;
  const endMs = clock.ms;
  clock.ms = endMs - (conversationDays + 1) * dayMs;
  const people = makeUpPeople({ profiles, seed: 5, year: 2026 })
    .map((person) => ({ ...person, memberId: crypto.randomUUID() }));
  await loadPeople(people, {
    members,
    database,
    passwords: { hash: async () => "" },
    now: () => new Date(clock.ms),
    areConfirmed: true,
  }, () => {});
  const progress: number[] = [];
  const made = await loadConversations(
    people,
    { count, seed: 5, endMs },
    { connections, setTime: (atMs) => clock.ms = atMs },
    (done) => progress.push(done),
  );
  const records = new Map<string, ConnectionRecord>();
  for (const { memberId } of people) {
    for (const record of await readModel.connections.askedBy(memberId)) {
      records.set(record.connectionId, record);
    }
  }
  return { system, made, progress, endMs, records: [...records.values()] };
}

describe("made-up conversations", () => {
  it(
    "have the requested number and every state, over months, and none in the future",
    async () => {
      const { system, made, progress, endMs, records } = await loaded();
      expect(made).toBe(40);
      expect(progress.at(-1)).toBe(40);
      expect(records).toHaveLength(40);
      const states = new Set(records.map(({ state }) => state));
      expect([...states].toSorted()).toEqual([
        "accepted",
        "declined",
        "ended",
        "expired",
        "requested",
        "withdrawn",
      ]);
      const times = records.map(({ lastAt }) => Date.parse(lastAt));
      expect(Math.max(...times)).toBeLessThanOrEqual(endMs);
      const asked = records.map(({ askedAt }) => Date.parse(askedAt ?? ""));
      expect(Math.max(...asked) - Math.min(...asked)).toBeGreaterThan(150 * dayMs);
      expect(records.some(({ endedBy }) => endedBy === "quiet")).toBe(true);
      expect(records.some(({ hasFeedback }) => hasFeedback)).toBe(true);
      const events = await system.log.read({ after: 0, limit: 10_000 });
      const ordered = events.map(({ atMs }) => atMs);
      expect(ordered).toEqual(ordered.toSorted((one, other) => one - other));

      const pages = await Promise.all(
        records.map(({ connectionId }) => system.texts.latest(connectionId, { limit: 1000 })),
      );
      const talks = pages.map(({ texts }) => texts);
      expect(talks.every(([first]) => first !== undefined && first.text.length > 20)).toBe(true);
      expect(Math.max(...talks.map((talk) => talk.length))).toBeGreaterThan(4);
      const words = talks.flat().map(({ text }) => text).join(" ");
      expect(words).not.toMatch(/[{}]|undefined|null/);
    },
  );

  it("are fewer if there are too few people", async () => {
    const { made, records } = await loaded({ profiles: 0, count: 10 });
    expect([made, records]).toEqual([0, []]);
  });
});
