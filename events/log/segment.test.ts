import { describe, expect, it } from "vitest";
import { commit } from "../testing/commits.ts";
import { temporaryDatabase } from "../testing/database.ts";
import { openLibsqlLog } from "./libsql.ts";
import {
  appendSegment,
  BadSegment,
  hasPlace,
  lastPlace,
  logBeginning,
  type LogSegment,
  readSegment,
} from "./segment.ts";

async function aLog(...memberIds: readonly string[]) {
  const database = await temporaryDatabase();
  const log = await openLibsqlLog(database, () => 1000);
  const append = (memberId: string) =>
    log.append([{
      ...commit(memberId, `${memberId}-1`, `${memberId}-2`),
      claim: [{ kind: "username", digest: `digest of ${memberId}` }],
    }]);
  for (const memberId of memberIds) await append(memberId);
  return { database, append };
}

async function segmentOf(
  { database }: Awaited<ReturnType<typeof aLog>>,
  limit = 100,
): Promise<LogSegment> {
  const segment = await readSegment(database, logBeginning, limit);
  if (segment === undefined) throw new Error("The log is empty");
  return segment;
}

describe("a segment of the log", () => {
  it("has events, payloads and claims from a place on, and says whether there is more", async () => {
    const log = await aLog("pat", "kim");
    const first = await segmentOf(log, 2);
    expect(first).toMatchObject({ after: logBeginning, to: { position: 2 }, isLast: false });
    expect(first.claims).toEqual([["username", "digest of pat", "pat"]]);
    const second = await readSegment(log.database, first.to, 100);
    expect(second).toMatchObject({ to: await lastPlace(log.database), isLast: true });
    expect(await readSegment(log.database, await lastPlace(log.database), 100)).toBeUndefined();
  });

  it("ends early where payloads are large, after one event at least", async () => {
    const { database } = await aLog();
    const log = await openLibsqlLog(database, () => 1000);
    const { events, ...pat } = commit("pat", "1", "2", "3", "4");
    const large = events.map((event) => ({ ...event, sealed: new Uint8Array(1_500_000) }));
    await log.append([{ ...pat, events: large }]);
    const first = await readSegment(database, logBeginning, 100);
    expect(first).toMatchObject({ to: { position: 2 }, isLast: false });
    const second = await readSegment(database, first?.to ?? logBeginning, 100);
    expect(second).toMatchObject({ to: { position: 4 }, isLast: true });
  });

  it("adds to another log what that one does not have, and nothing twice", async () => {
    const log = await aLog("pat", "kim");
    const copy = await aLog();
    await appendSegment(copy.database, await segmentOf(log, 2));
    const whole = await segmentOf(log);
    await appendSegment(copy.database, whole);
    await appendSegment(copy.database, whole);
    expect(await segmentOf(copy)).toEqual(whole);
    expect(await hasPlace(copy.database, await lastPlace(log.database))).toBe(true);
    // And goes on from there.
    await copy.append("lou");
    expect(await lastPlace(copy.database)).toMatchObject({ position: 6 });
  });

  it("is not added to a log that it does not go on from", async () => {
    const log = await aLog("pat", "kim");
    const other = await aLog("lou");
    await expect(appendSegment(other.database, await segmentOf(log))).rejects.toThrow(BadSegment);
    const second = await readSegment(log.database, (await segmentOf(log, 2)).to, 100);
    await expect(appendSegment((await aLog()).database, second as LogSegment)).rejects.toThrow(
      "is of another log",
    );
  });
});
