import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { during, openSystemWith, outcomeOf } from "../testing/people.ts";
import { createRandom } from "../testing/random.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import type { ConnectionCommand } from "./commands.ts";
import { accept, ask as askOne, decline, end, withdraw, write } from "./testing/commands.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Mentors in two processes on the same files: each can ask the others. */
async function twoProcesses(...more: readonly string[]) {
  const people = ["ann", "ben", ...more].map((name) => [name, "alumni"] as const);
  const one = await openSystemWith(Object.fromEntries(people));
  const other = await openSystem(one.folder);
  return [one, other] as const;
}

type Action = (system: System, id: string) => Promise<unknown>;

const ask = (who: string, whom: string): Action => (system) => askOne(system, who, whom);
const act = (who: string, command: ConnectionCommand): Action => ({ connections }, id) =>
  connections.act(who, id, command, cause);
const block = (who: string, whom: string): Action => ({ connections }) =>
  connections.block(who, whom, cause);
const expire: Action = ({ connections }, id) => connections.recordDue(id, { type: "Expire" });
const askInstead = (who: string, whom: string): Action => ({ connections }, id) =>
  connections.askInstead(who, id, { mentorId: whom, note: "Hello" }, cause);
const endQuiet: Action = ({ connections }, id) => connections.recordDue(id, { type: "EndQuiet" });
const erase = (who: string): Action => ({ members }) =>
  members.execute(who, { type: "Erase" }, cause);

/** Does one thing, and the other after the first was decided on and before it is stored. */
async function both(
  [one, other]: readonly [System, System],
  id: string,
  slow: Action,
  fast: Action,
): Promise<readonly string[]> {
  const outcomes = await during(one, () => slow(one, id), () => fast(other, id));
  return outcomes;
}

const typesIn = async ({ database }: System) =>
  (await database.read(
    `SELECT type FROM events WHERE type LIKE 'Connection%' OR type IN ('MessageSent', 'MemberErased')
     ORDER BY position`,
  )).map(({ type }) => String(type));

