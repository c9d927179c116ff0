import type { Json } from "../log/event-log.ts";
import { helpedAnswers, waits } from "../connections/vocabulary.ts";
import { armyBranches, helpTopics, type Role } from "../vocabulary.ts";
import type { Random } from "./random.ts";

/** A member of a made-up log, as far as others can ask them. */
export interface MadeUpParty {
  readonly memberId: string;
  readonly role: string | null;
  readonly isVisible: boolean;
}

/** Something that happens between two: in whose stream, and what. */
export interface Between {
  readonly memberId: string;
  readonly type: string;
  readonly facts: Json;
}

interface MadeUpConnection {
  readonly asker: MadeUpParty;
  readonly mentor: MadeUpParty;
  readonly topics: readonly string[];
}

const regions = ["US-TX", "US-VA", "US-CA", "other", null];
const tries = 20;

/** Requests of a made-up log and what becomes of them, each event after those that it needs. */
export function createMadeUpConnections(random: Random, present: readonly MadeUpParty[]) {
  const open: MadeUpConnection[] = [];
  const goingOn: MadeUpConnection[] = [];
  const ended: MadeUpConnection[] = [];

  const find = (isFit: (member: MadeUpParty) => boolean) => {
    for (let turn = 0; turn < tries && present.length > 0; turn++) {
      const member = random.pick(present);
      if (isFit(member)) return member;
    }
    return undefined;
  };

  /** Takes one out, in no order; nothing where there is none. */
  function draw(from: MadeUpConnection[]): MadeUpConnection | undefined {
    const place = random.int(from.length);
    const drawn = from[place];
    const last = from.pop();
    if (drawn !== undefined && last !== undefined && last !== drawn) from[place] = last;
    return drawn;
  }

  function ask(): Between | undefined {
    const asker = find(({ role }) => role !== null && (role === "cadet" || random.chance(0.1)));
    const mentor = find(({ role, isVisible }) => isVisible && role !== "cadet");
    if (asker === undefined || mentor === undefined || asker === mentor) return undefined;
    const topics = helpTopics.filter(() => random.chance(0.08));
    open.push({ asker, mentor, topics });
    return {
      memberId: asker.memberId,
      type: "ConnectionRequested",
      facts: {
        role: asker.role as Role,
        askedRole: mentor.role as Role,
        topics,
        armyBranch: random.chance(0.1) ? null : random.pick(armyBranches),
        regionCode: random.pick(regions),
      },
    };
  }

  function answer(): Between | undefined {
    const connection = draw(open);
    if (connection === undefined) return undefined;
    const { mentor, topics } = connection;
    const isAccepted = random.chance(0.7);
    if (isAccepted) goingOn.push(connection);
    const facts = {
      isAccepted,
      waited: random.pick(waits),
      topics: [...topics],
      reason: isAccepted ? null : "no-time",
    };
    return { memberId: mentor.memberId, type: "ConnectionAnswered", facts };
  }

  function close(type: "ConnectionWithdrawn" | "ConnectionExpired"): Between | undefined {
    const asker = draw(open)?.asker;
    const waited = type === "ConnectionExpired" ? "longer" : random.pick(waits);
    return asker && { memberId: asker.memberId, type, facts: { waited } };
  }

  function write(): Between | undefined {
    const among = random.chance(0.2) ? open : goingOn;
    if (among.length === 0) return undefined;
    const { asker, mentor } = random.pick(among);
    const { memberId } = random.chance(0.5) ? asker : mentor;
    return { memberId, type: "MessageSent", facts: { way: random.pick(["site", "link"]) } };
  }

  function end(): Between | undefined {
    const connection = draw(goingOn);
    if (connection === undefined) return undefined;
    ended.push(connection);
    const by = random.pick(["asker", "mentor", "quiet"] as const);
    const { memberId } = by === "mentor" ? connection.mentor : connection.asker;
    return { memberId, type: "ConnectionEnded", facts: { lasted: random.pick(waits), by } };
  }

  function tell(): Between | undefined {
    const connection = draw(ended);
    if (connection === undefined) return undefined;
    const { asker: { memberId }, topics } = connection;
    const facts = { helped: random.pick(helpedAnswers), topics: [...topics] };
    return { memberId, type: "FeedbackGiven", facts };
  }

  function decide(): Between | undefined {
    const memberId = find(({ role }) => role !== null && role !== "cadet")?.memberId;
    const facts = {
      takesRequests: random.chance(0.8),
      capacity: 1 + random.int(10),
      pausedUntil: random.pick([null, null, "resumed", "2024-06", "2027-01"]),
      wantsReminders: true,
    };
    return memberId === undefined ? undefined : { memberId, type: "MentoringChanged", facts };
  }

  return {
    /** The next event; none if no member fits it. */
    next(): Between | undefined {
      const number = random.int(100);
      if (number < 18) return ask();
      if (number < 31) return answer();
      if (number < 34) return close("ConnectionWithdrawn");
      if (number < 37) return close("ConnectionExpired");
      if (number < 87) return write();
      if (number < 93) return end();
      if (number < 97) return tell();
      return decide();
    },
    /** Ends all connections of a member, without an event. */
    forget(member: MadeUpParty): void {
      for (const list of [open, goingOn, ended]) {
        for (let place = list.length - 1; place >= 0; place--) {
          const connection = list[place];
          if (connection?.asker === member || connection?.mentor === member) list.splice(place, 1);
        }
      }
    },
  };
}
