import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { importActor, isPending } from "../../../../../events/invitations/invitation.ts";
import { erasuresName } from "../../../backup/back-up.ts";
import { exists } from "../../../backup/folders.ts";
import { BadBackup } from "../../../backup/manifest.ts";
import {
  checkPictures,
  picturesIn,
  readList,
  removePicturesOf,
  restorePictures,
} from "../../../backup/pictures.ts";
import { stage } from "../../../backup/restore.ts";
import type { Checked, StageOptions } from "../../../backup/unpack.ts";
import { type Environment, readEnvironment } from "../../../../config/env.ts";
import { createErasureLedger, ledgerPaths } from "../../../../erasure/ledger.ts";
import { ownerOf } from "../../../../objects/keys.ts";
import { hasForeignPictures, markStore } from "../../../../objects/mark.ts";
import { openCopyStores, openObjects } from "../../../../objects/open.ts";
import type { ObjectStore } from "../../../../objects/object-store.ts";
import { loadSecrets, type Secrets } from "../../../../config/secrets.ts";
import { createRenewing } from "../../../../program/renewing.ts";
import { defineCommand } from "../../command.ts";
import { createInterrupt } from "../../interrupt.ts";
import { newId, now, openData } from "../../open-data.ts";
import { flag, type Given, text } from "../../options.ts";
import { confirm, createProgress, TaskError } from "../../task.ts";
import { checkedBackup, copyOfVault, knownErasures } from "./restore-inputs.ts";
import { place, type Places, placesOf, refuseOccupied } from "./restore-places.ts";
import { explained, report } from "./restore-words.ts";

const options = {
  from: text,
  "vault-from": text,
  erasures: text,
  "accept-loss": flag,
  "full-only": flag,
  yes: flag,
} as const;

export const restore = defineCommand({
  summary: "restore a backup, without accounts that were deleted since",
  help: `Restore a backup. First stop the service on every node.

  npm run admin -- restore --from /backups/log --vault-from /elsewhere/vault
                                              the latest backup of each
  npm run admin -- restore --from /backups/log/log-2026-11-21T03-00-00Z --vault-from …
                                              this backup
  npm run admin -- restore --from /backups/log
                                              only the log and the pictures. The current vault file
                                              stays; members without a key in it are erased

Use the KEK and CLAIM_KEY that the backup was made with. Every file is checked, and
every event read, before anything changes.

If there is a continuous backup (CONTINUOUS_LOG_BACKUPS), what was recorded after the latest backup
is added to it. It isn't added to a backup that you name, or with --full-only.

Accounts that were deleted after the backup are deleted again: those in the ledger
(ERASURE_LEDGER), in the file "erasures" beside the backups, in a file you give with --erasures,
and in the log that is replaced. Everyone has to sign in again, with the password they had at that
time. Emails that were waiting then aren't sent: mentors are
reminded of requests that wait for them, and the command asks whether to mail the invitations.

The current data is kept under another name. The command asks before it replaces data; --yes
answers. --accept-loss also restores a vault that is older than the log, or keeps one that has
hardly any keys: members without a key are erased, and can register again. If it's interrupted,
run it again. To practice while the service runs, set DATA_DIR to a new folder, and if
ERASURE_LEDGER is set, set that too.`,
  options,
  async run({ from, ...wanted }) {
    if (from === undefined) throw new TaskError("Name the backup: --from");
    const environment = readEnvironment();
    const prepared = {
      environment,
      places: placesOf(environment),
      secrets: await loadSecrets(environment, { mayMake: false }),
      scratch: join(environment.dataDir, `.restore-${randomUUID()}`),
      checkInterrupt: createInterrupt("Nothing was changed."),
    };
    try {
      await explained(() => restoreFrom(from, wanted, prepared));
    } finally {
      await rm(prepared.scratch, { recursive: true, force: true });
    }
  },
});

type RestoreOptions = Omit<Given<typeof options>, "from">;

interface Prepared {
  readonly environment: Environment;
  readonly places: Places;
  readonly secrets: Secrets;
  readonly scratch: string;
  readonly checkInterrupt: () => Promise<void>;
}

