/**
 * Mails to staff while someone waits for approval, a report is open, or new accounts view many
 * contacts. They are sent at most once an hour, with only counts, read when a mail is sent. A mail
 * is dropped if everything was handled by then. If no staff want these mails, the support address
 * gets them.
 */
import { sql } from "kysely";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Database } from "../../../events/store/database.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { ReportTable } from "../../../events/read/reports.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { type GuessedCodes, guessedMeaning, guessedText } from "../../auth/guessed-codes.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { isStaff } from "../../../events/program/admission.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { type Letterhead, siteName } from "../../mail/templates/letterhead.ts";
import type { LookUpMail, ReadMail } from "../../mail/templates/messages.ts";
import { type Surges, surgeText } from "./surges.ts";

const kind = "staff-notice";
const hourMs = 60 * 60 * 1000;

export type StaffNotices = ReturnType<typeof createStaffNotices>;

interface Waiting {
  readonly people: number;
  readonly reports: number;
  /** In words; empty without a surge. */
  readonly surge: string;
  /** Number of accounts whose codes are being guessed; 0 without such a surge. */
  readonly guessed: number;
}

interface StaffNoticesParts {
  readonly database: Pick<Database, "read" | "write">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly people: Pick<ProgramPeople, "listed" | "staff" | "waiting">;
    readonly reports: Pick<ReportTable, "countNotAbout" | "latestOpen">;
  };
  readonly surges: Pick<Surges, "latest" | "now">;
  readonly guessedCodes: Pick<GuessedCodes, "surge">;
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  readonly keys: Pick<MemberKeys, "ensure">;
  readonly outgoing: Pick<Outgoing, "letterhead" | "queue" | "wake">;
}

export function createStaffNotices(deps: StaffNoticesParts) {
  const { database, surges, guessedCodes, counts, keys, outgoing } = deps;
  const { members: table, people, reports: reportTable } = deps.tables;

  /** The latest applicant's time, and the latest report's position in the log. */
  async function latest() {
    const [[applicant], report] = await Promise.all([
      people.listed("approval", 1),
      reportTable.latestOpen(),
    ]);
    return { person: applicant?.createdAt ?? "", report: report ?? -1 };
  }

  async function mailedUntil() {
    const row = await tablesOf(database).selectFrom("staff_notices").selectAll().executeTakeFirst();
    return { person: row?.people_until ?? "", report: row?.reports_until ?? -1 };
  }

  /** Omits reports about the reader. */
  async function waitingFor(readerId: string): Promise<Waiting | undefined> {
    const [waiting, { open }, surge, guessed = 0] = await Promise.all([
      people.waiting(),
      reportTable.countNotAbout(readerId),
      surges.latest(),
      guessedCodes.surge(),
    ]);
    if (waiting + open + guessed === 0 && surge === null) return undefined;
    const text = surge === null ? "" : surgeText({ ...surge, accounts: surge.accounts.length });
    return { people: waiting, reports: open, surge: text, guessed };
  }

  async function readers(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { memberId, wantsStaffNotices } of await people.staff()) {
      if (wantsStaffNotices && await waitingFor(memberId) !== undefined) found.push(memberId);
    }
    if (found.length > 0) return found;
    // A mail is encrypted under its reader's key, or the program's for the support address.
    await keys.ensure([settingsStream]);
    return [settingsStream];
  }

  return {
    /** Mails staff if something new waits since the last mail. Any number of nodes may run it. */
    async send(): Promise<void> {
      const [now, until, ofViews, guessed] = await Promise.all([
        latest(),
        mailedUntil(),
        surges.now(),
        guessedCodes.surge(),
      ]);
      const surge = ofViews ?? guessed;
      const isNew = now.person > until.person || now.report > until.report;
      if (!isNew && surge === undefined) return;
      if (await counts.take("staff notices", [{ perMs: hourMs, atMost: 1 }]) !== undefined) return;
      // A continuing surge is mailed once a day.
      const isNewSurge = surge !== undefined &&
        await counts.take("surge notices", [{ perMs: 24 * hourMs, atMost: 1 }]) === undefined;
      if (!isNew && !isNewSurge) return await counts.giveBack("staff notices");
      for (const memberId of await readers()) {
        await outgoing.queue.add(memberId, { kind, content: {} });
      }
      // Last: after an interruption, staff are mailed again an hour later.
      await tablesOf(database).insertInto("staff_notices")
        .values({ id: 1, people_until: now.person, reports_until: now.report })
        .onConflict((there) =>
          there.column("id").doUpdateSet({
            people_until: sql`max(people_until, excluded.people_until)`,
            reports_until: sql`max(reports_until, excluded.reports_until)`,
          })
        ).execute();
      outgoing.wake();
    },
    /** `undefined` for other kinds of mail. */
    async lookUp(mail: Parameters<LookUpMail>[0]): Promise<ReadMail | "dropped" | undefined> {
      if (mail.kind !== kind) return undefined;
      const isForSupport = mail.memberId === settingsStream;
      const reader = isForSupport
        ? undefined
        : (await table.byIds([mail.memberId])).get(mail.memberId);
      if (!isForSupport && !isWanted(reader)) return "dropped";
      const waiting = await waitingFor(reader?.memberId ?? settingsStream);
      if (waiting === undefined) return "dropped";
      const to = reader?.email ?? outgoing.letterhead.supportEmail;
      return { to, letter: (head) => noticeLetter(reader, waiting, head) };
    },
  };
}

function isWanted(reader: MemberRecord | undefined): boolean {
  return reader !== undefined && isStaff(reader) && reader.wantsStaffNotices;
}

function noticeLetter(
  reader: MemberRecord | undefined,
  { people, reports, surge, guessed }: Waiting,
  head: Letterhead,
): Letter {
  const parts = [
    ...people === 0 ? [] : [`${counted(people, "person is", "people are")} waiting for approval`],
    ...reports === 0 ? [] : [`${counted(reports, "report is", "reports are")} open`],
    ...surge === "" ? [] : [surge],
    ...guessed === 0 ? [] : [guessedText(guessed)],
  ];
  const page = people + reports === 0
    ? surge === "" ? "/program" : "/program#surge"
    : people === 0
    ? "/program/reports"
    : "/program";
  const off = reader === undefined
    ? "On staff? Get these emails yourself instead"
    : "Turn them off";
  const settings = new URL("/profile/security", head.appOrigin).href;
  return {
    firstName: reader?.firstName ?? "",
    subject: `${parts.join(", ")} on ${siteName(head)}`,
    opening: `${parts.join(", and ")}.`,
    action: { label: "See what's waiting", link: new URL(page, head.appOrigin).href },
    closing: [
      ...surge === ""
        ? []
        : ["Someone may be collecting addresses. You can decline these accounts."],
      ...guessed === 0 ? [] : [guessedMeaning],
    ],
    details: ["You get at most one of these emails an hour.", { label: off, link: settings }],
    because: reader === undefined
      ? "this is the program's support address, and no one on its staff gets these emails"
      : "you're on the program's staff",
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
