import type { AdmissionRules } from "../../../events/program/admission.ts";
import { type MailWay, settingsStream } from "../../../events/program/setting-events.ts";
import type { EventLog } from "../../../events/store/event-log.ts";
import { retentionMs } from "../../backup/keep.ts";
import type { BackupOrder } from "../../backup/make-backup.ts";
import { isServer } from "../../config/combinations.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Mailing } from "../../mail/setup/mailing.ts";

/** Kinds of places, without their names or addresses. */
export interface Places {
  readonly database: "disk" | "server";
  readonly pictures: "disk" | "bucket";
  readonly backups: "folder" | "bucket";
  readonly search: "embedded" | "meilisearch";
}

export function placesOf(
  { database, s3, backups }: BackupOrder["environment"],
  hasMeilisearch: boolean,
): Places {
  return {
    database: isServer(database.url) ? "server" : "disk",
    pictures: s3 === undefined ? "disk" : "bucket",
    backups: backups.place,
    search: hasMeilisearch ? "meilisearch" : "embedded",
  };
}

/** Facts on the privacy page about this installation's current setup. */
export interface PrivacyFacts extends Places {
  /** The program's own paragraphs; `null` if there are none. */
  readonly text: string | null;
  /** When staff last changed a setting that the page mentions; `undefined` if never. */
  readonly changedAt: Date | undefined;
  readonly admission: AdmissionRules;
  /** Days that messages can be read after their conversation has ended. */
  readonly messagesKeepDays: number;
  /** Number of weekly backups. */
  readonly backupWeeks: number;
  /** Days until no backup has a deleted account. */
  readonly backupDays: number;
  /** `variables`: the operator named a mail server; `none`: no email is sent. */
  readonly mail: MailWay | "variables" | "none";
  /**
   * Where answers by email are read: the sending mailbox, another one, or a service that posts
   * them.
   */
  readonly answers: "sender" | "mailbox" | "service" | "none";
  readonly sendsReminders: boolean;
}

interface PrivacyFactsParts {
  readonly settings: Pick<EffectiveSettings, "current" | "admission">;
  readonly eventLog: Pick<EventLog, "readStream">;
  readonly mailing: Pick<Mailing, "installed" | "settings" | "currentReplies">;
  readonly places: Places;
  readonly messagesKeepDays: number;
}

/** Settings that the page mentions. */
const shownFacts: ReadonlySet<string> = new Set([
  ...["admission", "admissionDomains", "isSupportEmail", "isPrivacyText", "backupWeeks"],
  ...["programName", "universityName", "mail", "replies", "sendsReminders"],
]);

const dayMs = 24 * 60 * 60 * 1000;

export function createPrivacyFacts(
  { settings, eventLog, mailing, places, messagesKeepDays }: PrivacyFactsParts,
) {
  let known: { readonly of: unknown; readonly changedAt: Date | undefined } | undefined;

  /** Read from the log again only after settings changed. */
  async function changedAt(): Promise<Date | undefined> {
    const of = settings.current();
    if (known?.of !== of) {
      const events = await eventLog.readStream(settingsStream);
      const last = events.findLast(({ facts }) =>
        Object.keys(facts as object).some((name) => shownFacts.has(name))
      );
      known = { of, changedAt: last && new Date(last.atMs) };
    }
    return known.changedAt;
  }

  async function mail(): Promise<PrivacyFacts["mail"]> {
    if (!mailing.installed.isFolder) return "variables";
    return (await mailing.settings.read())?.settings?.way ?? "none";
  }

  async function answers(): Promise<PrivacyFacts["answers"]> {
    const replies = await mailing.currentReplies();
    if (replies === undefined) return "none";
    if (replies.imap === undefined) return "service";
    return "tokens" in replies.imap.login ? "sender" : "mailbox";
  }

  return {
    async read(): Promise<PrivacyFacts> {
      const { privacyText = null, backupWeeks, sendsReminders } = settings.current();
      return {
        ...places,
        text: privacyText,
        changedAt: await changedAt(),
        admission: settings.admission(),
        messagesKeepDays,
        backupWeeks,
        backupDays: retentionMs(backupWeeks) / dayMs,
        mail: await mail(),
        answers: await answers(),
        sendsReminders,
      };
    },
  };
}
