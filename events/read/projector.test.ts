import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { commitsOf } from "../commits.ts";
import type { MemberEvent } from "../members/events.ts";
import { unknownMember } from "../members/evolve.ts";
import { createPrivateStreams } from "../members/private-streams.ts";
import { isOfProgram, settingsStream } from "../program/setting-events.ts";
import { cause, openSystem, secrets } from "../testing/system.ts";

/** Every type of event, as it was once written. */
const golden: readonly MemberEvent[] = JSON.parse(
  await readFile(new URL("../members/golden/v1.json", import.meta.url), "utf8"),
);

it("projects every event that was ever stored: an error there would refuse its save", async () => {
  const { clock, log, readModel, vault } = await openSystem();
  const [memberId, privateStreams] = ["pat", createPrivateStreams(secrets.claimKey)];
  const keys = await vault.keys.ensure([memberId, settingsStream]);
  const versions = new Map<string, number>();
  let privateCount = 0;
  for (const { type, facts, personal } of golden) {
    clock.ms += 1000;
    const event = { type, facts, personal } as MemberEvent;
    const name = isOfProgram(event) ? settingsStream : memberId;
    const version = versions.get(name) ?? 0;
    const [one] = commitsOf(name, {
      ...{ member: unknownMember, isWithPrivate: false, erase: [], mail: [], cause },
      ...{ head: { version }, privateCount, atMs: clock.ms, key: keys.get(name) },
      events: [{ event, eventId: crypto.randomUUID() }],
    }, { privateStreams, newId: () => crypto.randomUUID(), keyOf: () => undefined });
    if (one === undefined) throw new Error("An event is always recorded");
    const { statements } = await readModel.project(one.opened, (id) => keys.get(id));
    await log.append([{ ...one.commit, along: statements }]);
    if (one.opened[0]?.privateNumber === 0) versions.set(name, version + 1);
    else privateCount += 1;
  }
  expect(await log.lastPosition()).toBe(golden.length);
  expect(await readModel.differences()).toEqual([]);
});
