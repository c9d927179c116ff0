import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPending } from "../../../../../events/invitations/invitation.ts";
import { erasuresName } from "../../../backup/back-up.ts";
import { openFinished } from "../../../backup/database-file.ts";
import { knownErasures } from "../../../backup/known-erasures.ts";
import { BadBackup } from "../../../backup/manifest.ts";
import {
  checkPictures,
  ownerOf,
  picturesIn,
  readList,
  removePicturesOf,
  restorePictures,
} from "../../../backup/pictures.ts";
import { stage } from "../../../backup/restore.ts";
import { type Environment, readEnvironment } from "../../../../config/env.ts";
import { createErasureLedger, ledgerPaths } from "../../../../erasure/ledger.ts";
import { hasForeignPictures, markStore } from "../../../../objects/mark.ts";
import { headsOf } from "../../../../node/heads.ts";
import { goOn } from "../../../backup/continuous/go-on.ts";
import { openCopyStores, openObjects } from "../../../../objects/open.ts";
import type { ObjectStore } from "../../../../objects/object-store.ts";
import { loadSecrets, type Secrets } from "../../../../config/secrets.ts";
import { defineCommand } from "../../command.ts";
import { createInterrupt } from "../../interrupt.ts";
import { openData } from "../../opened.ts";
import { flag, text } from "../../options.ts";
import { resendTo } from "../invitations.ts";
import { confirm, createProgress, TaskError } from "../../task.ts";
import { checkedBackup, copyOfVault, existing } from "./restore-inputs.ts";
import { firstThere, place, type Places, placesOf, refuseTaken } from "./restore-places.ts";
import { explained, report } from "./restore-words.ts";

export const restore = defineCommand({
  summary: "restore a backup, without accounts that were deleted since",
  help: `Restore a backup. First stop the service on every node.

  npm run admin -- restore --from /backups/log --vault-from /elsewhere/vault --verify
                                              the latest backup of each
  npm run admin -- restore --from /backups/log/log-2026-11-21T03-00-00Z --vault-from … --verify
                                              this backup
  npm run admin -- restore --from /backups/log --verify
                                              only the log and the pictures. The current vault file
                                              stays; members without a key in it are erased

Use the KEK and CLAIM_KEY that the backup was made with. Every file is checked before anything
changes. --verify also checks the chain of events, the names and every encrypted value.

If there is a continuous backup (CONTINUOUS_LOG_BACKUPS), what was recorded after the latest backup
is added to it. It isn't added to a backup that you name, or with --full-only.

Accounts that were deleted after the backup are deleted again: those in the ledger
(ERASURE_LEDGER), in the file "erasures" beside the backups, in a file you give with --erasures,
and in the log that is replaced. Each gets a new receipt. "verify --receipt" finds it by the first
receipt, unless a version from before November 2026 issued that one. Everyone has to sign in again,
with the password they had at that time. Emails that were waiting then aren't sent: mentors are
reminded of requests that wait for them, and the command asks whether to mail the invitations.

The current data is kept under another name. The command asks before it replaces data; --yes
answers. --accept-loss also restores a vault that is older than the log, or keeps one that has
hardly any keys: members without a key are erased, and can register again. If it's interrupted,
run it again. To practice while the service runs, set DATA_DIR to a new folder, and if
ERASURE_LEDGER and HEADS_DIR are set, set those too.`,
  options: {
    from: text,
    "vault-from": text,
    erasures: text,
    verify: flag,
    "accept-loss": flag,
    "full-only": flag,
    yes: flag,
  },
  async run(options) {
    if (options.from === undefined) throw new TaskError("Name the backup: --from");
    const { from, "vault-from": vaultFrom } = options;
    const environment = readEnvironment();
    const given = {
      environment,
      places: placesOf(environment),
      secrets: await loadSecrets(environment, { mayMake: false }),
      scratch: join(environment.dataDir, `.restore-${randomUUID()}`),
      checkInterrupt: createInterrupt("Nothing was changed."),
    };
    try {
      await explained(() => bringBack({ ...options, from, vaultFrom }, given));
    } finally {
      await rm(given.scratch, { recursive: true, force: true });
    }
  },
});

