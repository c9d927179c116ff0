import type { EventLog } from "../../events/store/event-log.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { Log } from "../node/log.ts";
import { keysOfPicture, ownerOf, pictures, trash, uploads } from "./keys.ts";
import { type ObjectStore, readAll, Unwanted } from "./object-store.ts";
import {
  maxUnusedUploads,
  maxUnusedUploadsOfAll,
  removeSurplus,
  surplusOf,
} from "./unused-uploads.ts";

/** Longer than any upload, and than the time between an object and its event. */
const graceMs = 60 * 60 * 1000;
/** How long a swept picture can be restored. */
const trashMs = 7 * 24 * 60 * 60 * 1000;
/** Larger than any picture. */
const maxPictureBytes = 64 * 1024 * 1024;

export interface SweepDependencies {
  readonly objects: ObjectStore;
  readonly table: Pick<MemberTable, "byIds">;
  readonly eventLog: Pick<EventLog, "readStream">;
  /** False once erased. */
  readonly isPresent: (memberId: string) => Promise<boolean>;
  readonly isOurs: () => Promise<boolean>;
  /** Resolves once the table has every event stored before the call. */
  readonly now: () => Date;
  readonly log: Log;
}

/** Whether this many pictures of this total may be swept at once. */
export type MayRemove = (count: number, total: number) => boolean | Promise<boolean>;

/** More than crashes leave. If there are more, log and pictures probably don't belong together. */
export const isFew: MayRemove = (count, total) => count <= Math.max(4, total * 0.03);

type Verdict = "used" | "unused" | "erased" | "unclear";

/**
 * Garbage collection of stored objects, safe in several processes. Removed at once: files that
 * arrived after their owner was erased, and surplus uploads; later: unused uploads. Pictures of no
 * member, such as after a crash, go to the trash, are restored if a member has them after all, and
 * deleted after a week. Nothing is done if the store is another installation's, the log is damaged,
 * or too many pictures would go.
 */
export function createSweep(deps: SweepDependencies) {
  const { objects, table, eventLog, isPresent, isOurs, now, log } = deps;

  /** A picture in the trash is judged by its original name. */
  async function judge(keys: readonly string[]): Promise<(key: string) => Verdict> {
    const owners = new Set(keys.map(ownerOf));
    const members = await table.byIds([...owners]);
    const used = new Set(
      [...members.values()].flatMap(({ profileImageUrl }) =>
        profileImageUrl === null ? [] : keysOfPicture(profileImageUrl)
      ),
    );
    const others = new Map<string, Verdict>();
    // A member missing from the table may be new, or their data can't be read.
    for (const owner of owners) if (!members.has(owner)) others.set(owner, await verdictOn(owner));
    return (key) => used.has(key) ? "used" : others.get(ownerOf(key)) ?? "unused";
  }

  async function verdictOn(owner: string): Promise<Verdict> {
    const stream = await eventLog.readStream(owner);
    if (stream.length === 0) return "unused";
    return stream.at(-1)?.type === "MemberErased" ? "erased" : "unclear";
  }

  async function judged(prefix: string, nameOf = (key: string) => key) {
    const found = await Array.fromAsync(objects.list(prefix));
    const verdict = await judge(found.map(({ key }) => nameOf(key)));
    return found.map((each) => ({ ...each, verdict: verdict(nameOf(each.key)) }));
  }

  async function move(from: string, to: string): Promise<void> {
    const found = await objects.read(from);
    if (found === undefined) return;
    const bytes = await readAll(found.body, maxPictureBytes);
    await objects.put(to, bytes, () => isPresent(ownerOf(from) || ownerOf(to))).catch((error) => {
      if (!(error instanceof Unwanted)) throw error;
    });
    await objects.remove([from]);
  }

  async function sweepUploads(before: Date): Promise<void> {
    for (const { key, writtenAt, verdict } of await judged(uploads)) {
      if (verdict === "erased" || writtenAt < before) await objects.remove([key]);
    }
    const waiting = await Array.fromAsync(objects.list(uploads));
    for (const theirs of Map.groupBy(waiting, ({ key }) => ownerOf(key)).values()) {
      await objects.remove(surplusOf(theirs, maxUnusedUploads));
    }
    await removeSurplus(objects, maxUnusedUploadsOfAll);
  }

  async function sweepPictures(before: Date, mayRemove: MayRemove): Promise<void> {
    let total = 0;
    const unused: string[] = [];
    for (const { key, writtenAt, verdict } of await judged(pictures)) {
      if (verdict === "erased") await objects.remove([key]);
      else total += 1;
      if (verdict === "unused" && writtenAt < before) unused.push(key);
    }
    if (unused.length === 0) return;
    if (!await mayRemove(unused.length, total)) {
      const event =
        "the sweep left pictures that no one seems to have: they are too many. Is this " +
        "the newest log?";
      log({ level: "warning", event, pictures: unused.length, of: total, run: "admin sweep" });
      return;
    }
    for (const key of unused) await move(key, trash + key);
  }

  async function sweepTrash(): Promise<void> {
    const over = new Date(now().getTime() - trashMs);
    const nameOf = (key: string) => key.slice(trash.length);
    for (const { key, writtenAt, verdict } of await judged(`${trash}${pictures}`, nameOf)) {
      if (verdict === "used") await move(key, nameOf(key));
      else if (verdict === "erased" || writtenAt < over) await objects.remove([key]);
    }
  }

  return async function sweep(mayRemove: MayRemove = isFew): Promise<void> {
    if (!await isOurs()) {
      const event = "the store of pictures is another installation's: nothing was swept";
      log({ level: "error", event });
      return;
    }
    const before = new Date(now().getTime() - graceMs);
    await objects.tidy(before);
    await sweepUploads(before);
    await sweepPictures(before, mayRemove);
    await sweepTrash();
  };
}