async function restoreFrom(
  from: string,
  wanted: RestoreOptions,
  prepared: Prepared,
): Promise<void> {
  const { environment, places, secrets, scratch, checkInterrupt } = prepared;
  const log = await checkedBackup(from, "log", secrets);
  const vaultFrom = wanted["vault-from"];
  const vault = vaultFrom === undefined
    ? undefined
    : await checkedBackup(vaultFrom, "vault", secrets);
  for (const there of [places.events, vault && places.vault]) {
    if (there === undefined || !await exists(there)) continue;
    const what = `Replace ${there} by the backup of ${log.content.at}?`;
    await confirm(`${what} The current data is kept under another name.`, wanted.yes);
    break;
  }
  // Before this process opens one of the files itself.
  await refuseOccupied(environment, places);

  const parent = dirname(log.path);
  const list = await readList(log.path);
  const noted = [parent, ...vault ? [dirname(vault.path)] : []].map((folder) =>
    join(folder, erasuresName)
  );
  const erased = await knownErasures(
    wanted.erasures,
    [...noted, ...ledgerPaths(environment)],
    places.events,
  );
  /** Shows the progress of a part, until it is interrupted. */
  const showing = async <T>(
    what: string,
    total: number | undefined,
    work: (report: (done: number) => Promise<void>) => Promise<T>,
  ): Promise<T> => {
    const progress = createProgress(what, total);
    const result = await work(async (done) => {
      await checkInterrupt();
      progress.report(done);
    });
    progress.end();
    return result;
  };
  const listed = list.filter(({ key }) => !erased.has(ownerOf(key)));
  await showing(
    "Checked pictures",
    listed.length,
    (report) => checkPictures(parent, listed, report),
  );

  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const addsContinuous = wanted["full-only"] !== true && log.path !== from;
  const continuous = addsContinuous ? await openCopyStores(environment) : undefined;
  const stays = vault ?? await copyOfVault(places.vault, scratch);
  const staged = await showing(
    "Checked log position",
    log.content.to.position,
    (report) =>
      stage(scratch, {
        log,
        vault: stays,
        secrets,
        erased,
        withoutKey: missingKeysMean(wanted, log, vault),
        continuous,
        checkInterrupt,
        report,
      }),
  );

  const objects = await openObjects({ ...environment, secrets, now: () => new Date() });
  await refuseForeignPictures(objects, staged.installation);
  const remaining = list.filter(({ key }) => !staged.erased.has(ownerOf(key)));
  const pictures = await showing(
    "Pictures",
    undefined,
    (report) => restorePictures(picturesIn(parent), objects, remaining, report),
  );
  await checkInterrupt();
  const setAside = await place(environment, places, staged);
  await markStore(objects, staged.installation);
  await removePicturesOf(objects, staged.erased);
  await createErasureLedger(...ledgerPaths(environment)).add(staged.erased);
  const { at, lacksPictures } = log.content;
  console.log(report({ ...staged, at, pictures, setAside, lacksPictures }));
  if (staged.invited.length > 0) await resendToInvited(staged.invited, wanted.yes);
}

function missingKeysMean(
  wanted: RestoreOptions,
  log: Checked<"log">,
  vault: Checked<"vault"> | undefined,
): StageOptions["withoutKey"] {
  if (wanted["accept-loss"] === true) return "are-erased";
  if (vault === undefined) return "are-erased-if-few";
  return vault.content.at >= log.content.at ? "are-erased" : "are-lost";
}

/** A restore deletes the mails with their links. Staff can mail them later. */
async function resendToInvited(invited: readonly string[], yes: boolean | undefined) {
  const data = await openData();
  await data.readModel.catchUp();
  const found = await Promise.all(invited.map((memberId) => data.readModel.members.byId(memberId)));
  const pending = found.flatMap((one) => one !== undefined && isPending(one) ? [one] : []);
  try {
    if (pending.length > 0) await confirm(`Mail a new link to ${pending.length} people?`, yes);
    const correlationId = newId();
    const cause = { actorId: importActor, correlationId, causationId: correlationId };
    const count = await createRenewing({ ...data, now }).mailAll(pending, now(), cause);
    console.log(`Mailed a new link to ${count} people.`);
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    console.log(
      `Invitations that were waiting, and aren't mailed: ${pending.length}. Staff can ` +
        "mail them again, under Program, Invitations",
    );
  }
  data.close();
}

/** @throws {BadBackup} When the store has another installation's pictures. */
async function refuseForeignPictures(objects: ObjectStore, installation: string): Promise<void> {
  if (!await hasForeignPictures(objects, installation)) return;
  throw new BadBackup(
    "The folder or bucket has pictures of another installation. Use another S3_BUCKET, or move " +
      "DATA_DIR/objects away",
  );
}
