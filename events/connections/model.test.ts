import { rm } from "node:fs/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { close, folderWith, outcomeOf } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import { accept, decline, end, undo, withdraw, write } from "./testing/commands.ts";
import { createModel } from "./testing/model.ts";

/** More of them, and one again: `MODEL_RUNS=2000 MODEL_SEED=42 npm test events/connections/model.test.ts`. */
const numRuns = Number(process.env.MODEL_RUNS ?? 20);
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };

const day = 24 * 60 * 60 * 1000;
const cadets = ["ann", "ben", "cem", "dov", "eve"];
const mentors = ["mia", "noa"];
const people = [...cadets, ...mentors];
const person = fc.constantFrom(...people);

const step = fc.record({
  /** Which of two processes does it. */
  by: fc.constantFrom(0, 1),
  who: person,
  other: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...mentors) }, person),
  which: fc.nat(7),
  days: fc.constantFrom(0, 0, 0, 1, 8, 15, 31, 91),
  /** Whether one of the two does it: most others would be refused. */
  isParty: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constant("ask") },
    { weight: 5, arbitrary: fc.constant("accept") },
    { weight: 10, arbitrary: fc.constantFrom("decline", "withdraw", "write", "end", "feedback") },
    { weight: 6, arbitrary: fc.constant("undo") },
    { weight: 5, arbitrary: fc.constantFrom("expire", "quiet", "endQuiet", "forget") },
    { weight: 4, arbitrary: fc.constantFrom("block", "unblock", "rebuild") },
    { weight: 1, arbitrary: fc.constant("erase") },
  ),
});

const commands = {
  accept: { ...accept, note: "Yes" },
  decline: { ...decline, reason: null },
  withdraw,
  write: write(),
  end,
  undo,
  feedback: { type: "GiveFeedback", helped: "yes", words: "Thanks" },
} as const;
const passing = { expire: "Expire", quiet: "AskWhetherItGoesOn", endQuiet: "EndQuiet" } as const;

const isTaken = async (work: Promise<unknown>) => await outcomeOf(work) === "done";

const copyFolder = folderWith(Object.fromEntries(
  people.map((name) => [name, mentors.includes(name) ? "alumni" : "cadet"]),
));

/** Two processes on the same files. */
async function openWorld() {
  const folder = await copyFolder();
  return { folder, systems: [await openSystem(folder), await openSystem(folder)] as const };
}

async function seen({ readModel: { connections } }: System, who: string) {
  const records = await connections.ofMember(who);
  return (await Promise.all(records.map(async ({ connectionId, state, isLeft }) => {
    const texts = await connections.texts(connectionId, { limit: 1e6 });
    return `${connectionId} ${isLeft ? "left" : state} ${texts.length}`;
  }))).toSorted();
}

async function live(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  const { folder, systems } = await openWorld();
  const model = createModel(mentors);
  try {
    for (const { by, who, other, which, days, isParty, what } of steps) {
      const system = systems[by as 0 | 1];
      const { connections, members, readModel } = system;
      for (const { clock } of systems) clock.ms += days * day;
      const now = system.clock.ms;
      const ids = model.ids();
      const id = ids[ids.length - 1 - which % Math.max(1, ids.length)] ?? "none";
      if (what === "ask") {
        const may = model.mayAsk(who, other, now);
        const ask = { mentorId: other, topics: [], note: "Hello" };
        let asked = "";
        expect(await isTaken(connections.ask(who, ask, cause).then((made) => asked = made)))
          .toBe(may);
        if (may) model.ask(who, other, asked, now);
      } else if (what in commands) {
        const record = await readModel.connections.byId(id);
        const parties = [record?.askerId, record?.mentorId].filter((one) => one != null);
        const actor = isParty ? parties[which % Math.max(1, parties.length)] ?? who : who;
        const command = commands[what as keyof typeof commands];
        const texts = command.type === "Accept" ? 1 : 0;
        const before = model.seen(actor).find((line) => line.startsWith(id));
        const taken = model.act(actor, what, id, now);
        expect([what, await isTaken(connections.act(actor, id, command, cause))])
          .toEqual([what, taken]);
        // The note of an answer is a message; one that was there before is not noted again.
        if (taken && texts > 0 && before?.includes("requested")) model.act(actor, "write", id, now);
      } else if (what in passing) {
        await isTaken(connections.recordDue(id, { type: passing[what as keyof typeof passing] }));
        model.pass(what, id, now);
      } else if (what === "forget") {
        await isTaken(connections.forgetTexts(id));
        model.pass(what, id, now);
      } else if (what === "block") {
        expect(await isTaken(connections.block(who, other, cause)))
          .toBe(model.block(who, other, now));
      } else if (what === "unblock") {
        expect(await isTaken(connections.unblock(who, other, cause)))
          .toBe(model.unblock(who, other));
      } else if (what === "rebuild") await readModel.rebuild();
      else {
        await members.execute(who, { type: "Erase" }, cause);
        model.erase(who);
      }
    }
    for (const system of systems) {
      const { readModel } = system;
      const compare = async () => {
        const found = await readModel.members.byIds(people);
        for (const who of people.filter((one) => !model.isGone(one))) {
          expect(await seen(system, who)).toEqual(model.seen(who));
          expect(found.get(who)?.conversations).toBe(model.conversations(who));
        }
      };
      await compare();
      expect(await readModel.differences()).toEqual([]);
      await readModel.rebuild();
      await compare();
    }
  } finally {
    for (const system of systems) close(system);
    await rm(folder, { recursive: true });
  }
}

it(
  "connections are what a plain model says, whatever happens in either of two processes",
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 40 });
    await fc.assert(fc.asyncProperty(steps, live), { numRuns, ...seed });
  },
  240_000 + numRuns * 4000,
);
