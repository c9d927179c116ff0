/**
 * Mails to staff while somebody waits for approval or a report is open: at most one an hour, with counts alone. What
 * they say is looked up when they are sent, so that nobody is called to what was handled meanwhile.
 *
 * @module
 */
import type { Database } from "../../events/database.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { type ProgramPeople, staffOf } from "../../events/read/program-people.ts";
import type { ReportTable } from "../../events/read/reports.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { type Letter, type Letterhead, siteName } from "../mail/letter.ts";
import type { LookUpMail, ReadMail } from "../mail/messages.ts";

const kind = "staff-notice";
const hourMs = 60 * 60 * 1000;

export interface StaffNoticesDependencies {
  readonly people: Pick<ProgramPeople, "cadre" | "standing" | "waiting">;
  readonly reports: Pick<ReportTable, "latestOpen" | "countNotAbout">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly vault: Pick<Database, "read" | "write">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly mailQueue: Pick<MailQueue, "add">;
  readonly wakeSender: () => void;
}

export interface StaffNotices {
  /** Mails staff where something has come since they were mailed last. Any number of nodes may run it. */
  send(): Promise<void>;
  /** What such a mail says when it is sent; `undefined` for every other mail. */
  lookUp(mail: Parameters<LookUpMail>[0]): Promise<ReadMail | "dropped" | undefined>;
}

export function createStaffNotices(deps: StaffNoticesDependencies): StaffNotices {
  const { people, reports, table, vault, counts, mailQueue, wakeSender } = deps;

  /** The latest that waits: an applicant's time, and a report's place in the log. */
  async function latest() {
    const [[applicant], report] = await Promise.all([
      people.standing("approval", 1),
      reports.latestOpen(),
    ]);
    return { person: applicant?.createdAt ?? "", report: report ?? -1 };
  }

  async function mailedUntil() {
    const [row] = await vault.read("SELECT * FROM staff_notices");
    return {
      person: String(row?.people_until ?? ""),
      report: Number(row?.reports_until ?? -1),
    };
  }

  return {
    async send() {
      const [now, until] = await Promise.all([latest(), mailedUntil()]);
      if (now.person <= until.person && now.report <= until.report) return;
      if (await counts.take("staff notices", [{ perMs: hourMs, atMost: 1 }]) !== undefined) return;
      const staff = (await staffOf(people)).filter(({ wantsStaffNotices }) => wantsStaffNotices);
      for (const { memberId } of staff) await mailQueue.add(memberId, { kind, content: {} });
      // Last: interrupted before it, staff are mailed once more, an hour later.
      await vault.write([{
        sql: `INSERT INTO staff_notices (id, people_until, reports_until) VALUES (1, ?, ?)
              ON CONFLICT (id) DO UPDATE SET
                people_until = max(people_until, excluded.people_until),
                reports_until = max(reports_until, excluded.reports_until)`,
        args: [now.person, now.report],
      }]);
      wakeSender();
    },
    async lookUp(mail) {
      if (mail.kind !== kind) return undefined;
      const reader = (await table.byIds([mail.memberId])).get(mail.memberId);
      if (reader === undefined || !isStaff(reader) || !reader.wantsStaffNotices) return "dropped";
      const [waiting, { open }] = await Promise.all([
        people.waiting(),
        reports.countNotAbout(mail.memberId),
      ]);

      if (waiting + open === 0) return "dropped";
      const { email: to, firstName } = reader;
      return { to, letter: (head) => noticeLetter({ firstName, waiting, open }, head) };
    },
  };
}

function noticeLetter(
  { firstName, waiting, open }: {
    readonly firstName: string;
    readonly waiting: number;
    readonly open: number;
  },
  head: Letterhead,
): Letter {
  const parts = [
    ...waiting === 0 ? [] : [`${counted(waiting, "person is", "people are")} waiting for approval`],
    ...open === 0 ? [] : [`${counted(open, "report is", "reports are")} open`],
  ];
  const settings = new URL("/profile/security", head.appOrigin).href;
  return {
    firstName,
    subject: `${parts.join(", ")} on ${siteName(head)}`,
    opening: `${parts.join(", and ")}.`,
    action: {
      label: "See what's waiting",
      link: new URL(waiting === 0 ? "/program/reports" : "/program", head.appOrigin).href,
    },
    closing: [`You get at most one of these emails an hour. To turn them off, go to ${settings}`],
    because: "you're on the program's staff",
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
