/** A cadet's request to a mentor, as tests tell it: who did what, and after how many days. */
import type { MemberEvent } from "../../members/events.ts";
import { memberWith } from "../../testing/members.ts";
import { type ConnectionRecord, evolveConnection } from "../connection.ts";
import { eventBetween } from "../events.ts";
import type { DeclineReason } from "../vocabulary.ts";

export const dayMs = 24 * 60 * 60 * 1000;
export const startMs = Date.parse("2026-03-01T12:00:00.000Z");
/** So many days after the request, and milliseconds. */
export const after = (days: number, ms = 0) => new Date(startMs + days * dayMs + ms);
export const iso = (days: number, ms = 0) => after(days, ms).toISOString();

export const connectionId = "c1";
export const topics = ["Networking"];
export const cadet = memberWith({
  memberId: "cadet",
  role: "cadet",
  emailVerified: true,
  profile: null,
});
export const mentor = memberWith({ memberId: "mentor", profile: { helpTopics: ["Networking"] } });

/** What someone did after so many days. */
export type Step = readonly [who: "cadet" | "mentor", days: number, event: MemberEvent];

export const requested: MemberEvent = eventBetween("ConnectionRequested", {
  role: "cadet",
  askedRole: "alumni",
  topics,
  armyBranch: "Aviation",
  regionCode: "US-TX",
  connectionId,
  memberId: "mentor",
});
export const answer = (
  isAccepted: boolean,
  reason: DeclineReason | null = null,
): MemberEvent => (eventBetween("ConnectionAnswered", {
  isAccepted,
  waited: "1",
  topics,
  reason,
  connectionId,
}));
export const closed = (type: "ConnectionWithdrawn" | "ConnectionExpired"): MemberEvent => ({
  type,
  facts: {},
  personal: { waited: "1", connectionId },
});
export const text = (
  words = "Hello",
): MemberEvent => (eventBetween("MessageSent", { way: "site", connectionId, text: words }));
export const quiet: MemberEvent = eventBetween("ConnectionQuiet", { connectionId });
export const reminded = (number: 1 | 2): MemberEvent =>
  eventBetween("ConnectionReminded", { connectionId, number });
export const ended = (
  by: "asker" | "mentor" | "quiet",
): MemberEvent => (eventBetween("ConnectionEnded", { lasted: "1", by, connectionId }));
export const feedback: MemberEvent = eventBetween("FeedbackGiven", {
  helped: "yes",
  topics,
  connectionId,
  words: null,
});
export const forgotten: MemberEvent = eventBetween("MessagesForgotten", { connectionId });

export const asked: Step = ["cadet", 0, requested];
export const accepted: readonly Step[] = [asked, ["mentor", 1, answer(true)]];
export const over: readonly Step[] = [...accepted, ["cadet", 2, ended("asker")]];

/** What these make, if anything. */
export const evolved = (history: readonly Step[]) =>
  history.reduce<ConnectionRecord | undefined>(
    (before, [memberId, days, event]) =>
      evolveConnection(before, { memberId, atMs: after(days).getTime(), event }),
    undefined,
  );

/** The connection after these. */
export function connectionOf(...history: readonly Step[]): ConnectionRecord {
  const connection = evolved(history);
  if (connection === undefined) throw new Error("There is no connection");
  return connection;
}
