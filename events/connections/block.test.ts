import { rm } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { close, folderWith, openSystemWith, outcomeOf } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import { accept, ask, decline, end, withdraw, write } from "./testing/commands.ts";

const numRuns = Number(process.env.MODEL_RUNS ?? 25);
const dayMs = 24 * 60 * 60 * 1000;

const twoMentors = () => openSystemWith({ ann: "alumni", ben: "alumni" });
const stateOf = async ({ readModel }: System, id: string) =>
  (await readModel.connections.byId(id))?.state;

describe("a block", () => {
  it("withdraws the request of the member who blocks, and no answer comes after it", async () => {
    const system = await twoMentors();
    const { connections, readModel } = system;
    const id = await ask(system, "ann", "ben");
    await connections.block("ann", "ben", cause);
    expect(await stateOf(system, id)).toBe("withdrawn");
    expect(await outcomeOf(connections.act("ben", id, accept, cause))).toBe("connection/answered");
    expect((await readModel.connections.ofMember("ben")).map(({ state }) => state))
      .toEqual(["withdrawn"]);
  });

  it("ends a conversation that began at the same moment", async () => {
    for (const isBlockFirst of [true, false]) {
      const system = await twoMentors();
      const { connections } = system;
      const id = await ask(system, "ann", "ben");
      const block = () => outcomeOf(connections.block("ann", "ben", cause));
      const answer = () => outcomeOf(connections.act("ben", id, accept, cause));
      const [first, second] = isBlockFirst ? [block, answer] : [answer, block];
      await Promise.all([first(), second()]);
      expect(["ended", "withdrawn"]).toContain(await stateOf(system, id));
    }
  });

  it("has to be removed before the blocked person can be asked for help", async () => {
    const system = await twoMentors();
    await system.connections.block("ann", "ben", cause);
    expect(await outcomeOf(ask(system, "ann", "ben"))).toBe("connection/blocking");
    await system.connections.unblock("ann", "ben", cause);
    expect(await outcomeOf(ask(system, "ann", "ben"))).toBe("done");
  });

  it("leaves no second request beside the one that it hides, until that has expired", async () => {
    const system = await twoMentors();
    const { connections, readModel, clock } = system;
    await connections.block("ann", "ben", cause);
    const id = await ask(system, "ben", "ann");
    await connections.unblock("ann", "ben", cause);
    expect(await outcomeOf(ask(system, "ann", "ben"))).toBe("connection/blocked-lately");
    expect(await readModel.connections.ofMember("ann")).toEqual([]);
    expect((await readModel.connections.ofMember("ben")).map(({ state }) => state))
      .toEqual(["requested"]);
    clock.ms += 14 * dayMs;
    await connections.recordDue(id, { type: "Expire" });
    expect(await outcomeOf(ask(system, "ann", "ben"))).toBe("done");
  });
});

const step = fc.record({
  who: fc.constantFrom("ann", "ben", "ben"),
  which: fc.nat(3),
  days: fc.constantFrom(0, 0, 0, 1, 8, 15),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant("ask" as const) },
    { weight: 4, arbitrary: fc.constantFrom("accept", "decline", "withdraw", "write", "end") },
    { weight: 3, arbitrary: fc.constantFrom("expire", "block", "unblock") },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const commands = { accept, decline, withdraw, write: write(), end };

/** A system, and the connections in it in the order in which they came. */
interface World {
  readonly system: System;
  readonly ids: string[];
}

function take({ system, ids }: World, { who, which, what }: Step): Promise<string> {
  const other = who === "ann" ? "ben" : "ann";
  const { connections } = system;
  const id = ids[ids.length - 1 - which % Math.max(1, ids.length)] ?? "none";
  if (what === "ask") return outcomeOf(ask(system, who, other).then((made) => ids.push(made)));
  if (what === "expire") return outcomeOf(connections.recordDue(id, { type: "Expire" }));
  if (what === "block") return outcomeOf(connections.block(who, other, cause));
  if (what === "unblock") return outcomeOf(connections.unblock(who, other, cause));
  return outcomeOf(connections.act(who, id, commands[what], cause));
}

/** Instead of blocking Ben, Ann ends what she can end. */
async function endAll({ system: { connections, readModel } }: World): Promise<void> {
  for (const { connectionId, state, askerId } of await readModel.connections.ofMember("ann")) {
    const isOwn = askerId === "ann";
    if (state === "accepted") await connections.act("ann", connectionId, commands.end, cause);
    if (state === "requested" && isOwn) {
      await connections.act("ann", connectionId, commands.withdraw, cause);
    }
  }
}

/** Everything that Ben reads, is counted by, or is mailed. */
async function seenByBen({ system: { readModel, database }, ids }: World) {
  const { connections, members } = readModel;
  const records = await connections.ofMember("ben");
  const unread = await connections.unreadOf("ben", ids);
  const mails = await database.read(
    "SELECT kind, created_at_ms, next_attempt_at_ms FROM outbox WHERE member_id = 'ben' ORDER BY rowid",
  );
  const ann = await members.byId("ann");
  return {
    mails,
    ann: { mentoring: ann?.mentoring, conversations: ann?.conversations },
    areInTouch: await connections.areInTouch("ben", "ann"),
    connections: await Promise.all(records.map(async ({ connectionId, ...record }) => ({
      ...record,
      place: ids.indexOf(connectionId),
      unread: unread.get(connectionId),
      texts: (await connections.texts(connectionId, { limit: 100 }))
        .map(({ authorId, at }) => [authorId, at]),
    }))),
  };
}

const copyFolder = folderWith({ ann: "alumni", ben: "alumni" });

async function openWorld(): Promise<World & { readonly folder: string }> {
  const folder = await copyFolder();
  return { folder, system: await openSystem(folder), ids: [] };
}

async function compare(steps: readonly Step[]): Promise<void> {
  const [real, twin] = [await openWorld(), await openWorld()];
  try {
    for (const one of steps) {
      for (const { system } of [real, twin]) system.clock.ms += one.days * dayMs;
      const outcome = await take(real, one);
      const isBlock = one.who === "ann" && one.what === "block";
      if (isBlock) await endAll(twin);
      // What Ann is refused, she would not have done without the block either.
      else if (one.who === "ben" || one.what === "expire" || outcome === "done") {
        expect([one, await take(twin, one)]).toEqual([one, outcome]);
      }
      expect(await seenByBen(real)).toEqual(await seenByBen(twin));
    }
  } finally {
    for (const { folder, system } of [real, twin]) {
      close(system);
      await rm(folder, { recursive: true });
    }
  }
}

it(
  "who is blocked sees what they would see of someone who ends what is open and does not answer",
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(fc.asyncProperty(steps, compare), { numRuns });
  },
  240_000 + numRuns * 4000,
);
