import { Link, Text } from "@radix-ui/themes";
import type { BackupState } from "../../../../api/backup/backups.ts";
import {
  type BackupTrouble,
  backupTrouble,
} from "../../../../api/features/program/backup-notices.ts";
import { pagePaths } from "../../../paths.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LocalTime } from "../../connections/local-time.tsx";

const what: Readonly<Record<BackupTrouble, string>> = {
  full: "The disk for backups is full, so no new backups are made.",
  unwritable: "Backups can't be saved: the service may not write where they belong.",
  away: "Backups aren't being made: the place for them can't be reached.",
  damaged: "The database is damaged, so no new backups are made.",
  other: "Backups aren't being made.",
  old: "Backups aren't being made.",
};

/** Shown on every staff page while backups aren't made. */
export function BackupNotice({ backups }: { readonly backups: BackupState }) {
  const trouble = backupTrouble(backups);
  if (trouble === undefined) return null;
  const { madeAt } = backups;
  return (
    <Notice tone="warning">
      <Text as="p">
        {what[trouble]} {madeAt === undefined ? "There is none yet." : (
          <>
            The last one is of <LocalTime at={madeAt.toISOString()} />.
          </>
        )} <Link href={pagePaths.backups()}>See what to do</Link>
      </Text>
    </Notice>
  );
}
