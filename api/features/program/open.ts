/** Assembles the staff pages' features. */
import type { Database } from "../../../events/store/database.ts";
import type { Doors } from "../../auth/doors.ts";
import type { EndingAccess } from "../../auth/end-access.ts";
import type { Auth } from "../../auth/open-auth.ts";
import type { Staff } from "../../auth/staff.ts";
import { Backups, type BackupsParts } from "../../backup/backups.ts";
import type { RestoreFiles } from "../../backup/restore.ts";
import type { Secrets } from "../../config/secrets.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Draw } from "../../drawing/answer.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { MailKind } from "../../mail/outbox/mail-kind.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Mailing } from "../../mail/setup/mailing.ts";
import type { Background } from "../../node/background.ts";
import type { ErasureLedger } from "../../node/erasure-ledger.ts";
import type { Log } from "../../node/log.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { Uncovered } from "../directory/uncovered.ts";
import { createBackupNotices } from "./backup-notices.ts";
import { Backups as BackupPages } from "./backups.ts";
import { Decisions } from "./decisions.ts";
import { History } from "./history.ts";
import { createLogos } from "./logo.ts";
import { lookUpMailChange } from "./mail/mail-change.ts";
import { MailRules } from "./mail/mail-rules.ts";
import { MailSetup } from "./mail/mail-setup.ts";
import { ReplySetup } from "./mail/reply-setup.ts";
import { createTellStaff } from "./mail/tell-staff.ts";
import { lookUpStaffMail } from "./mails.ts";
import { PrintedSecret } from "./printed-secret.ts";
import { Program } from "./program.ts";
import { ReportedMessages } from "./reported-messages.ts";
import { type BackupSource, Restore } from "./restore.ts";
import type { Roster } from "./roster.ts";
import { createSettingChanges } from "./settings.ts";
import { createStaffLetter } from "./staff-letter.ts";
import { createStaffNotices } from "./staff-notices.ts";
import type { Surges } from "./surges.ts";

interface StaffPagesParts {
  readonly eventStore: Pick<EventStore, "log" | "members" | "readModel" | "reports" | "keys">;
  readonly database: Pick<Database, "read">;
  readonly staff: Staff;
  readonly endingAccess: EndingAccess;
  readonly roster: Roster;
  readonly surges: Surges;
  readonly refusedAddresses: Pick<RefusedAddresses, "memberIds">;
  readonly outgoing: Outgoing;
}

/** People, reports and history. */
export function openStaffPages(
  parts: StaffPagesParts,
) {
  const { eventStore, database, staff, endingAccess, roster, surges, refusedAddresses, outgoing } =
    parts;
  const { log: eventLog, members, readModel: tables, reports, keys } = eventStore;
  const history = new History({ database, eventLog, keys, members: tables.members });
  return {
    program: new Program({ staff, tables, roster, history, surges, refusedAddresses, outgoing }),
    decisions: new Decisions({ staff, members, tables, endingAccess, surges, outgoing }),
    reports: new ReportedMessages({ staff, reports, tables, outgoing }),
  };
}

interface SettingsParts {
  readonly staff: Staff;
  readonly settingsCommands: EventStore["settings"];
  readonly settings: EffectiveSettings;
  readonly objects: ObjectStore;
  readonly draw: Draw;
  readonly outgoing: Pick<Outgoing, "current">;
  readonly newId: () => string;
}

/** The program's settings, and its logo. */
export function openSettings(
  { staff, settingsCommands, settings, objects, draw, outgoing, newId }: SettingsParts,
) {
  const { topics, announcement, brand } = settings;
  const logos = createLogos({ objects, settings, draw, newId });
  const changes = createSettingChanges({ staff, settingsCommands, settings, logos, outgoing });
  return { topics, announcement, brand, logo: logos.read, ...changes };
}

interface MailPagesParts {
  readonly staff: Staff;
  readonly eventStore: Pick<EventStore, "readModel" | "settings">;
  readonly counts: Auth["counts"];
  readonly mailing: Mailing;
  readonly outgoing: Outgoing;
  readonly refusedAddresses: RefusedAddresses;
  readonly background: Background;
}

