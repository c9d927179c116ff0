import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { appendsEvents } from "../testing/database.ts";
import { folderWith, openSystemWith, outcomeOf } from "../testing/people.ts";
import { cause, dump, openSystem, type System } from "../testing/system.ts";
import { accept, ask, decline, end, note, rolesOf, withdraw, write } from "./testing/commands.ts";
import { fileText, isThere } from "../testing/file-text.ts";

const dayMs = 24 * 60 * 60 * 1000;
const systemWith = (...names: readonly string[]) => openSystemWith(rolesOf(names));

const textsOf = async ({ texts }: System, id: string) =>
  (await texts.latest(id, { limit: 1e6 })).texts;

describe("a request", () => {
  it("appends one batch for each thing that is done, and reads its own payloads alone", async () => {
    const system = await systemWith("cadet", "cadet2", "mentor");
    const { connections, database } = system;
    const other = await ask(system, "cadet2", "mentor");
    const batches = vi.spyOn(database, "write");
    const id = await ask(system, "cadet", "mentor");
    await connections.act("mentor", id, { ...accept, note: "Gladly" }, cause);
    await connections.act("cadet2", other, write("Hello?"), cause);
    await connections.act("cadet", id, write("Thank you"), cause);
    const appends = batches.mock.calls.filter(([statements]) => appendsEvents(statements));
    expect(appends).toHaveLength(4);
    const reads = vi.spyOn(database, "read");
    await textsOf(system, id);
    const rows = await Promise.all(reads.mock.results.map(({ value }) => value));
    expect(rows.flat().flatMap(({ type }) => type ?? []))
      .toEqual(["MessageSent", "MessageSent", "MessageSent"]);
  });

  it("is one of several that are accepted at once, as many as the mentor has room for", async () => {
    const system = await systemWith("cadet1", "cadet2", "cadet3", "mentor");
    await system.connections.changeMentoring("mentor", { capacity: 1 }, cause);
    const ids = await Promise.all(
      ["cadet1", "cadet2", "cadet3"].map((who) => ask(system, who, "mentor")),
    );
    const outcomes = await Promise.all(
      ids.map((id) => outcomeOf(system.connections.act("mentor", id, accept, cause))),
    );
    expect(outcomes.toSorted()).toEqual(["connection/full", "connection/full", "done"]);
  });
});

describe("someone who is blocked", () => {
  it("asks as ever, and no one is shown it, or mailed about it", async () => {
    const system = await systemWith("cadet", "friend", "mentor");
    const { connections, readModel, database } = system;
    await connections.block("mentor", "cadet", cause);
    const id = await ask(system, "cadet", "mentor");
    await ask(system, "friend", "mentor");
    await connections.act("cadet", id, write("Hello?"), cause);
    expect((await readModel.connections.ofMember("mentor")).map(({ askerId }) => askerId))
      .toEqual(["friend"]);
    expect((await readModel.connections.ofMember("cadet")).map(({ state }) => state))
      .toEqual(["requested"]);
    expect(await outcomeOf(connections.act("mentor", id, accept, cause)))
      .toBe("connection/not-found");
    const mails = await database.read(
      `SELECT kind, member_id, created_at_ms, next_attempt_at_ms, count(*) AS count,
         count(DISTINCT length(sealed)) AS sizes FROM outbox GROUP BY 1, 2, 3, 4`,
    );
    // To whom, and on which day; those that no one gets are like the others.
    expect(mails).toEqual([{
      kind: "connection",
      member_id: "mentor",
      created_at_ms: Date.parse("2026-03-01"),
      next_attempt_at_ms: 0,
      count: 3,
      sizes: 1,
    }]);
    const waiting = await system.mailQueue.ofMember("mentor", "connection-request");
    expect(waiting.map(({ createdAtMs }) => createdAtMs)).toEqual(Array(2).fill(system.clock.ms));
    expect(await readModel.connections.blockedBy("mentor"))
      .toEqual([{ memberId: "cadet", wasInTouch: false }]);
    await connections.unblock("mentor", "cadet", cause);
    expect(await readModel.connections.ofMember("mentor")).toHaveLength(1);
    await connections.block("mentor", "friend", cause);
    expect(await readModel.connections.blockedBy("mentor"))
      .toEqual([{ memberId: "friend", wasInTouch: true }]);
  });
});

it("leaves no claim of who asked whom in the log", async () => {
  const system = await systemWith("cadet", "mentor");
  await ask(system, "cadet", "mentor");
  const claims = await system.database.read("SELECT DISTINCT kind FROM claims");
  expect(claims.map(({ kind }) => kind).toSorted()).toEqual(["email", "username"]);
});

