import { DatabaseUnavailable } from "../database-errors.ts";
import { Refusal } from "../errors.ts";
import type { Handler } from "../handler.ts";
import type { Cause, EventLog } from "../log/event-log.ts";
import { isAdmitted } from "../program/admission.ts";
import type { RevealTable } from "../read/reveals.ts";
import {
  dayOf,
  decideReveal,
  notSeen,
  type Reveal,
  type RevealBudget,
  revealsKeptDays,
} from "./reveals.ts";

/** A budget that a viewer shares with others, such as all strangers at one network address. */
export interface SharedBudget {
  /**
   * Takes one person's contacts out of it.
   *
   * @throws When nothing is left.
   */
  take(): Promise<void>;
  /** Puts one back: nothing was shown. */
  giveBack(): Promise<void>;
}

/** What a member may be shown today. */
export interface Budget extends RevealBudget {
  /** Used for each person that they have not seen today. */
  readonly shared?: SharedBudget | undefined;
}

export interface RevealsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "forget">;
  readonly table: RevealTable;
  readonly now: () => Date;
}

const forgottenAtOnce = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** Records of who was shown which contacts of whom. */
export class Reveals {
  constructor(private readonly deps: RevealsDependencies) {}

  /**
   * Records that a member is shown contacts, before they are; nothing when they have seen them today.
   *
   * @returns Whether there was anything to record.
   * @throws {Refusal} When they have seen those of too many people today.
   */
  async record(viewerId: string, reveal: Reveal, cause: Cause, budget: Budget): Promise<boolean> {
    // Who looks again today costs one look into the tables.
    const seen = await this.deps.table.seenOn(dayOf(this.deps.now()), viewerId);
    if (notSeen(seen, reveal).length === 0) return false;
    return await this.#recordOnce(viewerId, reveal, cause, budget);
  }

  /** Takes out of the log what is over: it is too old, or about somebody who is erased. */
  async forgetOver(): Promise<void> {
    const { log, table, now } = this.deps;
    for (;;) {
      const sinceMs = now().getTime() - revealsKeptDays * dayMs;
      const positions = await table.over(sinceMs, forgottenAtOnce);
      if (positions.length === 0) return;
      await log.forget({ positions });
      await table.forgot(positions);
    }
  }

  async #recordOnce(
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
      const options = { cause, lockOn: [viewerId], readsTables: true };
      const isNew = await handler.handle(options, async (transaction) => {
        // The ends of the streams first: what was seen since makes the append fail, and this is decided again.
        await transaction.memberWithPrivate(viewerId);
        const viewer = await transaction.present(viewerId);
        // Staff may have refused them since their request came in.
        if (!isAdmitted(viewer)) {
          throw new Refusal("program/waiting", "Program staff haven't approved your account");
        }
        const seen = await table.seenOn(dayOf(transaction.now), viewerId);
        const events = decideReveal(seen, reveal, budget);
        const isPersonNew = seen.every(({ ownerId }) => ownerId !== reveal.ownerId);
        if (events.length > 0 && isPersonNew && !isTaken) {
          await shared?.take();
          isTaken = true;
        }
        transaction.record(viewerId, events);
        return events.length > 0;
      });
      // Another process has recorded it in the meantime.
      if (!isNew) await giveBack();
      return isNew;
    } catch (error) {
      // Where a database went away, it may be recorded all the same.
      if (!(error instanceof DatabaseUnavailable)) await giveBack();
      throw error;
    }
  }
}
