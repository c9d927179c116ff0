import { DatabaseUnavailable } from "../store/database-errors.ts";
import { Refusal } from "../errors.ts";
import type { Handler } from "../handler.ts";
import { dayMs } from "../day.ts";
import type { Cause, EventLog } from "../store/event-log.ts";
import { recordIn } from "../members/evolve.ts";
import { isAdmitted } from "../program/admission.ts";
import type { RevealTable } from "../read/reveals.ts";
import {
  dayOf,
  decideReveal,
  type Reveal,
  type RevealBudget,
  revealsStoredDays,
  unseenContacts,
} from "./reveals.ts";

/** A budget shared by several viewers, such as all strangers at one network address. */
export interface SharedBudget {
  /** Uses one person's contacts. @throws When nothing is left. */
  take(): Promise<void>;
  /** Returns one, if nothing was shown after all. */
  giveBack(): Promise<void>;
}

export interface Budget extends RevealBudget {
  readonly shared?: SharedBudget | undefined;
}

export interface RevealsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "forget">;
  readonly table: RevealTable;
  readonly now: () => Date;
}

const forgetBatchSize = 500;

export class Reveals {
  constructor(private readonly deps: RevealsDependencies) {}

  /**
   * Stores a view of contacts before they are shown. False if the viewer has seen them today.
   * @throws {Refusal} When they are the viewer's own, or their owner is erased.
   */
  async save(viewerId: string, reveal: Reveal, cause: Cause, budget: Budget): Promise<boolean> {
    // Looking again on the same day costs one read.
    const seen = await this.deps.table.seenOn(dayOf(this.deps.now()), viewerId);
    if (unseenContacts(seen, reveal).length === 0) return false;
    return await this.#saveNew(viewerId, reveal, cause, budget);
  }

  /** Deletes events from the log that are too old, or about an erased member. */
  async forgetExpired(): Promise<void> {
    const { log, table, now } = this.deps;
    for (;;) {
      const sinceMs = now().getTime() - revealsStoredDays * dayMs;
      const positions = await table.expired(sinceMs, forgetBatchSize);
      if (positions.length === 0) return;
      await log.forget({ positions });
      await table.forgot(positions);
    }
  }

  async #saveNew(
    viewerId: string,
    reveal: Reveal,
    cause: Cause,
    { shared, ...budget }: Budget,
  ): Promise<boolean> {
    const { handler, table } = this.deps;
    let isTaken = false;
    const giveBack = async () => {
      if (isTaken) await shared?.giveBack();
    };
    try {
      const options = { cause, lockOn: [viewerId] };
      const isNew = await handler.handle(options, async (transaction) => {
        // Read first: if the viewer sees other contacts after this, the append fails and this is decided again.
        await transaction.memberWithDealings(viewerId);
        const between = await transaction.between(viewerId, reveal.ownerId);
        const viewer = await transaction.present(viewerId);
        // Staff may have suspended or refused them since the request arrived.
        if (!isAdmitted(viewer)) {
          throw new Refusal("program/waiting", "Program staff haven't approved your account");
        }
        const owner = recordIn(await transaction.member(reveal.ownerId));
        if (owner === undefined || owner.memberId === viewerId) {
          throw new Refusal("connection/no-profile", "Profile not found");
        }
        const seen = await table.seenOn(dayOf(transaction.now), viewerId);
        const events = decideReveal(seen, reveal, budget);
        const isPersonNew = seen.every(({ ownerId }) => ownerId !== reveal.ownerId);
        if (events.length > 0 && isPersonNew && !isTaken) {
          await shared?.take();
          isTaken = true;
        }
        transaction.append(viewerId, events, { between });
        return events.length > 0;
      });
      // Another process was first.
      if (!isNew) await giveBack();
      return isNew;
    } catch (error) {
      // If the database became unavailable, the view may be stored nevertheless.
      if (!(error instanceof DatabaseUnavailable)) await giveBack();
      throw error;
    }
  }
}
