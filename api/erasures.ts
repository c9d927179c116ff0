import type { MemberTable } from "../events/read/members.ts";
import type { Vault } from "../events/vault/vault.ts";
import type { Follower } from "./follow.ts";

const pageSize = 500;

/**
 * Finishes erasures that were interrupted between the log and the vault, or recorded by another
 * process: until the key is gone, what was erased could be read from a backup.
 */
export function createErasures(
  table: Pick<MemberTable, "changedSince">,
  vault: Pick<Vault, "forget" | "memberIds">,
  removeFiles: (memberId: string) => Promise<void>,
): Follower {
  let position = 0;

  return {
    async catchUp() {
      for (;;) {
        const page = await table.changedSince(position, pageSize);
        const last = page.at(-1);
        if (last === undefined) return;
        const erased = page.filter(({ member }) => member === undefined);
        if (erased.length > 0) {
          const kept = new Set(await vault.memberIds());
          for (const { memberId } of erased) {
            if (!kept.has(memberId)) continue;
            await vault.forget(memberId);
            await removeFiles(memberId);
          }
        }
        position = last.position;
      }
    },
  };
}
