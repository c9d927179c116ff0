/**
 * Indexer: keeps a search index current. It reads which members have changed, and puts or removes their
 * documents. Called after every write, before its answer, so that writers find their own changes.
 *
 * @module
 */
import type { MemberRecord } from "../events/members/record.ts";
import { type ProfileSearch, SearchUnavailable } from "./profile-search.ts";
import type { ProfileDocument } from "./project-document.ts";
import { projectDocument } from "./project-document.ts";

/** A member as they are now, at the position of their last change. */
export interface MemberChange {
  readonly memberId: string;
  /** Above 0. */
  readonly position: number;
  /** `undefined` once erased. */
  readonly member: MemberRecord | undefined;
}

/** What the index needs of the read model. */
export interface MemberChanges {
  /**
   * The changes above a position, in order of position, at most `limit` and what else has the position of
   * the last; empty at the end.
   */
  changedSince(position: number, limit: number): Promise<readonly MemberChange[]>;
}

export type MemberIndexer = ReturnType<typeof createMemberIndexer>;

/**
 * Follows `changes` from the beginning, so that the first `catchUp` fills the index; or from
 * `startAt`, the position of an index that is filled already.
 */
export function createMemberIndexer(
  changes: MemberChanges,
  search: Pick<ProfileSearch, "put" | "remove">,
  { pageSize = 500, startAt = 0 } = {},
) {
  let position = startAt;
  /** The pass that was asked for last; passes run one after the other. */
  let latest: Promise<void> = Promise.resolve();
  /** The same, as long as it has not begun to read. */
  let waiting: Promise<void> | undefined;

  async function pass(): Promise<void> {
    for (;;) {
      const page = await changes.changedSince(position, pageSize);
      const last = page.at(-1);
      if (last === undefined) return;
      if (last.position <= position) throw new Error(`Changes do not advance from ${position}`);
      await applyChanges(page, search);
      position = last.position;
      if (page.length < pageSize) return;
    }
  }

  return {
    /**
     * Resolves once every change that was made before this call can be found. Calls at the same time
     * share their work. After a failure the next call starts where this one stopped.
     *
     * @throws {SearchUnavailable} When the engine cannot be reached.
     */
    catchUp(): Promise<void> {
      // A pass that has begun may have read past the place where the caller's change would be, so
      // only one that has not begun is sure to see that change.
      waiting ??= latest.catch(() => {}).then(() => {
        waiting = undefined;
        return pass();
      });
      latest = waiting;
      return waiting;
    },
    /** Of the last change that can be found; 0 before the first. */
    position: (): number => position,
  };
}

/** Brings an index to what members are after these changes. Doing it twice changes nothing. */
export async function applyChanges(
  page: readonly MemberChange[],
  search: Pick<ProfileSearch, "put" | "remove">,
): Promise<void> {
  const members = new Map(page.map(({ memberId, member }) => [memberId, member]));
  const found: ProfileDocument[] = [];
  const gone: string[] = [];
  for (const [memberId, member] of members) {
    const document = member && projectDocument(member);
    if (document === undefined) gone.push(memberId);
    else found.push(document);
  }
  // First what must not be found any more.
  if (gone.length > 0) await search.remove(gone);
  if (found.length > 0) await search.put(found);
}

/**
 * An index that goes on without a document that it fails over, so that one does not keep all others
 * out. Nothing of it can be found then, what was found of it before neither.
 *
 * @param leftOut Is told of each, by what was thrown.
 */
export function leaveOutBroken(
  search: Pick<ProfileSearch, "put" | "remove">,
  leftOut: (error: unknown) => void,
): Pick<ProfileSearch, "put" | "remove"> {
  return {
    async put(documents) {
      try {
        return await search.put(documents);
      } catch (error) {
        if (error instanceof SearchUnavailable) throw error;
      }
      for (const document of documents) {
        try {
          await search.put([document]);
        } catch (error) {
          if (error instanceof SearchUnavailable) throw error;
          await search.remove([document.memberId]);
          leftOut(error);
        }
      }
    },
    remove: (memberIds) => search.remove(memberIds),
  };
}
