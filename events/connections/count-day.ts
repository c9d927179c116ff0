import type { MemberEvent } from "../members/events.ts";
import type { Role } from "../vocabulary.ts";
import type { RequestsCounted } from "./count-events.ts";

export interface CountedWith {
  roleOf(memberId: string): Promise<Role | null | undefined>;
  askerOf(connectionId: string): Promise<string | undefined>;
  hasAskedBefore(memberId: string): Promise<boolean>;
  wasAcceptedBefore(memberId: string): Promise<boolean>;
}

export async function countDay(
  day: string,
  events: readonly { readonly memberId: string; readonly event: MemberEvent }[],
  known: CountedWith,
): Promise<RequestsCounted | undefined> {
  const counts = {
    day,
    asked: {},
    topics: {},
    branches: {},
    regions: {},
    accepted: {},
    declined: {},
    acceptedTopics: {},
    answeredBy: {} as RequestsCounted["answeredBy"],
    withdrawn: 0,
    expired: 0,
    ended: 0,
    feedback: {},
    askers: {},
    reached: {},
  };
  const askers = new Set<string>();
  const reached = new Set<string>();
  let isAnything = false;
  for (const { memberId, event } of events) {
    isAnything ||= countedTypes.has(event.type);
    switch (event.type) {
      case "ConnectionRequested": {
        const said = event.personal;
        if (said === null) break;
        add(counts.asked, said.role);
        for (const topic of said.topics) add(counts.topics, topic);
        add(counts.branches, said.armyBranch ?? "");
        add(counts.regions, said.regionCode ?? "");
        if (askers.has(memberId) || await known.hasAskedBefore(memberId)) break;
        askers.add(memberId);
        add(counts.askers, said.role);
        break;
      }
      case "ConnectionAnswered": {
        const said = event.personal;
        if (said === null) break;
        add(said.isAccepted ? counts.accepted : counts.declined, said.waited);
        const role = await known.roleOf(memberId);
        if (role != null) {
          const { accepted, declined } = counts.answeredBy[role] ?? { accepted: 0, declined: 0 };
          counts.answeredBy[role] = said.isAccepted
            ? { accepted: accepted + 1, declined }
            : { accepted, declined: declined + 1 };
        }
        if (!said.isAccepted) break;
        for (const topic of said.topics) add(counts.acceptedTopics, topic);
        const asker = await known.askerOf(said.connectionId);
        if (asker === undefined || reached.has(asker) || await known.wasAcceptedBefore(asker)) {
          break;
        }
        reached.add(asker);
        const askersRole = await known.roleOf(asker);
        if (askersRole != null) add(counts.reached, askersRole);
        break;
      }
      case "ConnectionWithdrawn":
        counts.withdrawn += 1;
        break;
      case "ConnectionExpired":
        counts.expired += 1;
        break;
      case "ConnectionEnded":
        counts.ended += 1;
        break;
      case "FeedbackGiven": {
        const said = event.personal;
        if (said !== null) add(counts.feedback, said.helped);
        break;
      }
    }
  }
  return isAnything ? counts : undefined;
}

const countedTypes: ReadonlySet<string> = new Set<MemberEvent["type"]>([
  "ConnectionRequested",
  "ConnectionAnswered",
  "ConnectionWithdrawn",
  "ConnectionExpired",
  "ConnectionEnded",
  "FeedbackGiven",
]);

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