interface Wanted {
  readonly from: string;
  readonly vaultFrom?: string | undefined;
  readonly erasures?: string | undefined;
  readonly verify?: boolean | undefined;
  readonly "accept-loss"?: boolean | undefined;
  readonly "full-only"?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

interface Given {
  readonly environment: Environment;
  readonly places: Places;
  readonly secrets: Secrets;
  /** A folder for files that are not in place yet. */
  readonly scratch: string;
  readonly checkInterrupt: () => Promise<void>;
}

async function bringBack(wanted: Wanted, given: Given): Promise<void> {
  const { environment, places, secrets, scratch, checkInterrupt } = given;
  const log = await checkedBackup(wanted.from, "log", secrets);
  const vault = wanted.vaultFrom === undefined
    ? undefined
    : await checkedBackup(wanted.vaultFrom, "vault", secrets);
  const there = await firstThere([places.events, vault && places.vault]);
  if (there !== undefined) {
    const what = `Replace ${there} by the backup of ${log.content.at}?`;
    await confirm(`${what} The current data is kept under another name.`, wanted.yes);
  }
  // Before this process opens one of the files itself.
  await refuseTaken(environment, places);

  const parent = dirname(log.path);
  const list = await readList(log.path);
  const erased = await knownErasures(
    [
      join(parent, erasuresName),
      ...vault ? [join(dirname(vault.path), erasuresName)] : [],
      ...wanted.erasures === undefined ? [] : [await existing(wanted.erasures)],
      ...ledgerPaths(environment),
    ],
    places.events,
    (path) =>
      console.error(
        `${path} can't be read, so accounts that were deleted and are only in this list may come back.`,
      ),
  );
  const checking = createProgress("Checked pictures", list.length);
  await checkPictures(parent, list.filter(({ key }) => !erased.has(ownerOf(key))), async (done) => {
    await checkInterrupt();
    checking.report(done);
  });
  checking.end();

  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const continuous = await openCopyStores(environment);
  const progress = createProgress("Checked log position", log.content.head.position);
  const staged = await stage(scratch, {
    logBackup: log.path,
    head: log.content.head,
    vaultFile: vault === undefined
      ? await copyOfVault(places.vault, scratch)
      : join(vault.path, "vault.db"),
    secrets,
    erased,
    withoutKey: wanted["accept-loss"] === true
      ? "are-erased"
      : vault === undefined
      ? "are-erased-if-few"
      : vault.content.at >= log.content.at
      ? "are-erased"
      : "are-lost",
    ...continuous !== undefined && wanted["full-only"] !== true && log.path !== wanted.from && {
      goOn: (databases) =>
        goOn({
          databases,
          stores: continuous,
          claimKey: secrets.claimKey,
          checkInterrupt,
          report: progress.report,
        }),
    },
    verifies: wanted.verify ?? false,
    checkInterrupt,
    report: progress.report,
  });
  progress.end();

  const objects = await openObjects({ ...environment, secrets, now: () => new Date() });
  await refuseForeignPictures(objects, staged.installation);
  const kept = list.filter(({ key }) => !staged.erased.has(ownerOf(key)));
  const copying = createProgress("Pictures", undefined);
  const pictures = await restorePictures(picturesIn(parent), objects, kept, async (done) => {
    await checkInterrupt();
    copying.report(done);
  });
  copying.end();
  await checkInterrupt();
  const setAside = await place(environment, places, staged);
  await markStore(objects, staged.installation);
  const oldHeads = await setHeadsAside(environment, secrets, staged.logFile);
  await removePicturesOf(objects, staged.erased);
  await createErasureLedger(...ledgerPaths(environment)).add(staged.erased);
  console.log(
    report({
      ...staged,
      at: log.content.at,
      pictures,
      setAside,
      oldHeads,
      lacksPictures: log.content.lacksPictures,
    }),
  );
  if (staged.invited.length > 0) await resendToInvited(staged.invited, wanted.yes);
}

/** Their links were in mails that a restore deletes. If the operator says no, `invitations --resend` does it later. */
async function resendToInvited(invited: readonly string[], yes: boolean | undefined) {
  const data = await openData();
  await data.readModel.catchUp();
  const found = await Promise.all(invited.map((memberId) => data.readModel.members.byId(memberId)));
  const pending = found.flatMap((one) => one !== undefined && isPending(one) ? [one] : []);
  try {
    console.log((await resendTo(data, pending, yes)).words);
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    console.log(
      `Invitations that were waiting, and aren't mailed: ${pending.length}. To mail them later: ` +
        '"npm run admin -- invitations --resend"',
    );
  }
  data.close();
}

/** Heads that were signed after the backup belong to a log that is gone. */
async function setHeadsAside(
  environment: Environment,
  secrets: Secrets,
  logFile: string,
): Promise<string | undefined> {
  const events = await openFinished(logFile);
  const heads = headsOf(environment, { databases: { events }, secrets });
  const { count, folder } = await heads.setAside(new Date());
  await heads.write();
  events.close();
  return count === 0 ? undefined : folder;
}

/** @throws {BadBackup} When the store has pictures of another installation, which must not be changed. */
async function refuseForeignPictures(objects: ObjectStore, installation: string): Promise<void> {
  if (!await hasForeignPictures(objects, installation)) return;
  throw new BadBackup(
    "The folder or bucket has pictures of another installation. Use another S3_BUCKET, or move " +
      "DATA_DIR/objects away",
  );
}