describe("two members in two processes", () => {
  it("have one open request when each asks the other at once", async () => {
    const systems = await twoProcesses();
    expect(await both(systems, "", ask("ann", "ben"), ask("ben", "ann")))
      .toEqual(["done", "connection/open"]);
    expect(await typesIn(systems[0])).toEqual(["ConnectionRequested", "MessageSent"]);
    const [open] = await systems[0].readModel.connections.ofMember("ann");
    expect(open).toMatchObject({ askerId: "ben", mentorId: "ann", state: "requested" });
    expect(await outcomeOf(act("ann", accept)(systems[0], open?.connectionId ?? ""))).toBe("done");
  });

  it("have one open request when both ask at once, no matter who is first", async () => {
    const [one, other] = await twoProcesses();
    for (let round = 0; round < 7; round++) {
      const outcomes = await Promise.all([
        outcomeOf(ask("ann", "ben")(one, "")),
        outcomeOf(ask("ben", "ann")(other, "")),
      ]);
      expect(outcomes.toSorted()).toEqual(["connection/open", "done"]);
      const open = (await one.readModel.connections.ofMember("ann"))
        .filter(({ state }) => state === "requested");
      expect(open).toHaveLength(1);
      const { askerId, connectionId } = open[0] ?? {};
      await act(askerId ?? "", withdraw)(one, connectionId ?? "");
      for (const { clock } of [one, other]) clock.ms += 8 * dayMs;
    }
  });

  it.each<[string, Action, Action, string]>([
    ["withdraws", act("ann", withdraw), act("ben", accept), "ConnectionAnswered"],
    ["accepts", act("ben", accept), act("ann", withdraw), "ConnectionWithdrawn"],
    ["declines", act("ben", decline), expire, "ConnectionExpired"],
    ["writes", act("ann", write()), act("ben", decline), "ConnectionAnswered"],
    ["asks something", act("ben", write()), expire, "ConnectionExpired"],
  ])("decide a request once: one %s too late", async (_, late, first, type) => {
    const systems = await twoProcesses();
    const id = String(await ask("ann", "ben")(systems[0], ""));
    for (const { clock } of systems) clock.ms += 14 * dayMs;
    expect(await both(systems, id, late, first)).toEqual([
      "done",
      expect.stringMatching(/answered|over/),
    ]);
    expect((await typesIn(systems[0])).slice(2)).toEqual([type]);
  });

  it.each<[string, Action, string]>([
    ["ends it", act("ben", end), "ConnectionEnded"],
    ["blocks the other one", block("ben", "ann"), "ConnectionEnded"],
    ["says nothing for too long", endQuiet, "ConnectionEnded"],
    ["deletes the account", erase("ben"), "MemberErased"],
  ])("write nothing in a conversation after one of them %s", async (_, first, type) => {
    const systems = await twoProcesses();
    const id = String(await ask("ann", "ben")(systems[0], ""));
    await act("ben", accept)(systems[0], id);
    for (const { clock } of systems) clock.ms += 90 * dayMs;
    await systems[0].connections.recordDue(id, { type: "AskWhetherItGoesOn" });
    for (const { clock } of systems) clock.ms += 7 * dayMs;
    expect(await both(systems, id, act("ann", write()), first)).toEqual([
      "done",
      "connection/over",
    ]);
    expect((await typesIn(systems[0])).slice(4)).toEqual([type]);
  });

  it("end a conversation once when both end it at once, and one mail tells of it", async () => {
    const systems = await twoProcesses();
    const id = String(await ask("ann", "ben")(systems[0], ""));
    await act("ben", accept)(systems[0], id);
    expect(await both(systems, id, act("ann", end), act("ben", end))).toEqual(["done", "done"]);
    expect((await typesIn(systems[0])).slice(3)).toEqual(["ConnectionEnded"]);
    const mailsTo = async (memberId: string) =>
      await systems[0].mailQueue.ofMember(memberId, "connection-ended");
    expect([(await mailsTo("ann")).length, (await mailsTo("ben")).length]).toEqual([1, 0]);
  });
});

