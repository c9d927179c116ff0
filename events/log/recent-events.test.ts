import { expect, it } from "vitest";
import { createRandom } from "../bench/random.ts";
import { commit, someEvent } from "../testing/commits.ts";
import { databaseIn, temporaryDatabase, temporaryFolder } from "../testing/database.ts";
import { describeEventLog } from "./event-log.contract.ts";
import { emptyStream, type EventLog, type Head, type ReadOptions } from "./event-log.ts";
import { openLibsqlLog } from "./libsql.ts";
import { keepRecent } from "./recent-events.ts";

describeEventLog(
  "libSQL, with what was recorded last at hand",
  async (now) => keepRecent(await openLibsqlLog(await temporaryDatabase(), now)).followed,
);

it("reads nothing again that was just recorded through it", async () => {
  const log = await openLibsqlLog(await temporaryDatabase(), () => 1);
  let reads = 0;
  const counted = { ...log, read: (options: ReadOptions) => (reads++, log.read(options)) };
  const { log: kept, followed } = keepRecent(counted);
  const recorded = await kept.append([commit("a", "1", "2")]);
  expect(await followed.read({ after: 0, limit: 10 })).toEqual(recorded);
  expect(reads).toBe(0);
  expect(await kept.read({ after: 0, limit: 10 })).toEqual(recorded);
  expect(reads).toBe(1);
});

it("gives no payload that was erased or forgotten", async () => {
  const { followed: kept } = keepRecent(await openLibsqlLog(await temporaryDatabase(), () => 1));
  const [first] = await kept.append([commit("a", "1")]);
  await kept.append([{ ...commit("a", "2"), head: first ?? emptyStream, erase: ["a"] }]);
  const [other] = await kept.append([commit("b", "3")]);
  await kept.forget({ positions: [other?.position ?? NaN] });
  const sealed = (await kept.read({ after: 0, limit: 10 })).map((event) => event.sealed);
  expect(sealed).toEqual([null, null, null]);
});

it("reads what a log without it reads, whoever else records and is refused", async () => {
  const random = createRandom(11);
  const folder = await temporaryFolder();
  const open = async () => await openLibsqlLog(await databaseIn(folder, "log.db"), () => 1);
  const [plain, own] = [await open(), keepRecent(await open()).followed];
  const heads = new Map<string, Head>();

  async function record(log: EventLog, erase: boolean): Promise<void> {
    const memberId = `member-${random.below(12)}`;
    const head = heads.get(memberId) ?? emptyStream;
    const count = 1 + random.below(erase ? 1 : random.below(20) === 0 ? 90 : 3);
    const events = Array.from({ length: count }, () => someEvent(random.uuid()));
    // Of two at once for one member the second is refused, and leaves no position behind.
    const again = { ...commit(memberId), head, events: [someEvent(random.uuid())] };
    const [recorded] = await Promise.all([
      log.append([{ ...commit(memberId), head, events, ...erase && { erase: [memberId] } }]),
      log.append([again]).catch(() => undefined),
    ]);
    const last = recorded?.at(-1);
    if (last !== undefined) heads.set(memberId, last);
  }

  let answered = 0;
  for (let turn = 0; turn < 150; turn++) {
    const isOwn = random.below(3) > 0;
    await record(isOwn ? own : plain, isOwn && random.below(8) === 0);
    const end = await plain.lastPosition();
    const after = Math.max(0, end - random.below(12));
    const limit = 1 + random.below(8);
    const read = await own.read({ after, limit });
    expect(read).toEqual((await plain.read({ after, limit })).slice(0, read.length));
    // It ends early only where the next read goes on.
    if (read.length === 0) expect(after).toBe(end);
    answered += read.length;
  }
  expect(answered).toBeGreaterThan(200);
});
