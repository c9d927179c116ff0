/**
 * Keeps an index current. Called after every write and before its answer, so that members find
 * their own changes.
 */
import type { ChangedMember } from "../events/read/members.ts";
import { shareRuns } from "../events/share-runs.ts";
import { type ProfileSearch, SearchUnavailable } from "./profile-search.ts";
import type { ProfileDocument } from "./project-document.ts";
import { projectDocument } from "./project-document.ts";

/** The part of the read model that the index needs. */
export interface MemberChanges {
  /** The changes above a position, in order: at most `limit`, plus those at the last one's position. */
  changedSince(position: number, limit: number): Promise<readonly ChangedMember[]>;
}

export type MemberIndexer = ReturnType<typeof createMemberIndexer>;

/** Follows `changes` from the beginning, or from `startAt`, the position of a filled index. */
export function createMemberIndexer(
  changes: MemberChanges,
  search: Pick<ProfileSearch, "put" | "remove">,
  { pageSize = 250, startAt = 0, alongside }: {
    readonly pageSize?: number;
    readonly startAt?: number;
    /** Gets the same changes before the index does. After a failure it gets them again. */
    readonly alongside?: (page: readonly ChangedMember[]) => void;
  } = {},
) {
  let position = startAt;

  async function pass(): Promise<void> {
    for (;;) {
      const page = await changes.changedSince(position, pageSize);
      const last = page.at(-1);
      if (last === undefined) return;
      if (last.position <= position) throw new Error(`Changes do not advance from ${position}`);
      alongside?.(page);
      await applyChanges(page, search);
      position = last.position;
      if (page.length < pageSize) return;
    }
  }

  return {
    /** Resolves once every earlier change can be found. After a failure the next call continues. */
    update: shareRuns(pass),
    /** Position of the last searchable change; 0 before the first. */
    position: (): number => position,
  };
}

export async function applyChanges(
  page: readonly ChangedMember[],
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
  // Removals first, so that hidden members disappear as early as possible.
  if (gone.length > 0) await search.remove(gone);
  if (found.length > 0) await search.put(found);
}

/** Wraps an index to skip and remove documents it fails on, so that one doesn't block others. */
export function skipBroken(
  search: Pick<ProfileSearch, "put" | "remove">,
  onBroken: (error: unknown) => void,
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
          onBroken(error);
        }
      }
    },
    remove: (memberIds) => search.remove(memberIds),
  };
}
