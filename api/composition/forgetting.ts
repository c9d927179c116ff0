import type { Events } from "../../events/open.ts";
import { receiptLine } from "../../events/verify/receipt.ts";
import { createEraseAccount } from "../erasure/erase-account.ts";
import { createErasures } from "../erasure/erasures.ts";
import { createForgetDeleted } from "../erasure/forget-deleted.ts";
import { createPendingWork } from "../node/pending-work.ts";
import { createErasedFiles } from "../objects/erased-files.ts";
import type { ProductDependencies } from "./dependencies.ts";
import type { Following } from "./following.ts";

export type Forgetting = Awaited<ReturnType<typeof createForgetting>>;

export async function createForgetting(
  deps: Pick<
    ProductDependencies,
    "databases" | "ledger" | "log" | "mail" | "now" | "objects" | "secrets"
  >,
  { log: eventLog, vault, members, connections, reveals, settings, readModel }: Events,
  { catchUpAll }: Pick<Following, "catchUpAll">,
) {
  const { ledger, log, now, secrets: { claimKey: receiptSecret } } = deps;
  const files = createErasedFiles(deps);
  const deleted = createForgetDeleted(deps);
  await ledger?.prepare();
  /** Overwrites what erasures have deleted in the log, and what others wrote to erased members. */
  async function forgetErased(): Promise<void> {
    await readModel.catchUp();
    await forgetLeft();
    await eventLog.forgetErased();
  }
  async function forgetLeft(): Promise<void> {
    await connections.forgetLeft();
    await reveals.forgetOver();
    await settings.forgetOver();
    await deleted.rewriteFiles(["vault", "read"]);
    await deleted.emptyLogs();
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
    deleted,
    /** Removes from every file what others wrote to an erased member, and what has expired. */
    forgetLeft,
    erase: createEraseAccount({
      noteRecentDeclines: (memberId) => connections.noteRecentDeclines(memberId),
      members,
      eventLog,
      people: readModel.people,
      forgetErased,
      vault,
      async removeFiles(memberId) {
        await erasures.note(memberId);
        await files.remove(memberId);
      },
      catchUpAll,
      receiptSecret,
    }),
    /** Applies what was recorded by this or another process, and finishes its erasures. */
    follow,
    /** Removes files of erased members that couldn't be removed before, or have arrived since. */
    removeLeft: files.removeLeft,
    /** Catches up with the log, and erases members again that a backup brought back. */
    async start(): Promise<void> {
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
      // Left by a killed process, or brought back by a backup.
      await forgetLeft();
    },
  };
}
