import type { Along } from "../../../events/members/handle.ts";
import type { Events } from "../../../events/open.ts";
import { remainingStaffId } from "../../../events/read/program-people.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Mail } from "../../mail/mail.ts";
import { describeError, type Log } from "../../node/log.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { isOutage } from "../../node/outages.ts";
import { createErasures } from "./erasures.ts";
import { createEmptyLog } from "./empty-log.ts";
import { createErasedFiles } from "../../objects/erased-files.ts";
import type { Following } from "../../search/following.ts";
import type { ErasureLedger } from "../../node/erasure-ledger.ts";
import type { EventsDependencies } from "../../../events/open.ts";

export type Erase = Forgetting["erase"];

export type Forgetting = Awaited<ReturnType<typeof createForgetting>>;

interface ForgettingParts extends Pick<EventsDependencies, "database"> {
  readonly ledger: ErasureLedger | undefined;
  readonly log: Log;
  readonly mail: Pick<Mail, "forget">;
  readonly now: () => Date;
  readonly objects: ObjectStore;
}

export async function createForgetting(
  deps: ForgettingParts,
  { keys, members, connections, reveals, settings, readModel }: Events,
  { update }: Pick<Following, "update">,
) {
  const { ledger, log } = deps;
  const files = createErasedFiles(deps);
  const emptyLog = createEmptyLog(deps);
  await ledger?.prepare();
  /** Deletes expired texts, and texts that others wrote to erased members. */
  async function deleteForgottenTexts(): Promise<void> {
    await connections.deleteForgottenTexts();
    await reveals.forgetExpired();
    await settings.forgetExpired();
    await emptyLog();
  }
  const erasures = createErasures({ members, keys, removeFiles: files.remove, ledger, log });

  /**
   * Erases a member in one transaction, and then everything outside the database. Can be repeated.
   * @param by The member by default. `ifUnanswered`: only while an invitation is open.
   * @param along Further changes stored in the same transaction.
   */
  async function erase(
    memberId: string,
    origin: Pick<Origin, "requestId">,
    by: { readonly actorId: string; readonly ifUnanswered?: boolean } = { actorId: memberId },
    along?: Along,
  ): Promise<void> {
    const command = {
      type: "Erase",
      ifUnanswered: by.ifUnanswered ?? false,
      remainingStaffId: await remainingStaffId(readModel.people, memberId),
    } as const;
    const work = {
      memberId,
      commands: [command],
      along: async () => [
        ...await along?.() ?? [],
        ...await connections.notingDeclines(memberId),
      ],
    };
    await members.carryOut(work, causeOf(by.actorId, origin));
    // The member is erased from here on. Steps that fail now, as on a full disk, are repeated
    // later.
    for (const rest of [update, deleteForgottenTexts, () => erasures.complete(memberId)]) {
      await rest().catch((error) => {
        if (!isOutage(error)) throw error;
        const event = "completing an erasure failed; will try again";
        log({ level: "warning", event, ...describeError(error) });
      });
    }
  }

  return {
    emptyLog,
    deleteForgottenTexts,
    erase,
    /** Indexes events appended by this or another process. */
    follow: update,
    /** Removes files of erased members that couldn't be removed before, or were uploaded since. */
    async removeErased(): Promise<void> {
      await erasures.completeAll();
      await files.removeErased();
    },
    /** Fills the index, and erases members again that a backup brought back. */
    async start(): Promise<void> {
      await update();
      const erasedAgain = await erasures.repeat();
      if (erasedAgain > 0) {
        log({
          level: "warning",
          event: "members were erased again: the databases are from before their erasure",
          members: erasedAgain,
        });
      }
      await erasures.completeAll();
      // Left by a killed process, or brought back by a backup.
      await deleteForgottenTexts();
    },
  };
}