describe("what is stored of two people", () => {
  it("tells in clear facts, and in the bytes of the file, nothing of who they are or what they write", async () => {
    const system = await systemWith("cadet", "mentor");
    const id = await ask(system, "cadet", "mentor");
    await system.connections.act("mentor", id, { ...accept, note: "Zanzibar" }, cause);
    const rows = await system.database.read(
      `SELECT type, facts, at_ms, stream, actor_id, correlation_id,
         length(sealed) AS bytes FROM events e JOIN personal USING (position)
       WHERE type LIKE 'Connection%' OR type = 'MessageSent'`,
    );
    expect(rows.map(({ type, facts, at_ms, bytes }) => [type, facts, at_ms, bytes])).toEqual(
      ["ConnectionRequested", "MessageSent", "ConnectionAnswered", "MessageSent"]
        .map((type) => [type, "{}", Date.parse("2026-03-01"), 256 + 28]),
    );
    // One stream with a random name, and the same for all who have one.
    expect(rows.map(({ stream }) => stream)).toEqual(
      Array(4).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)),
    );
    const same = rows.map((
      { stream, actor_id, correlation_id },
    ) => [stream, actor_id, correlation_id]);
    expect(new Set(same.map(String)).size).toBe(1);
    expect(JSON.stringify(rows)).not.toMatch(/cadet|mentor|test/);
    const bytes = await fileText(system.folder);
    for (const text of [note, "Zanzibar"]) expect(bytes).not.toContain(text);
  });

  it.each(["cadet", "mentor"])(
    "ends for both, and in every text, when the %s is erased",
    async (who) => {
      const system = await systemWith("cadet", "mentor");
      const { connections, members, readModel, database } = system;
      const id = await ask(system, "cadet", "mentor");
      await connections.act("mentor", id, { ...accept, note: "Gladly" }, cause);
      await connections.act("cadet", id, write("Thank you"), cause);
      await members.execute(who, { type: "Erase" }, cause);
      await connections.deleteForgottenTexts();
      expect(await textsOf(system, id)).toEqual([]);
      const payloads = await database.read(
        `SELECT type FROM personal JOIN events USING (position)
         WHERE type = 'MessageSent' AND ${isThere}`,
      );
      expect(payloads).toEqual([]);
      const other = who === "cadet" ? "mentor" : "cadet";
      expect(await readModel.connections.ofMember(other)).toMatchObject([{ isLeft: true }]);
      expect(await outcomeOf(connections.act(other, id, write("Hello?"), cause))).toBe(
        "connection/over",
      );
      expect(await system.readModel.differences()).toEqual([]);
    },
  );

  it.each(["before the texts are deleted", "after that, before the read tables know"])(
    "forgets the texts of a conversation when it dies %s, once it runs again",
    async (moment) => {
      const system = await systemWith("cadet", "mentor");
      const { connections, database } = system;
      const id = await ask(system, "cadet", "mentor");
      await connections.act("mentor", id, { ...decline, note: "Sorry" }, cause);
      await connections.forgetTexts(id);
      if (moment.startsWith("after")) {
        const positions = await system.readModel.connections.forgottenTexts(10);
        expect(positions).toHaveLength(2);
        await system.log.forget({ positions });
      }
      const again = await openSystem(system.folder);
      await again.connections.deleteForgottenTexts();
      expect(await textsOf(again, id)).toEqual([]);
      const left = await database.read(
        `SELECT type FROM personal JOIN events USING (position)
         WHERE type = 'MessageSent' AND ${isThere}`,
      );
      expect(left).toEqual([]);
      expect(await again.readModel.connections.forgottenTexts(10)).toEqual([]);
      expect(await again.readModel.differences()).toEqual([]);
    },
  );
});

