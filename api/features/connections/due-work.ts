import type { DueCommand } from "../../../events/connections/commands.ts";
import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import {
  type ConnectionLimits,
  pausedAfterExpired,
  reminderDays,
} from "../../../events/connections/limits.ts";
import { isPaused, mentoringOf } from "../../../events/connections/mentoring.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { TimeAway } from "../../../events/time-away.ts";
import { unlessErased } from "../../../events/errors.ts";
import { dayMs } from "../../../events/day.ts";
import { ofRequests, type WaitsFor } from "../../../events/read/connection-rows.ts";

interface DueWorkParts {
  readonly connectionCommands: ConnectionCommands;
  readonly away: Pick<TimeAway, "before">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId" | "pausedUntil">;
    readonly connections: Pick<ConnectionTable, "waiting" | "mentorsOfExpired" | "ofMember">;
  };
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly times: ConnectionLimits & { readonly messagesKeepDays: number };
  /** Deletes what was forgotten, also the mails from before a time, which quote it. */
  readonly deleteForgotten: (before: Date) => Promise<void>;
  readonly now: () => Date;
}

const atOnce = 100;
/** Requests that expired in this time are checked: longer than the nodes are ever down. */
const checkedForMs = 14 * dayMs;

/**
 * Does what is due: ends pauses, reminds, expires requests, asks about and ends quiet
 * conversations, forgets texts and contact views, pauses silent mentors. Any number of nodes may
 * run it, and a killed one leaves nothing half done: each step is stored once.
 */
export function createDueWork(
  { connectionCommands, away, tables, outgoing, times, deleteForgotten, now }: DueWorkParts,
): () => Promise<void> {
  const { members: table, connections: connectionTable } = tables;

  async function passAll(
    waitsFor: WaitsFor | readonly WaitsFor[],
    afterMs: number,
    type: DueCommand["type"],
  ): Promise<void> {
    for (;;) {
      const dueBefore = away.before(now().getTime(), afterMs);
      const due = await connectionTable.waiting(waitsFor, dueBefore, atOnce);
      let passed = 0;
      for (const { connectionId } of due) {
        if (await unlessErased(connectionCommands.recordDue(connectionId, { type }))) passed += 1;
      }
      if (passed > 0) outgoing.wake();
      if (due.length < atOnce || passed === 0) return;
    }
  }

  /** Checks all mentors: the node on which their requests expired may have been killed since. */
  async function pauseAllSilent(): Promise<void> {
    const since = away.before(now().getTime(), checkedForMs);
    for (const mentorId of await connectionTable.mentorsOfExpired(since)) {
      await unlessErased(pauseWhenSilent(mentorId));
    }
  }

  async function pauseWhenSilent(mentorId: string): Promise<void> {
    const mentor = await table.byId(mentorId);
    if (mentor === undefined || isPaused(mentoringOf(mentor), now())) return;
    const since = mentor.mentoring?.saidAt ?? "";
    const latestFirst = (await connectionTable.ofMember(mentorId))
      .filter((each) => each.mentorId === mentorId && !isNeutral(each))
      .filter(({ lastAt }) => lastAt > since)
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const latest = latestFirst.slice(0, pausedAfterExpired);
    if (latest.length < pausedAfterExpired || latest.some(({ state }) => state !== "expired")) {
      return;
    }
    await connectionCommands.pauseSilent(mentorId);
    outgoing.wake();
  }

  async function resumeAll(): Promise<void> {
    const month = now().toISOString().slice(0, 7);
    for (const memberId of await table.pausedUntil(month, atOnce)) {
      await unlessErased(connectionCommands.resume(memberId));
    }
  }

  return async () => {
    await resumeAll();
    await passAll(ofRequests, times.expiresAfterMs, "Expire");
    await passAll("second-reminder", reminderDays[1] * dayMs, "Remind");
    await passAll("first-reminder", reminderDays[0] * dayMs, "Remind");
    await pauseAllSilent();
    await passAll("word", times.quietAfterMs, "AskWhetherItGoesOn");
    await passAll("sign", times.quietEndsAfterMs, "EndQuiet");
    const endedBefore = now().getTime() - times.messagesKeepDays * dayMs;
    for (
      const { connectionId } of await connectionTable.waiting("forgetting", endedBefore, atOnce)
    ) {
      await unlessErased(connectionCommands.forgetTexts(connectionId));
    }
    await deleteForgotten(new Date(endedBefore));
  };
}

/** Whether a request says nothing about the mentor: open, withdrawn, or awaiting the asker. */
function isNeutral({ state, wasSilent }: ConnectionRecord): boolean {
  return state === "requested" || state === "withdrawn" || wasSilent === "asker";
}
