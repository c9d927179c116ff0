import { counted, spelled } from "../amounts.ts";
import { eventBetween } from "./events.ts";
import { Refusal } from "../errors.ts";
import { dayMs } from "../day.ts";
import { codeRegion } from "../members/coding.ts";
import type { MemberEvent } from "../members/events.ts";
import { canView, publicProfile } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted } from "../program/admission.ts";
import { productTopics, type Topics } from "../program/topics.ts";
import type { Ask } from "./commands.ts";
import { type ConnectionRecord, isOpen } from "./connection.ts";
import { type ConnectionLimits, expiresAfterDays } from "./limits.ts";
import { takesRequests } from "./mentoring.ts";

export interface AskState {
  readonly asker: MemberRecord;
  readonly mentor: MemberRecord | undefined;
  readonly conversations: number;
  /** All requests of the asker to anyone, in any order. */
  readonly asked: readonly ConnectionRecord[];
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
  const { asker, mentor, conversations, asked, between, topics: known = productTopics } = state;
  const nowMs = now.getTime();
  if (!isAdmitted(asker)) {
    throw new Refusal("program/waiting", "You can ask for help once program staff approve you");
  }
  if (mentorId === asker.memberId) {
    throw new Refusal("connection/yourself", "You can't ask yourself for help");
  }
  if (mentor === undefined || !canView(asker, mentor)) {
    throw new Refusal("connection/no-profile", "Profile not found");
  }
  if (asker.role === null || mentor.role === null) {
    throw new Refusal("profile/role-missing", "Select your role first");
  }
  if (!asker.emailVerified) {
    throw new Refusal(
      "connection/unconfirmed",
      "Confirm your email address first, so the answer reaches you",
    );
  }
  if (asker.isAskingClosed) {
    throw new Refusal(
      "connection/asking-closed",
      "Program staff have stopped you from asking for help. Write to them if you have questions.",
    );
  }
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
  const open = asked.filter(({ state, isLeft }) => state === "requested" && !isLeft).length;
  if (open >= limits.openRequests) {
    throw new Refusal(
      "connection/too-many-open",
      `You have ${
        counted(limits.openRequests, "unanswered request")
      }. Withdraw one to ask someone else.`,
    );
  }
  const lately = asked.filter(({ askedAt }) => Date.parse(askedAt ?? "") > nowMs - 7 * dayMs);
  if (lately.length >= limits.requestsAWeek) {
    throw new Refusal(
      "connection/too-many-lately",
      `You can ask ${
        counted(limits.requestsAWeek, "person", "people")
      } a week. Try again in a few days.`,
    );
  }
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
