import { Link, Text } from "@radix-ui/themes";
import type { BackupState } from "../../../../api/backup/backups.ts";
import type { BackupTrouble } from "../../../../api/features/program/backup-notices.ts";
import type { LastRestore } from "../../../../api/features/program/restore.ts";
import { counted } from "../../../../events/amounts.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import { backupsId, pagePaths } from "../../../paths.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { ProgramCard } from "../frame.tsx";
import { sizeText } from "../../../ui/size-text.ts";
import { OlderSecrets } from "../secret/route.tsx";
import { SecretNotice } from "../secret/notice.tsx";

export interface BackupsCardProps {
  readonly backups: BackupState;
  /** Number of weeks that backups are kept. */
  readonly weeks: number;
  readonly lastRestore: LastRestore | undefined;
}

/** Shows the time of the last backup, its place and its problems, with a button that makes one. */
export function BackupsCard({ backups, weeks, lastRestore }: BackupsCardProps) {
  const { isSameDisk, isRunning, secret } = backups;
  return (
    <ProgramCard id={backupsId} title="Backups" titleId="backup-title">
      <Text as="p">
        A backup of everything, with all pictures, is made each hour. It is one encrypted file,
        which only your secret opens.
      </Text>
      {!secret.isKept && <SecretNotice />}
      <Trouble backups={backups} />
      <BackupFacts backups={backups} weeks={weeks} />
      {isSameDisk && <SameDiskNotice />}
      <OlderSecrets state={secret} />
      <LastRestoreText lastRestore={lastRestore} checked={backups.checked} />
      {isRunning
        ? <Text as="p" role="status">A backup is being made. This page looks again by itself.</Text>
        : (
          <ActionButton
            action={pagePaths.setup()}
            does="back-up"
            label="Back up now"
            variant="outline"
          />
        )}
      <Text as="p">
        <Link href={pagePaths.backupSettings()}>Change how long backups are kept</Link>
      </Text>
    </ProgramCard>
  );
}

/** The time and place of the last backup, and how long backups are kept. */
export function BackupFacts({ backups, weeks }: Pick<BackupsCardProps, "backups" | "weeks">) {
  const { madeAt, bytes, place } = backups;
  return (
    <Facts
      facts={[
        [
          "Last backup",
          madeAt === undefined
            ? "None yet"
            : <LocalTime key="made" at={madeAt.toISOString()} hasTime />,
        ],
        ...bytes === undefined ? [] : [["Size", sizeText(bytes)] as const],
        ["Where", place === "bucket" ? "In your object store" : "In a folder of this computer"],
        ["Kept", retentionText(weeks)],
      ]}
    />
  );
}

export function SameDiskNotice() {
  return (
    <Notice tone="warning" title="Backups are on the same disk as the directory">
      <Text as="p">
        If this disk dies, both are lost. Ask the person who runs the server to have backups saved
        to another disk or an object store, or to copy the files to another computer every day.
      </Text>
    </Notice>
  );
}

interface LastRestoreProps extends Pick<BackupsCardProps, "lastRestore"> {
  readonly checked: BackupState["checked"];
}

/** The last restore of this directory, and the last check that a backup opens. */
export function LastRestoreText({ lastRestore, checked }: LastRestoreProps) {
  return (
    <>
      <Text as="p">
        {checked === undefined
          ? "No one has tried yet whether the printed secret opens a backup. The person who runs the " +
            "server can, in a minute, and nothing is changed."
          : (
            <>
              Someone last tried on <LocalTime at={checked.at.toISOString()} hasTime />{" "}
              whether a backup can be restored. It could: the backup of{" "}
              <LocalTime at={checked.madeAt.toISOString()} hasTime />.
            </>
          )}
      </Text>
      {lastRestore && (
        <Text as="p">
          The directory was restored on{" "}
          <LocalTime at={lastRestore.restoredAt.toISOString()} hasTime />. Changes after{" "}
          <LocalTime at={lastRestore.madeAt.toISOString()} hasTime /> are lost.
        </Text>
      )}
    </>
  );
}

function retentionText(weeks: number): string {
  const usual = "Of the last 24 hours and 7 days";
  return weeks === 0 ? usual : `${usual}, and one of each of ${counted(weeks, "week")} before`;
}

/** Why the last backup failed, and what to do. Also shown if the next one may succeed. */
export function Trouble({ backups: { failed, isOld } }: Pick<BackupsCardProps, "backups">) {
  if (failed === undefined && !isOld) return null;
  return (
    <Notice
      tone="danger"
      title={failed ? "The last backup failed" : "No backup in the last two days"}
    >
      <Text as="p">
        {failed && (
          <>
            <LocalTime at={failed.at.toISOString()} hasTime />.{" "}
          </>
        )}
        {whatToDo[failed?.code ?? "old"]}
      </Text>
    </Notice>
  );
}

const whatToDo: Readonly<Record<BackupTrouble, string>> = {
  full:
    "The disk for backups is full. Make room on it, or have backups saved to a larger one. Then " +
    "press “Back up now”.",
  unwritable:
    "The service may not write to the folder or object store for backups. Ask the person who runs the " +
    "server to let it, then press “Back up now”.",
  away:
    "The folder or object store for backups can't be reached. Check that its disk is connected, or " +
    "that its service runs. We try again by ourselves.",
  damaged:
    "The database is damaged, and the backups from before are kept. Restore the latest one soon: " +
    "ask the person who runs the server.",
  other:
    "We try again by ourselves. If this stays, ask the person who runs the server to look at its log.",
  old:
    "Press “Back up now”. If none is made, ask the person who runs the server whether it is running " +
    "all day.",
};
