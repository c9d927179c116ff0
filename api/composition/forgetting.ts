import { receiptLine } from "../../events/verify/receipt.ts";
import { createEraseAccount, type EraseAccount } from "../erasure/erase-account.ts";
import { createErasures } from "../erasure/erasures.ts";
import { forgetDeleted } from "../erasure/forget-deleted.ts";
import { createPendingWork } from "../node/pending-work.ts";
import { createErasedFiles } from "../objects/erased-files.ts";
import type { ProductDependencies } from "./dependencies.ts";
import type { Following } from "./following.ts";
import type { OpenRecord } from "./record.ts";

/** Erasing members, and finishing what a process left that was killed. */
export interface Forgetting {
  readonly erase: EraseAccount;
  /** Takes in what was recorded by this or another process, and finishes its erasures. */
  follow(): Promise<void>;
  /** Removes files of erased members that could not be removed, or could have come since. */
  removeLeft(): Promise<void>;
  /** Brings everything to the log's end, and erases again who came back with a backup. */
  start(): Promise<void>;
}

export async function createForgetting(
  deps: ProductDependencies,
  { log: eventLog, vault, members, connections, reveals, readModel }: OpenRecord,
  { catchUpAll }: Pick<Following, "catchUpAll">,
): Promise<Forgetting> {
  const { ledger, log, now, secrets: { claimKey: receiptSecret } } = deps;
  const files = createErasedFiles(deps);
  await ledger?.prepare();
  /** Overwrites what erasures have deleted in the log, with what others wrote to who is erased. */
  async function forgetErased(): Promise<void> {
    await readModel.catchUp();
    await forgetOfOthers();
    await eventLog.forgetErased();
  }
  /** What others wrote to who is erased, and that they looked at their contacts. */
  async function forgetOfOthers(): Promise<void> {
    await connections.forgetLeft();
    await reveals.forgetOver();
  }
  const erasures = createErasures({
    eventLog,
    forgetErased,
    table: readModel.members,
    members,
    vault,
    removeFiles: files.remove,
    ledger,
    receiptSecret,
    log,
  });
  const pendingWork = createPendingWork({ vault, eventLog, members, now });
  const follow = async () => {
    await catchUpAll();
    await erasures.catchUp();
    await pendingWork.catchUp();
  };
  return {
    erase: createEraseAccount({
      members,
      eventLog,
      forgetErased,
      vault,
      async removeFiles(memberId) {
        await erasures.note(memberId);
        await files.remove(memberId);
      },
      catchUpAll,
      receiptSecret,
    }),
    follow,
    removeLeft: files.removeLeft,
    async start() {
      await forgetDeleted({ ...deps, eventLog });
      await catchUpAll();
      const cameBack = await erasures.repeat();
      if (cameBack.length > 0) {
        log({
          level: "warning",
          event: "members were erased again: the databases are from before their erasure",
          members: cameBack.length,
          receipts: cameBack.map(receiptLine),
        });
      }
      await follow();
      // Left by a process that was killed, or there again with a backup.
      await forgetOfOthers();
    },
  };
}
