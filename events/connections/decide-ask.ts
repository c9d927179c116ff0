import { spelled } from "../amounts.ts";
import { eventBetween } from "./events.ts";
import { Refusal } from "../errors.ts";
import { codeRegion } from "../members/coding.ts";
import type { MemberEvent } from "../members/events.ts";
import { canView, publicProfile } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { productTopics, type Topics } from "../program/topics.ts";
import type { Ask } from "./commands.ts";
import { type ConnectionRecord, isOpen } from "./connection.ts";
import { type ConnectionLimits, expiresAfterDays } from "./limits.ts";
import { type AskedSoFar, refuseTooMany, refuseUnadmitted, refuseUnconfirmed } from "./may-ask.ts";
import { takesRequests } from "./mentoring.ts";

export interface AskState extends AskedSoFar {
  readonly asker: MemberRecord;
  readonly mentor: MemberRecord | undefined;
  readonly conversations: number;
  /** All requests and conversations between the two that the asker knows of, whichever of them asked. */
  readonly between: readonly ConnectionRecord[];
  readonly isBlocking?: boolean;
  /** Whether the mentor recently declined a since deleted account with the asker's address. */
  readonly wasDeclined?: boolean;
  /** Whether the mentor has an open request that a block hides from the asker. */
  readonly hidesRequest?: boolean;
  readonly topics?: Topics;
}

export function decideAsk(
  state: AskState,
  { connectionId, mentorId, topics, note }: Ask,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  const { asker, mentor, conversations, asked, questions, between } = state;
  const { topics: known = productTopics } = state;
  const nowMs = now.getTime();
  refuseUnadmitted(asker);
  if (mentorId === asker.memberId) {
    throw new Refusal("connection/yourself", "You can't ask yourself for help");
  }
  if (mentor === undefined || !canView(asker, mentor)) {
    throw new Refusal("connection/no-profile", "Profile not found");
  }
  if (asker.role === null || mentor.role === null) {
    throw new Refusal("profile/role-missing", "Select your role first");
  }
  refuseUnconfirmed(asker);
  if (state.isBlocking) {
    throw new Refusal(
      "connection/blocking",
      "You've blocked this person. Unblock them to ask for help.",
    );
  }
  if (state.hidesRequest) {
    throw new Refusal(
      "connection/blocked-lately",
      `You blocked this person recently. You can ask them for help in ${
        spelled(expiresAfterDays, "day")
      }.`,
    );
  }
  if (between.some(isOpen)) {
    throw new Refusal("connection/open", "You're already in touch with this person");
  }
  const lastNoMs = Math.max(
    ...between.filter(({ state, askerId }) => state === "declined" && askerId === asker.memberId)
      .map(({ answeredAt }) => Date.parse(answeredAt ?? "")),
  );
  if (state.wasDeclined || nowMs < lastNoMs + limits.againAfterMs) {
    throw new Refusal("connection/declined-lately", "You can ask this person again later");
  }
  if (!takesRequests(mentor, conversations, now)) {
    throw new Refusal("connection/not-taking", "Not taking requests right now");
  }
  refuseTooMany({ asked, questions }, limits, now);
  const shown = publicProfile(mentor);
  const wanted = topics.map((topic) => known.storedOf(topic) ?? topic);
  const offered = (shown?.helpTopics ?? []).map(known.storedOf);
  if (wanted.some((topic) => !offered.includes(topic))) {
    throw new Refusal("connection/invalid", "Check the topics", {
      topics: "Choose from the topics this person offers",
    });
  }
  return [
    eventBetween("ConnectionRequested", {
      connectionId,
      memberId: mentorId,
      role: asker.role,
      askedRole: mentor.role,
      topics: [...new Set(wanted)],
      armyBranch: shown?.armyBranch ?? null,
      regionCode: codeRegion(shown?.location ?? null),
    }),
    eventBetween("MessageSent", { connectionId, text: note, way: "site" }),
  ];
}
