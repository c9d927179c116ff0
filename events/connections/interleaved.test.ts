import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { TooManyConflicts } from "../store/event-log.ts";
import { close, folderWith, outcomeOf } from "../testing/people.ts";
import { createRandom } from "../testing/random.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import type { ConnectionRecord } from "./connection.ts";
import { accept, decline, end, undo, withdraw, write } from "./testing/commands.ts";

/** Others, or more of them: `INTERLEAVINGS=20000 INTERLEAVINGS_SEED=42`. */
const interleavings = Number(process.env.INTERLEAVINGS ?? 1000);
const random = createRandom(Number(process.env.INTERLEAVINGS_SEED ?? 1));
const perWorld = 50;

const dayMs = 24 * 60 * 60 * 1000;
const people = ["cal", "mia", "noa"] as const;
const mentors = ["mia", "noa"] as const;
const copyFolder = folderWith({ cal: "cadet", mia: "alumni", noa: "alumni" });
/** One open request of a member at a time; and each mentor has one conversation. */
const settings = { connectionLimits: { openRequests: 1 } };
const commands = { accept, decline, withdraw, end, undo } as const;

/** What one of them does at once with others, and how to see later that it was not lost. */
interface Act {
  readonly what: string;
  readonly work: (system: System) => Promise<unknown>;
  readonly isThere?: ((system: System) => Promise<boolean>) | undefined;
  /** Nothing of it may be there if it was refused. */
  readonly isExact?: boolean;
}

const recordsOf = async ({ readModel }: System) => {
  const all = await Promise.all(people.map((who) => readModel.connections.askedBy(who)));
  return all.flat();
};
const isOpen = ({ state }: ConnectionRecord) => state === "requested" || state === "accepted";

/** What an acknowledged answer or end leaves, whatever follows it. */
function leaves(what: string, before: ConnectionRecord, after: ConnectionRecord): boolean {
  if (what === "end") return after.state === "ended";
  if (what === "withdraw") return after.state === "withdrawn";
  if (what === "undo") return after.undone > before.undone || before.state === "requested";
  return after.answeredAt !== null || after.undone > before.undone;
}

function anAct(records: readonly ConnectionRecord[]): Act {
  const who = random.pick(people);
  const open = records.filter(isOpen);
  const one = open.length > 0 && random.chance(0.9) ? random.pick(open) : records.at(-1);
  const draw = random.int(20);
  if (one === undefined || draw < 6) return asks(who);
  const { connectionId } = one;
  if (draw < 10) {
    const by = random.pick([one.askerId, one.mentorId]) ?? who;
    const messageId = crypto.randomUUID();
    return {
      what: `${by} writes`,
      work: ({ connections }) => connections.act(by, connectionId, write(), cause, messageId),
      isThere: async ({ readModel }) =>
        await readModel.connections.text(connectionId, messageId) !== undefined,
      isExact: true,
    };
  }
  if (draw < 17) {
    const what = random.pick(["accept", "accept", "accept", "decline", "withdraw", "end", "undo"]);
    const by = what === "withdraw" || what === "end" && random.chance(0.5)
      ? one.askerId
      : one.mentorId;
    return {
      what: `${by} ${what}`,
      work: ({ connections }) =>
        connections.act(by ?? who, connectionId, commands[what as keyof typeof commands], cause),
      isThere: async ({ readModel }) => {
        const after = await readModel.connections.byId(connectionId);
        return after !== undefined && leaves(what, one, after);
      },
    };
  }
  if (draw < 18) {
    const type = random.pick(["Remind", "Expire", "AskWhetherItGoesOn", "EndQuiet"] as const);
    return { what: type, work: ({ connections }) => connections.recordDue(connectionId, { type }) };
  }
  const other = random.pick(mentors.filter((mentor) => mentor !== who));
  if (draw < 19) {
    return {
      what: `${who} blocks ${other} and is sorry`,
      work: async ({ connections }) => {
        await connections.block(who, other, cause);
        await connections.unblock(who, other, cause);
      },
    };
  }
  const reveal = { ownerId: other, contacts: ["primaryEmail"] } as const;
  return {
    what: `${who} looks at ${other}`,
    work: ({ reveals }) => reveals.save(who, reveal, cause, { perDay: 1, isKnown: true }),
    isThere: async ({ readModel, clock }) => {
      const day = new Date(clock.ms).toISOString().slice(0, 10);
      return (await readModel.reveals.seenOn(day, who)).some(({ ownerId }) => ownerId === other);
    },
  };
}

