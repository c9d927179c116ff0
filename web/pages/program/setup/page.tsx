import type { Setup } from "../../../../api/home/setup.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { backupId, SetupList, setupTitle } from "./list.tsx";

/** The set-up list, even when Home hides it, and how backups are made. */
export function SetupPage({ setup }: { readonly setup: Setup }) {
  return (
    <ProgramFrame current={pagePaths.setup()}>
      <section className="list" aria-labelledby="setup-title">
        <h2 id="setup-title">{setupTitle(setup)}</h2>
        <SetupList setup={setup} />
      </section>
      <ProgramCard
        id={backupId}
        title="How backups are made"
        titleId="backup-title"
      >
        <p>
          The person who runs the server has it run this command every night, and copies the files
          to another computer:
        </p>
        <pre className="setup-command" tabIndex={0} aria-label="Command that makes a backup">
          npm run admin -- backup --out backups/log --vault-out backups/vault
        </pre>
        <p className="note">
          This step is done once a backup is less than two days old.
        </p>
      </ProgramCard>
    </ProgramFrame>
  );
}
