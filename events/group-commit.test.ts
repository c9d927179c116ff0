import { join } from "node:path";
import { LibsqlError } from "@libsql/client";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Outcome, Write } from "./file/commit.ts";
import { createWriteQueue } from "./group-commit.ts";
import { isUnbroken } from "./log/chain.ts";
import { ClaimTaken, type Commit, VersionConflict } from "./log/event-log.ts";
import { openLibsqlLog } from "./log/libsql.ts";
import { openDatabase } from "./database.ts";
import { commit, someEvent } from "./testing/commits.ts";
import { temporaryDatabase, temporaryFolder } from "./testing/database.ts";

const insert = (word: string): Write => [{ sql: "INSERT INTO words VALUES (?)", args: [word] }];

describe("the queue of writes", () => {
  const done = (writes: readonly Write[]) => writes.map((): Outcome => ({ results: [] }));

  it("groups what waits, one kind at a time, and keeps the order", async () => {
    const groups: string[] = [];
    const queue = createWriteQueue(
      async (kind, writes) => {
        groups.push(`${kind} ${writes.length}`);
        return done(writes);
      },
      (kind) => kind === "full",
    );
    const write = (kind: "full" | "normal") => queue.write(kind, insert("x"), Infinity);
    await Promise.all([
      ...[write("full"), write("full"), write("normal"), write("full")],
      queue.alone(async () => groups.push("alone")),
      ...Array.from({ length: 65 }, () => write("full")),
    ]);
    expect(groups).toEqual(["full 2", "normal 1", "full 1", "alone", "full 64", "full 1"]);
  });

  it("answers nobody before the commit, whoever is refused in it", async () => {
    const committed = Promise.withResolvers<void>();
    const error = new Error("Taken");
    const queue = createWriteQueue(async () => {
      await committed.promise;
      return [{ results: [] }, { error }];
    }, () => false);
    const answers: string[] = [];
    const both = [
      queue.write("full", insert("a"), Infinity).then(() => answers.push("recorded")),
      queue.write("full", insert("a"), Infinity).catch(() => answers.push("refused")),
    ];
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(answers).toEqual([]);
    committed.resolve();
    await Promise.all(both);
    expect(answers).toEqual(["recorded", "refused"]);
  });

  it("refuses who waited for a lock long enough, and has the others wait on", async () => {
    let tries = 0;
    const queue = createWriteQueue(async (_kind, writes) => {
      if (++tries === 1) throw new LibsqlError("Locked", "SQLITE_BUSY");
      return done(writes);
    }, () => false);
    const early = queue.write("full", insert("a"), performance.now() - 1).catch((error) => error);
    const late = queue.write("full", insert("b"), performance.now() + 60_000);
    expect(await early).toMatchObject({ code: "SQLITE_BUSY" });
    expect(await late).toEqual([]);
  });

  it("refuses all of a group that the file refuses, and takes the next", async () => {
    let tries = 0;
    const queue = createWriteQueue(async (_kind, writes) => {
      if (++tries === 1) throw new LibsqlError("Full", "SQLITE_FULL");
      return done(writes);
    }, () => false);
    const write = () => queue.write("full", insert("a"), Infinity);
    const refused = await Promise.allSettled([write(), write()]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await write()).toEqual([]);
  });
});

describe("appends at the same time", () => {
  const openLog = async () => {
    const url = `file:${join(await temporaryFolder(), "log.db")}`;
    const database = await openDatabase({ url, durability: "full" });
    onTestFinished(() => database.close());
    return await openLibsqlLog(database, () => 1);
  };
  const name = (digest: string) => ({ claim: [{ kind: "username" as const, digest }] });

  it("are recorded but for who came second to a stream or a name", async () => {
    const log = await openLog();
    const settled = await Promise.allSettled([
      log.append([{ ...commit("a", "1", "2"), ...name("aa") }]),
      log.append([commit("a", "3")]),
      log.append([{ ...commit("b", "4"), ...name("aa") }]),
      log.append([{ ...commit("c", "5"), ...name("cc") }, commit("d", "6")]),
    ]);
    expect(settled.map((one) => one.status === "rejected" ? one.reason.constructor : one.status))
      .toEqual(["fulfilled", VersionConflict, ClaimTaken, "fulfilled"]);
    const read = await log.read({ after: 0, limit: 10 });
    expect(read.map(({ eventId }) => eventId)).toEqual(["1", "2", "5", "6"]);
    expect(settled.flatMap((one) => one.status === "fulfilled" ? one.value : [])).toEqual(read);
  });

  it("lead to what the recorded ones lead to one by one, whatever meets", async () => {
    const members = fc.constantFrom("a", "b", "c");
    const append = fc.record({
      memberId: members,
      count: fc.integer({ min: 1, max: 3 }),
      name: fc.option(fc.constantFrom("aa", "bb", "cc"), { nil: undefined }),
      release: fc.option(fc.constantFrom("aa", "bb", "cc"), { nil: undefined }),
    });
    const turns = fc.array(fc.array(append, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
    const together = await openLibsqlLog(await temporaryDatabase(), () => 1);
    const oneByOne = await openLibsqlLog(await temporaryDatabase(), () => 1);
    let id = 0;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(turns, async (turns) => {
        // Other people and names in each run: opening a log takes longer than all that is done with it.
        const own = (name: string) => `${name}-${run}`;
        run++;
        const after = await together.lastPosition();
        const acknowledged = new Map<number, Commit>();
        for (const turn of turns) {
          const commits = await Promise.all(turn.map(async (one): Promise<Commit> => {
            const last = (await together.readStream(own(one.memberId))).at(-1);
            const ids = Array.from({ length: one.count }, () => `${id++}`);
            return {
              ...commit(own(one.memberId)),
              ...(last && { head: { version: last.version, hash: last.hash } }),
              events: ids.map(someEvent),
              ...(one.name !== undefined && name(own(one.name))),
              ...(one.release !== undefined && {
                release: [{ kind: "username" as const, digest: own(one.release) }],
              }),
            };
          }));
          await Promise.all(commits.map(async (one) => {
            try {
              const [first] = await together.append([one]);
              acknowledged.set(first?.position ?? NaN, one);
            } catch (error) {
              if (!(error instanceof VersionConflict || error instanceof ClaimTaken)) throw error;
            }
          }));
        }
        const inOrder = [...acknowledged].sort(([one], [other]) => one - other);
        for (const [, one] of inOrder) await oneByOne.append([one]);
        const all = { after, limit: 1000 };
        const read = await together.read(all);
        expect(read).toEqual(await oneByOne.read(all));
        for (const memberId of ["a", "b", "c"]) {
          expect(isUnbroken(read.filter((event) => event.memberId === own(memberId)))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