function asks(who: string): Act {
  const mentorId = random.pick(mentors.filter((mentor) => mentor !== who));
  let asked = "";
  return {
    what: `${who} asks ${mentorId}`,
    work: async ({ connections }) => {
      asked = await connections.ask(who, { mentorId, topics: [], note: "Hello" }, cause);
    },
    isThere: async ({ readModel }) => await readModel.connections.byId(asked) !== undefined,
  };
}

async function expectLimits(system: System): Promise<void> {
  const { readModel, clock } = system;
  const records = await recordsOf(system);
  const day = new Date(clock.ms).toISOString().slice(0, 10);
  for (const who of people) {
    const requests = records.filter(({ askerId, state }) =>
      askerId === who && state === "requested"
    );
    expect(requests.length).toBeLessThanOrEqual(1);
    const accepted = records.filter(({ mentorId, state }) =>
      mentorId === who && state === "accepted"
    );
    expect(accepted.length).toBeLessThanOrEqual(1);
    expect((await readModel.members.byId(who))?.conversations).toBe(accepted.length);
    expect(new Set((await readModel.reveals.seenOn(day, who)).map(({ ownerId }) => ownerId)).size)
      .toBeLessThanOrEqual(1);
  }
  const pairs = records.filter(isOpen).map(({ askerId, mentorId }) =>
    [askerId, mentorId].toSorted().join()
  );
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { unanswered } of records) expect(unanswered ?? 0).toBeLessThanOrEqual(4);
}

/** Several commands at once, on one or two systems: those that are acknowledged stay. */
async function live(systems: readonly System[], acts: readonly Act[]): Promise<void> {
  const outcomes = await Promise.all(acts.map(async ({ work }) => {
    const system = random.pick(systems);
    await setTimeout(random.int(3));
    return await outcomeOf(work(system)).catch((error) => {
      if (error instanceof TooManyConflicts) return "later" as const;
      throw error;
    });
  }));
  for (const [at, { what, isThere, isExact }] of acts.entries()) {
    const isDone = outcomes[at] === "done";
    if (isThere === undefined || !isDone && !isExact) continue;
    expect([what, await isThere(random.pick(systems))]).toEqual([what, isDone]);
  }
}

it(
  "two mentors and one cadet lose nothing and exceed no limit, however their steps interleave",
  async () => {
    for (let done = 0; done < interleavings; done += perWorld) {
      const folder = await copyFolder();
      const isAlone = random.chance(0.3);
      const systems = [
        await openSystem(folder, settings),
        ...isAlone ? [] : [await openSystem(folder, settings)],
      ];
      const [one] = systems as [System];
      try {
        for (const mentor of mentors) {
          await one.connections.changeMentoring(mentor, { capacity: 1 }, cause);
        }
        for (let round = 0; round < perWorld; round++) {
          const records = await recordsOf(one);
          await live(systems, Array.from({ length: 2 + random.int(5) }, () => anAct(records)));
          await expectLimits(one);
          const ms = random.pick([0, 0, 1, 8, 31, 91]) * dayMs;
          for (const { clock } of systems) clock.ms += ms;
        }
        expect(await one.readModel.differences()).toEqual([]);
      } finally {
        for (const system of systems) close(system);
        await rm(folder, { recursive: true });
      }
    }
  },
  240_000 + 200 * interleavings,
);
