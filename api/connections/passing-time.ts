import type { Connections as RecordedConnections } from "../../events/connections/handle.ts";
import type { ConnectionLimits } from "../../events/connections/limits.ts";
import { isPaused, mentoringOf } from "../../events/connections/mentoring.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";

export interface PassingTimeDependencies {
  readonly recorded: Pick<
    RecordedConnections,
    "pass" | "forgetTexts" | "forgetLeft" | "changeMentoring"
  >;
  readonly connectionTable: Pick<ConnectionTable, "waiting" | "ofMember">;
  readonly table: Pick<MemberTable, "byId">;
  readonly limits: ConnectionLimits;
  /** How long the texts of a conversation are kept after its end. */
  readonly keepTextsMs: number;
  readonly wakeSender: () => void;
  readonly now: () => Date;
}

/** How many are looked at in one go. */
const atOnce = 100;
/** After so many requests in a row that expired, a mentor is asked no more until they resume. */
const silentAfter = 2;
const time = { actorId: "system", correlationId: "time", causationId: "time" } as const;

/**
 * What time does to connections: requests expire, quiet conversations are asked about and end, texts are
 * forgotten, and who does not answer is paused. Any number of nodes may run it, and one that is killed
 * leaves nothing half done: what is due follows from the read tables, and is recorded once.
 */
export function createPassingTime(deps: PassingTimeDependencies): () => Promise<void> {
  const { recorded, connectionTable, table, limits, keepTextsMs, wakeSender, now } = deps;

  async function passAll(
    waitsFor: "answer" | "word" | "sign",
    afterMs: number,
    type: "Expire" | "AskWhetherItGoesOn" | "EndQuiet",
  ): Promise<void> {
    const silent = new Set<string>();
    for (;;) {
      const due = await connectionTable.waiting(waitsFor, now().getTime() - afterMs, atOnce);
      let passed = 0;
      for (const { connectionId, mentorId } of due) {
        if (!await recorded.pass(connectionId, { type })) continue;
        passed += 1;
        if (type === "Expire") silent.add(mentorId);
      }
      if (due.length < atOnce || passed === 0) break;
    }
    for (const mentorId of silent) await pauseWhenSilent(mentorId);
    if (silent.size > 0) wakeSender();
  }

  async function pauseWhenSilent(mentorId: string): Promise<void> {
    const mentor = await table.byId(mentorId);
    if (mentor === undefined || isPaused(mentoringOf(mentor), now())) return;
    const since = mentor.mentoring?.saidAt ?? "";
    const answered = (await connectionTable.ofMember(mentorId))
      .filter((each) => each.mentorId === mentorId && each.state !== "requested")
      .filter(({ lastAt }) => lastAt > since)
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const lately = answered.slice(0, silentAfter);
    if (lately.length < silentAfter || lately.some(({ state }) => state !== "expired")) return;
    await recorded.changeMentoring(mentorId, { pausedUntil: "resumed" }, time);
  }

  return async () => {
    await passAll("answer", limits.expiresAfterMs, "Expire");
    await passAll("word", limits.quietAfterMs, "AskWhetherItGoesOn");
    await passAll("sign", limits.quietEndsAfterMs, "EndQuiet");
    const kept = now().getTime() - keepTextsMs;
    for (const { connectionId } of await connectionTable.waiting("forgetting", kept, atOnce)) {
      await recorded.forgetTexts(connectionId);
    }
    await recorded.forgetLeft();
  };
}
