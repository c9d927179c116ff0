import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { commitBetween, sealed } from "../commits.ts";
import { isBetweenTwo } from "../connections/events.ts";
import type { MemberEvent } from "../members/events.ts";
import { isOfProgram, settingsStream } from "../program/setting-events.ts";
import { cause, openSystem } from "../testing/system.ts";

/** Every type of event, as once stored. */
const golden: readonly MemberEvent[] = JSON.parse(
  await readFile(new URL("../members/golden/v1.json", import.meta.url), "utf8"),
);

it("projects every type of stored event, since an error would refuse a save", async () => {
  const { clock, log, readModel, keys } = await openSystem();
  const [memberId, otherId, between] = ["pat", "quinn", crypto.randomUUID()];
  const made = await keys.ensure([memberId, settingsStream]);
  const versions = new Map<string, number>();
  for (const { type, facts, personal } of golden) {
    clock.ms += 1000;
    const event = { type, facts, personal } as MemberEvent;
    const isOfTwo = isBetweenTwo(event);
    const owner = isOfProgram(event) ? settingsStream : memberId;
    const stream = isOfTwo ? between : owner;
    const version = versions.get(stream) ?? 0;
    const of = { stream, head: { version } };
    const events = [{ event, eventId: crypto.randomUUID() }];
    const how = { key: made.get(owner), atMs: clock.ms };
    const authored = events.map((each) => ({ ...each, authorId: memberId }));
    const two = { ...of, events: authored, authorId: memberId, otherId, begins: undefined };
    const [one] = isOfTwo
      ? commitBetween(two, () => how)
      : [sealed({ ...of, cause, atMs: clock.ms }, { ...how, events })];
    if (one === undefined) throw new Error("Nothing was sealed");
    const { statements } = await readModel.project(one.opened, { keyOf: (id) => made.get(id) });
    await log.append([{ ...one.commit, along: statements }]);
    versions.set(stream, version + 1);
  }
  expect(await log.lastPosition()).toBe(golden.length);
  expect(await readModel.differences()).toEqual([]);
});