describe("a mentor's place in lists", () => {
  it("changes with every conversation that begins or ends, no matter who ends it, and with nothing hidden", async () => {
    const system = await systemWith("cadet1", "cadet2", "cadet3", "mentor");
    const { connections, members, readModel } = system;
    let followed = await readModel.position();
    /** What is new of the mentor to followers. */
    const told = async () => {
      const changes = await readModel.members.changedSince(followed, 1);
      followed = await readModel.position();
      return changes.filter(({ memberId }) => memberId === "mentor")
        .map(({ member }) => member?.conversations);
    };
    const ids = new Map<string, string>();
    for (const who of ["cadet1", "cadet2", "cadet3"]) {
      ids.set(who, await ask(system, who, "mentor"));
    }
    const idOf = (who: string) => ids.get(who) ?? "";
    expect(await told()).toEqual([]);
    for (const [at, id] of [...ids.values()].entries()) {
      await connections.act("mentor", id, accept, cause);
      expect(await told()).toEqual([at + 1]);
    }
    await connections.act("cadet1", idOf("cadet1"), write("Thank you"), cause);
    expect(await told()).toEqual([]);
    await connections.act("cadet1", idOf("cadet1"), end, cause);
    expect(await told()).toEqual([2]);
    await members.execute("cadet2", { type: "Erase" }, cause);
    expect(await told()).toEqual([1]);
    await connections.block("mentor", "cadet3", cause);
    expect(await told()).toEqual([0]);
    await ask(system, "cadet3", "mentor");
    expect(await told()).toEqual([]);
    await connections.changeMentoring("mentor", { capacity: 5 }, cause);
    expect((await readModel.members.byId("mentor"))?.conversations).toBe(0);
  });

  it("is told again after a rebuild, which does not know when someone who is erased ended one", async () => {
    const system = await systemWith("cadet", "mentor");
    const { connections, members, readModel } = system;
    const id = await ask(system, "cadet", "mentor");
    await connections.act("mentor", id, accept, cause);
    const followed = await readModel.position();
    await members.execute("cadet", { type: "Erase" }, cause);
    await readModel.rebuild();
    const changed = await readModel.members.changedSince(followed, 10);
    expect(changed.map(({ memberId, member }) => [memberId, member?.conversations]))
      .toEqual([["cadet", undefined], ["mentor", 0]]);
  });
});

/** Everything that the read tables hold of connections. */
async function tables(system: System) {
  const { database } = system;
  const of = (table: string, order: string) =>
    database.read(`SELECT * FROM ${table} ORDER BY ${order}`);
  const sealed = await database.read(`SELECT position FROM personal WHERE ${isThere}`);
  const isSealed = new Set(sealed.map(({ position }) => position));
  return {
    connections: await of("connections", "connection_id"),
    // What waits to be deleted has to be known only until it is: an author's erasure deletes it, too.
    messages: (await of("messages", "message_id"))
      .filter(({ is_left, position }) => is_left === 0 || isSealed.has(position)),
    blocks: await of("blocks", "blocker_id, from_position"),
    // From which place in the log on followers are told is another one after a rebuild, but no earlier
    // one, and what is forgotten of dealings isn't counted again.
    members: (await dump(system)).map(({ changed_position: _, dealings: __, ...row }) => row),
  };
}

const people = ["cadet", "friend", "mentor", "mentor2"] as const;
const copyFolder = folderWith(rolesOf(people));
const person = fc.constantFrom(...people);
const step = fc.record({
  who: person,
  other: person,
  which: fc.nat(20),
  days: fc.constantFrom(0, 0, 1, 8, 40, 100),
  what: fc.constantFrom(
    ...([
      "ask",
      "ask",
      "ask",
      "accept",
      "accept",
      "decline",
      "withdraw",
      "write",
      "write",
    ] as const),
    ...(["end", "feedback", "block", "unblock", "remind", "expire", "quiet", "endQuiet"] as const),
    ...(["forget", "erase"] as const),
  ),
});

describe("read tables of connections", () => {
  it("are the same after a rebuild, whatever happened", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const system = await openSystem(await copyFolder());
        const { connections, members, readModel, clock } = system;
        const ids: string[] = [];
        for (const { who, other, which, days, what } of steps) {
          clock.ms += days * dayMs;
          const id = ids[which % Math.max(1, ids.length)] ?? "none";
          const act = (command: Parameters<typeof connections.act>[2]) =>
            connections.act(who, id, command, cause);
          await outcomeOf({
            ask: async () => ids.push(await ask(system, who, other)),
            accept: () => act(accept),
            decline: () => act(decline),
            withdraw: () => act(withdraw),
            write: () => act(write("Hello")),
            end: () => act(end),
            feedback: () => act({ type: "GiveFeedback", helped: "no", words: "Sorry" }),
            block: () => connections.block(who, other, cause),
            unblock: () => connections.unblock(who, other, cause),
            remind: () => connections.recordDue(id, { type: "Remind" }),
            expire: () => connections.recordDue(id, { type: "Expire" }),
            quiet: () => connections.recordDue(id, { type: "AskWhetherItGoesOn" }),
            endQuiet: () => connections.recordDue(id, { type: "EndQuiet" }),
            forget: () => connections.forgetTexts(id),
            erase: () => members.execute(who, { type: "Erase" }, cause),
          }[what]());
        }
        const before = await tables(system);
        await readModel.rebuild();
        expect(await tables(system)).toEqual(before);
        await connections.deleteForgottenTexts();
        const cleaned = await tables(system);
        await readModel.rebuild();
        expect(await tables(system)).toEqual(cleaned);
        expect(await system.readModel.differences()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