/** Setup of sending mail, and of answers by mail. */
export function openMailPages(
  { staff, eventStore, counts, mailing, outgoing, refusedAddresses, background }: MailPagesParts,
) {
  const { readModel: tables, readModel: { members }, settings: settingsCommands } = eventStore;
  const { now } = mailing;
  const tellStaff = createTellStaff({ tables, outgoing, background, now });
  const rules = new MailRules({ staff, settingsCommands, mailing, counts, tellStaff, now });
  return {
    mail: new MailSetup({ rules, members, mailing, refusedAddresses, outgoing }),
    replies: new ReplySetup({ rules, members, mailing }),
  };
}

interface StaffMailsParts {
  readonly eventStore: Pick<EventStore, "away" | "keys" | "readModel" | "staffLetters">;
  readonly database: Database;
  readonly backups: Backups;
  readonly counts: Auth["counts"];
  readonly guessedCodes: Doors["guessedCodes"];
  readonly surges: Surges;
  readonly roster: Roster;
  readonly uncovered: Uncovered;
  readonly refusedAddresses: RefusedAddresses;
  readonly outgoing: Outgoing;
  readonly now: () => Date;
}

/** Mails to staff: what needs them now, their letter on Mondays, and what other staff changed. */
export function openStaffMails(
  {
    eventStore: { away, keys, readModel: tables, staffLetters },
    database,
    backups,
    counts,
    guessedCodes,
    surges,
    roster,
    uncovered,
    refusedAddresses,
    outgoing,
    now,
  }: StaffMailsParts,
) {
  const notices = createStaffNotices({
    database,
    tables,
    surges,
    guessedCodes,
    counts,
    keys,
    outgoing,
  });
  const letter = createStaffLetter({
    staffLetters,
    away,
    tables,
    roster,
    uncovered,
    refusedAddresses,
    outgoing,
    now,
  });
  const backupNotices = createBackupNotices({ backups, tables, counts, keys, outgoing });
  return {
    mails: [notices, letter, backupNotices, mailsAboutChanges(tables)],
    timedWork: [notices.send, letter.send, backupNotices.send],
  };
}

function mailsAboutChanges({ members }: Pick<EventStore["readModel"], "members">): MailKind {
  return {
    lookUp: async (mail) =>
      await lookUpStaffMail(members, mail) ?? await lookUpMailChange(members, mail),
  };
}

/** What an installation gives to make and restore backups. */
export interface BackupDependencies {
  readonly secrets: Pick<Secrets, "identity">;
  readonly backups: Pick<BackupsParts, "environment" | "make" | "recipient">;
  readonly ledger?: ErasureLedger | undefined;
  readonly restoring: {
    readonly files: RestoreFiles;
    readonly source?: BackupSource | undefined;
    /** Why the last one failed, after the service started again. */
    readonly failed?: string | undefined;
  };
}

interface OpenBackupsParts {
  readonly eventStore: EventStore;
  readonly database: Database;
  readonly given: BackupDependencies;
  readonly staff: Staff;
  readonly settings: EffectiveSettings;
  readonly objects: ObjectStore;
  readonly background: Background;
  readonly log: Log;
  readonly now: () => Date;
}

/** Backups, the secret that opens them, and how one is restored. */
export function openBackups(
  { eventStore, database, given, staff, settings, objects, background, log, now }: OpenBackupsParts,
) {
  const { secrets: { identity }, ledger, restoring } = given;
  const backups = new Backups({
    ...given.backups,
    database,
    ledger,
    settings: () => ({
      program: settings.brand().programName,
      weeks: settings.current().backupWeeks,
    }),
    log,
    now,
  });
  const restore = new Restore({ ...restoring, database, eventStore, objects, ledger, log, now });
  return {
    backups,
    restore,
    pages: {
      printedSecret: new PrintedSecret({ staff, database, identity, now }),
      backups: new BackupPages({ staff, backups, background }),
      restore,
    },
  };
}
