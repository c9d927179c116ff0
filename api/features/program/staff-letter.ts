/** The Monday letter to staff: counts of what is waiting, each with a link, read when it is sent. */
import { dayMs } from "../../../events/day.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isStaff } from "../../../events/program/admission.ts";
import type { StaffLetters } from "../../../events/program/handle-staff-letter.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import type { ReportTable } from "../../../events/read/reports.ts";
import type { TimeAway } from "../../../events/time-away.ts";
import type { Letter, Line } from "../../mail/templates/letter.ts";
import { type Letterhead, pageLink, siteName } from "../../mail/templates/letterhead.ts";
import type { LookUpMail, ReadMail } from "../../mail/templates/messages.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Uncovered } from "../directory/uncovered.ts";
import type { Roster } from "./roster.ts";

const kind = "staff-letter";
const unansweredDays = 7;

interface StaffLetterParts {
  readonly staffLetters: Pick<StaffLetters, "recordDue">;
  readonly away: Pick<TimeAway, "before" | "lastUntilMs">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly people: Pick<ProgramPeople, "isEmpty" | "staff" | "waiting">;
    readonly reports: Pick<ReportTable, "countNotAbout">;
    readonly questions: Pick<QuestionTable, "countForStaff">;
    readonly connections: Pick<ConnectionTable, "countUnanswered" | "askerIds">;
  };
  readonly roster: Pick<Roster, "countNeverAsked">;
  readonly uncovered: Pick<Uncovered, "recent">;
  readonly refusedAddresses: Pick<RefusedAddresses, "all">;
  readonly outgoing: Pick<Outgoing, "letterhead" | "wake">;
  readonly now: () => Date;
}

/** Counts in the letter's order; their words and links are in `lines`. */
type Counts = Readonly<Record<keyof typeof lines, number>>;

/** Contains only counts, so that no person is named with an action. */
const lines = {
  people: ["person is waiting for approval", "people are waiting for approval", "/program"],
  reports: ["report is open", "reports are open", "/program/reports"],
  questions: [
    "question from a cadet is waiting for staff",
    "questions from cadets are waiting for staff",
    "/program/questions",
  ],
  unanswered: [
    `request has had no answer for over ${unansweredDays} days`,
    `requests have had no answer for over ${unansweredDays} days`,
    "/program/insights",
  ],
  neverAsked: [
    "cadet has never asked for help",
    "cadets have never asked for help",
    "/program/everybody?state=never+asked",
  ],
  topics: [
    "topic that members looked for has no one who helps with it",
    "topics that members looked for have no one who helps with them",
    "/",
  ],
  addresses: [
    "email address doesn't take our mail",
    "email addresses don't take our mail",
    "/program/everybody?state=no+mail",
  ],
} as const;

export function createStaffLetter(deps: StaffLetterParts) {
  const { staffLetters, away, tables, roster, uncovered, refusedAddresses, outgoing, now } = deps;

  async function readers(): Promise<readonly string[]> {
    const wanting = (await tables.people.staff()).filter((each) => each.wantsStaffNotices);
    return wanting.length > 0 ? wanting.map(({ memberId }) => memberId) : [settingsStream];
  }

  /** Omits reports about the reader. */
  async function countsFor(readerId: string): Promise<Counts> {
    const sinceMs = away.before(now().getTime(), unansweredDays * dayMs);
    const [people, { open }, questions, unanswered, neverAsked, topics, addresses] = await Promise
      .all([
        tables.people.waiting(),
        tables.reports.countNotAbout(readerId),
        tables.questions.countForStaff(readerId),
        tables.connections.countUnanswered(sinceMs),
        tables.connections.askerIds().then(roster.countNeverAsked),
        uncovered.recent(),
        refusedAddresses.all(),
      ]);
    return {
      ...{ people, reports: open, questions, unanswered, neverAsked },
      ...{ topics: topics.length, addresses: addresses.length },
    };
  }

  return {
    /** Queues it once a week, for all nodes, unless there are no members. */
    async send(): Promise<void> {
      if (await tables.people.isEmpty()) return;
      const letter = {
        readers,
        draft: { kind, content: {} },
        restoredMs: away.lastUntilMs(),
      };
      if (await staffLetters.recordDue(letter)) outgoing.wake();
    },
    /** `undefined` for other kinds of mail. Dropped when nothing waits. */
    async lookUp(mail: Parameters<LookUpMail>[0]): Promise<ReadMail | "dropped" | undefined> {
      if (mail.kind !== kind) return undefined;
      const isForSupport = mail.memberId === settingsStream;
      const reader = isForSupport
        ? undefined
        : (await tables.members.byIds([mail.memberId])).get(mail.memberId);
      if (!isForSupport && !isWanted(reader)) return "dropped";
      const counts = await countsFor(mail.memberId);
      if (Object.values(counts).every((count) => count === 0)) return "dropped";
      const to = reader?.email ?? outgoing.letterhead.supportEmail;
      return { to, letter: (head) => staffLetter(reader, counts, head) };
    },
  };
}

function isWanted(reader: MemberRecord | undefined): boolean {
  return reader !== undefined && isStaff(reader) && reader.wantsStaffNotices;
}

function staffLetter(reader: MemberRecord | undefined, counts: Counts, head: Letterhead): Letter {
  const shown = (Object.keys(lines) as (keyof typeof lines)[]).flatMap((name): Line[] => {
    const [one, many, path] = lines[name];
    const count = counts[name];
    if (count === 0) return [];
    const label = `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
    return [{ label, link: pageLink(head, path) }];
  });
  return {
    firstName: reader?.firstName ?? "",
    subject: `What's waiting on ${siteName(head)} this week`,
    opening: "Here's what you could look at this week:",
    closing: shown,
    details: ["We send this on Mondays, unless nothing is waiting.", {
      label: reader === undefined
        ? "On staff? Get these emails yourself instead"
        : "Turn off emails to staff",
      link: pageLink(head, "/profile/security"),
    }],
    because: reader === undefined
      ? "this is the program's support address, and no one on its staff gets these emails"
      : "you're on the program's staff",
  };
}
