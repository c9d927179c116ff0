/**
 * One mail to staff when backups aren't made: none for two days, the disk is full, its folder can't be written
 * to, or the database is damaged. The next one is sent only after a backup was made in between.
 */
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import type { Backups, BackupState } from "../../backup/backups.ts";
import type { BackupFailure } from "../../backup/place.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { type Letterhead, siteName } from "../../mail/templates/letterhead.ts";
import type { LookUpMail, ReadMail } from "../../mail/templates/messages.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { isStaff } from "../../../events/program/admission.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";

const kind = "backup-notice";
const hourMs = 60 * 60 * 1000;

interface BackupNoticesParts {
  readonly backups: Pick<Backups, "noteTold" | "state" | "wasTold">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly people: Pick<ProgramPeople, "staff">;
  };
  readonly counts: Pick<SharedCounts, "take">;
  readonly keys: Pick<MemberKeys, "ensure">;
  readonly outgoing: Pick<Outgoing, "letterhead" | "queue" | "wake">;
}

export function createBackupNotices(deps: BackupNoticesParts) {
  const { backups, counts, keys, outgoing } = deps;
  const { members, people } = deps.tables;

  async function readers(): Promise<readonly string[]> {
    const staff = (await people.staff()).map(({ memberId }) => memberId);
    if (staff.length > 0) return staff;
    // A mail is encrypted under its reader's key, or the program's for the support address.
    await keys.ensure([settingsStream]);
    return [settingsStream];
  }

  return {
    /** Any number of nodes may run it. */
    async send(): Promise<void> {
      if (backupTrouble(await backups.state()) === undefined || await backups.wasTold()) return;
      const isTaken = await counts.take("backup notices", [{ perMs: hourMs, atMost: 1 }]);
      if (isTaken !== undefined) return;
      for (const memberId of await readers()) {
        await outgoing.queue.add(memberId, { kind, content: {} });
      }
      // Last: after an interruption, staff are mailed again an hour later.
      await backups.noteTold();
      outgoing.wake();
    },
    /** `undefined` for other kinds of mail. */
    async lookUp(mail: Parameters<LookUpMail>[0]): Promise<ReadMail | "dropped" | undefined> {
      if (mail.kind !== kind) return undefined;
      const isForSupport = mail.memberId === settingsStream;
      const reader = isForSupport
        ? undefined
        : (await members.byIds([mail.memberId])).get(mail.memberId);
      if (!isForSupport && (reader === undefined || !isStaff(reader))) return "dropped";
      const trouble = backupTrouble(await backups.state());
      if (trouble === undefined) return "dropped";
      const to = reader?.email ?? outgoing.letterhead.supportEmail;
      return { to, letter: (head) => noticeLetter(reader?.firstName, trouble, head) };
    },
  };
}

export type BackupTrouble = BackupFailure | "old";

/** Trouble that staff must act on. A place that is unavailable for an hour may come back by itself. */
export function backupTrouble({ failed, isOld }: BackupState): BackupTrouble | undefined {
  if (failed !== undefined && (isOld || isUrgent.has(failed.code))) return failed.code;
  return isOld ? "old" : undefined;
}

const isUrgent: ReadonlySet<BackupFailure> = new Set(["full", "unwritable", "damaged"]);

const words: Readonly<Record<BackupTrouble, string>> = {
  full: "The disk for backups is full, so no new backup was made. Make room on it.",
  unwritable:
    "The backup couldn't be saved, because the service may not write to the folder or bucket for backups.",
  away: "No backup was made for two days: the folder or server that they are saved to isn't there.",
  damaged:
    "The database is damaged, so no backup of it was made. The backups from before are kept. " +
    "Restore the latest one soon.",
  other: "No backup was made for two days.",
  old: "No backup was made for two days.",
};

function noticeLetter(
  firstName: string | undefined,
  trouble: BackupTrouble,
  head: Letterhead,
): Letter {
  return {
    firstName: firstName ?? "",
    subject: `Backups of ${siteName(head)} aren't being made`,
    opening: `${words[trouble]} If the disk of ${siteName(head)} fails now, everything since the ` +
      "last backup is lost.",
    action: {
      label: "See the backups",
      link: new URL("/program/setup#backup", head.appOrigin).href,
    },
    closing: ["Forward this email to the person who runs the server."],
    details: ["You get one email about this, and another only after a backup was made in between."],
    because: firstName === undefined
      ? "this is the program's support address"
      : "you're on the program's staff",
  };
}
