import { DatabaseUnavailable } from "../database-errors.ts";
import { Refusal } from "../errors.ts";
import { commitsOf } from "../connections/commits.ts";
import type { Cause, EventLog } from "../log/event-log.ts";
import { untilRecorded } from "../until-recorded.ts";
import type { StreamSnapshots } from "../members/handle.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { createTurns } from "../members/turns.ts";
import { isAdmitted } from "../program/admission.ts";
import type { RevealTable } from "../read/reveals.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { dayOf, decideReveal, type Reveal, type RevealBudget, revealsKeptDays } from "./reveals.ts";

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

/** Records of who was shown which contacts of whom. */
export interface Reveals {
  /**
   * Records that a member is shown contacts, before they are; nothing when they have seen them today.
   *
   * @returns Whether there was anything to record.
   * @throws {Refusal} When they have seen those of too many people today.
   */
  record(viewerId: string, reveal: Reveal, cause: Cause, budget: Budget): Promise<boolean>;
  /** Takes out of the log what is over: it is too old, or about somebody who is erased. */
  forgetOver(): Promise<void>;
}

export interface RevealsDependencies {
  readonly log: Pick<EventLog, "append" | "forget">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly privateStreams: PrivateStreams;
  readonly table: RevealTable;
  readonly members: StreamSnapshots;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

const recordedAtMost = 50_000;
const overAtOnce = 500;
const dayMs = 24 * 60 * 60 * 1000;

export function createReveals(deps: RevealsDependencies): Reveals {
  const { log, keys, privateStreams, table, members, catchUp, now, newId } = deps;
  /** One after the other for each viewer: mostly, only other processes are first. */
  const takeTurn = createTurns();
  /** Of this process: who looks again today costs nothing. */
  const recorded = new Set<string>();

  async function recordOnce(
    viewerId: string,
    reveal: Reveal,
    cause: Cause,
    budget: RevealBudget,
    takeShared: () => Promise<void>,
  ): Promise<boolean> {
    await catchUp();
    // The ends of the streams first: what was seen since makes the append fail, and this is decided anew.
    const snapshot = await members.snapshotOf(viewerId);
    if (snapshot?.member.status !== "present") {
      throw new Refusal("member/not-found", "Account not found");
    }
    // Staff may have refused them since their request came in.
    if (!isAdmitted(snapshot.member.record)) {
      throw new Refusal("program/waiting", "Program staff haven't approved your account");
    }
    const seen = await table.seenOn(dayOf(now()), viewerId);
    const events = decideReveal(seen, reveal, budget);
    if (events.length === 0) return false;
    if (!seen.some(({ ownerId }) => ownerId === reveal.ownerId)) await takeShared();
    const key = (await keys.load([viewerId])).get(viewerId);
    await log.append(commitsOf(
      events.map((event) => ({ event, eventId: newId() })),
      { memberId: viewerId, key, ends: snapshot },
      { privateStreams, cause, atMs: now().getTime(), newId },
    ));
    return true;
  }

  async function record(
    viewerId: string,
    reveal: Reveal,
    cause: Cause,
    { shared, ...budget }: Budget,
  ): Promise<boolean> {
    let isTaken = false;
    const takeShared = async () => {
      if (isTaken) return;
      await shared?.take();
      isTaken = true;
    };
    const giveBack = async () => {
      if (isTaken) await shared?.giveBack();
    };
    try {
      const isNew = await untilRecorded(() =>
        recordOnce(viewerId, reveal, cause, budget, takeShared)
      );
      // Another process has recorded it in the meantime.
      if (!isNew) await giveBack();
      return isNew;
    } catch (error) {
      // Where a database went away, it may be recorded all the same.
      if (!(error instanceof DatabaseUnavailable)) await giveBack();
      throw error;
    }
  }

  return {
    async record(viewerId, reveal, cause, budget) {
      const today = dayOf(now());
      const keysOfToday = reveal.contacts.map((contact) =>
        `${today} ${viewerId} ${reveal.ownerId} ${contact}`
      );
      if (keysOfToday.every((key) => recorded.has(key))) return false;
      const isNew = await takeTurn(viewerId, () => record(viewerId, reveal, cause, budget));
      if (isNew) await catchUp();
      if (recorded.size > recordedAtMost) recorded.clear();
      for (const key of keysOfToday) recorded.add(key);
      return isNew;
    },
    async forgetOver() {
      for (;;) {
        const positions = await table.over(now().getTime() - revealsKeptDays * dayMs, overAtOnce);
        if (positions.length === 0) return;
        await log.forget({ positions });
        await table.forgot(positions);
      }
    },
  };
}