describe("someone who asks someone else after seven days", () => {
  /** Ann has asked Ben, who hasn't answered; Cal and Dee help with the same. */
  async function silent() {
    const systems = await twoProcesses("cal", "dee");
    const id = String(await ask("ann", "ben")(systems[0], ""));
    for (const { clock } of systems) clock.ms += 7 * dayMs;
    const statesOf = async (who: string) =>
      (await systems[0].readModel.connections.ofMember(who)).map(({ state }) => state);
    return { systems, id, statesOf };
  }

  it.each<[string, Action, string]>([
    ["accepts", act("ben", accept), "ConnectionAnswered"],
    ["declines", act("ben", decline), "ConnectionAnswered"],
    ["asks something", act("ben", write()), "MessageSent"],
    ["deletes the account", erase("ben"), "MemberErased"],
  ])("withdraws and asks nothing when the mentor %s first", async (_, first, type) => {
    const { systems, id, statesOf } = await silent();
    expect(await both(systems, id, askInstead("ann", "cal"), first)).toEqual([
      "done",
      expect.stringMatching(/answered|not-silent|not-found/),
    ]);
    expect((await typesIn(systems[0])).slice(2)).toEqual([type]);
    expect(await statesOf("cal")).toEqual([]);
  });

  it.each<[string, Action]>([
    ["accepts", act("ben", accept)],
    ["asks something", act("ben", write())],
  ])("is too late for a mentor who %s afterwards", async (_, late) => {
    const { systems, id, statesOf } = await silent();
    expect(await both(systems, id, late, askInstead("ann", "cal"))).toEqual([
      "done",
      expect.stringMatching(/answered|over/),
    ]);
    expect((await typesIn(systems[0])).slice(2))
      .toEqual(["ConnectionWithdrawn", "ConnectionRequested", "MessageSent"]);
    expect([await statesOf("ben"), await statesOf("cal")]).toEqual([["withdrawn"], ["requested"]]);
  });

  it.each<[string, string, string]>([
    ["the same one twice", "cal", "done"],
    ["two at once", "dee", "connection/answered"],
  ])("makes one request when they ask %s", async (_, other, outcome) => {
    const { systems, id, statesOf } = await silent();
    expect(await both(systems, id, askInstead("ann", other), askInstead("ann", "cal")))
      .toEqual(["done", outcome]);
    expect(await statesOf("cal")).toEqual(["requested"]);
    expect(await statesOf("dee")).toEqual([]);
    expect((await typesIn(systems[0])).filter((type) => type === "ConnectionWithdrawn"))
      .toHaveLength(1);
    const mails = await systems[0].mailQueue.ofMember("cal", "connection-request");
    expect(mails).toHaveLength(1);
  });

  it("asks no one when the next one has no room by then, and withdraws nothing", async () => {
    const { systems, id, statesOf } = await silent();
    const [one, other] = systems;
    await one.connections.changeMentoring("cal", { capacity: 1 }, cause);
    const theirs = String(await ask("dee", "cal")(one, ""));
    const fill: Action = () => other.connections.act("cal", theirs, accept, cause);
    expect(await both(systems, id, askInstead("ann", "cal"), fill))
      .toEqual(["done", "connection/not-taking"]);
    expect(await statesOf("ann")).toEqual(["requested"]);
  });

  it("answers the same again, and mails the one who was asked first nothing", async () => {
    const { systems: [one], id } = await silent();
    const mailed = async () =>
      (await one.database.read("SELECT member_id FROM outbox ORDER BY rowid"))
        .map(({ member_id }) => member_id);
    const before = await mailed();
    const next = await askInstead("ann", "cal")(one, id);
    expect(await askInstead("ann", "cal")(one, id)).toBe(next);
    expect(await mailed()).toEqual([...before, "cal"]);
    const [text] = (await one.texts.latest(String(next), { limit: 9 })).texts;
    expect(text).toMatchObject({ authorId: "ann", text: "Hello" });
  });
});

describe("a mentor with two cadets, each in any process", () => {
  /** Rounds in one world. More of them, and others: `ROUNDS=1000 ROUNDS_SEED=42`. */
  const rounds = Number(process.env.ROUNDS ?? 25);
  const random = createRandom(Number(process.env.ROUNDS_SEED ?? 1));

  it("leave the rows that their events give, however their steps interleave", async () => {
    const one = await openSystemWith({ ann: "cadet", ben: "cadet", mia: "alumni" });
    const systems = [one, await openSystem(one.folder)] as const;
    const any = () => systems[random.int(2) as 0 | 1];
    /** Steps of one person, each in some process after a wait by chance. */
    const live = async (steps: readonly (readonly [Action, string])[]) => {
      for (const [step, id] of steps) {
        await setTimeout(random.int(4));
        await outcomeOf(step(any(), id));
      }
    };
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [
        String(await ask("ann", "mia")(any(), "")),
        String(await ask("ben", "mia")(any(), "")),
      ];
      const last = random.int(2) === 0 ? withdraw : end;
      await Promise.all([
        live([[act("mia", accept), a], [act("mia", accept), b], [act("mia", write()), b]]),
        live([[act("ann", write()), a], [act("ann", last), a]]),
        live([[act("ben", write()), b], [act("ben", end), b]]),
      ]);
      const records = await one.readModel.connections.ofMember("mia");
      const open = records.filter(({ state }) => state === "accepted");
      expect((await one.readModel.members.byId("mia"))?.conversations).toBe(open.length);
      for (const [who, id] of [["ann", a], ["ben", b]] as const) {
        for (const step of [withdraw, end]) await outcomeOf(act(who, step)(any(), id));
      }
      for (const { clock } of systems) clock.ms += 31 * dayMs;
    }
    expect(await one.readModel.differences()).toEqual([]);
  }, 240_000 + 500 * rounds);
});
