import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabase } from "../../../events/database.ts";
import { copyLog } from "../../../events/log/copy-log.ts";
import { openLibsqlLog } from "../../../events/log/libsql.ts";
import { copyVault } from "../../../events/vault/copy-vault.ts";
import { openVault } from "../../../events/vault/vault.ts";
import { copyFileTo, erasedIn, erasuresName, fileUrl, openFinished } from "../../backup/back-up.ts";
import { chooseBackup, isThere } from "../../backup/folders.ts";
import { type BackupContent, BadBackup, checkFiles, readManifest } from "../../backup/manifest.ts";
import {
  checkPictures,
  ownerOf,
  picturesIn,
  readList,
  removePicturesOf,
  restorePictures,
} from "../../backup/pictures.ts";
import { putInPlace, refuseOpenDatabase } from "../../backup/put-in-place.ts";
import { RestoredIsBroken, stage, type Staged, VaultTooOld } from "../../backup/restore.ts";
import { type DatabaseAddress, type Environment, readEnvironment } from "../../env.ts";
import { createErasureLedger } from "../../erasure-ledger.ts";
import { openObjects } from "../../objects/open.ts";
import { loadSecrets, type Secrets } from "../../secrets.ts";
import { defineCommand } from "../command.ts";
import { createInterrupt } from "../interrupt.ts";
import { confirm, createProgress, TaskError } from "../task.ts";
import { refuseFindings } from "./findings.ts";

export const restore = defineCommand({
  summary: "bring a backup back, without those who were erased since",
  help: `Bring a backup back. Stop the service first, on every node.

  npm run admin -- restore --from /backups/log --vault-from /elsewhere/vault --verify
                                              the latest backup of each
  npm run admin -- restore --from /backups/log/log-2026-11-21T03-00-00Z --vault-from … --verify
                                              this one
  npm run admin -- restore --from /backups/log --verify
                                              the log and the pictures; the vault that is there stays

KEK and CLAIM_KEY have to be those that the backup was made with. Every file is checked before
anything is changed, and with --verify also the chain of events, the names and every sealed value.

Who was erased after the backup is erased again: everyone in the ledger (ERASURE_LEDGER), in the file
"erasures" beside the backups, in a file given with --erasures, and in the log that is replaced.
Everyone has to sign in again, with the password that they had then; mails that were waiting then
are not sent.

What is replaced is set aside under another name. Over data that is there it asks first; --yes
answers. --accept-loss also takes a vault that is older than the log: people who registered in
between are erased, and can register again. Interrupted, it can be run again.`,
  options: {
    from: { type: "string" },
    "vault-from": { type: "string" },
    erasures: { type: "string" },
    verify: { type: "boolean" },
    "accept-loss": { type: "boolean" },
    yes: { type: "boolean" },
  },
  async run(options) {
    if (options.from === undefined) throw new TaskError("Say from where: --from");
    const environment = readEnvironment();
    const secrets = await loadSecrets(environment, false);
    const scratch = join(environment.dataDir, `.restore-${randomUUID()}`);
    const checkInterrupt = createInterrupt("Nothing was changed.");
    const places = {
      events: filePath(environment.events),
      vault: filePath(environment.vault),
      read: filePath(environment.read),
    };
    try {
      await explained(async () => {
        const log = await checkedBackup(options.from ?? "", "log", secrets);
        const vault = options["vault-from"] === undefined
          ? undefined
          : await checkedBackup(options["vault-from"], "vault", secrets);
        const [first] = await thereAlready([places.events, vault && places.vault]);
        if (first !== undefined) {
          const what = `Replace ${first} by the backup of ${log.content.at}?`;
          await confirm(`${what} What is there is set aside.`, options.yes);
        }
        // Before this process opens one of them itself.
        for (const path of Object.values(places)) {
          if (path !== undefined) await refuseOpenDatabase(path);
        }
        if (places.events === undefined) await refuseFilled(environment.events, "EVENTS_URL");
        if (places.vault === undefined) await refuseFilled(environment.vault, "VAULT_URL");

        const parent = dirname(log.path);
        const list = await readList(log.path);
        const erased = await knownErasures(environment, [
          join(parent, erasuresName),
          ...vault ? [join(dirname(vault.path), erasuresName)] : [],
          ...options.erasures === undefined ? [] : [await existing(options.erasures)],
        ]);
        const checking = createProgress("Checked pictures", list.length);
        await checkPictures(parent, list.filter(({ key }) => !erased.has(ownerOf(key))), (done) => {
          checkInterrupt();
          checking.report(done);
        });
        checking.end();

        await mkdir(scratch, { recursive: true, mode: 0o700 });
        const progress = createProgress("Checked log position", log.content.head.position);
        const staged = await stage(scratch, {
          logBackup: log.path,
          head: log.content.head,
          vaultFile: vault === undefined
            ? await copyOfVault(places.vault, scratch)
            : join(vault.path, "vault.db"),
          secrets,
          erased,
          isVaultNewer: vault === undefined || options["accept-loss"] === true ||
            vault.content.at >= log.content.at,
          verifies: options.verify ?? false,
          checkInterrupt,
          report: progress.report,
        });
        progress.end();

        const objects = openObjects({ ...environment, secrets, now: () => new Date() });
        const wanted = list.filter(({ key }) => !staged.erased.has(ownerOf(key)));
        const copying = createProgress("Pictures", undefined);
        const pictures = await restorePictures(picturesIn(parent), objects, wanted, (done) => {
          checkInterrupt();
          copying.report(done);
        });
        copying.end();
        checkInterrupt();
        const setAside = await place(environment, places, staged);
        await removePicturesOf(objects, staged.erased);
        if (environment.erasureLedger !== undefined) {
          await createErasureLedger(environment.erasureLedger).add([...staged.erased]);
        }
        console.log(report({ ...staged, at: log.content.at, pictures, setAside }));
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
});

type Places = Readonly<Record<"events" | "vault" | "read", string | undefined>>;

/** Where a database is on this machine; `undefined` on a server. */
function filePath({ url }: DatabaseAddress): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  return decodeURIComponent(url.slice("file:".length).split("?")[0] ?? "");
}

async function checkedBackup<K extends BackupContent["kind"]>(
  given: string,
  kind: K,
  { claimKey }: Secrets,
) {
  const path = await chooseBackup(given, kind);
  const content = await readManifest(path, claimKey);
  if (content.kind !== kind) throw new BadBackup(`${path} is no backup of the ${kind}`);
  await checkFiles(path, content.files);
  return { path, content: content as Extract<BackupContent, { kind: K }> };
}

/** Everyone of whom anything that is left knows that they were erased. */
async function knownErasures(
  environment: Environment,
  ledgers: readonly string[],
): Promise<Set<string>> {
  const { erasureLedger } = environment;
  const erased = new Set<string>();
  for (const path of [...ledgers, ...erasureLedger === undefined ? [] : [erasureLedger]]) {
    for (const memberId of await createErasureLedger(path).memberIds()) erased.add(memberId);
  }
  const log = filePath(environment.events);
  if (log === undefined || !await isThere(log)) return erased;
  try {
    const replaced = await openFinished(log);
    for (const memberId of await erasedIn(replaced)) erased.add(memberId);
    replaced.close();
  } catch {
    console.error(`${log} cannot be read: whom it alone knows as erased is not known.`);
  }
  return erased;
}

async function existing(path: string): Promise<string> {
  if (!await isThere(path)) throw new TaskError(`--erasures: there is no file ${path}`);
  return path;
}

async function thereAlready(paths: readonly (string | undefined)[]): Promise<string[]> {
  const there: string[] = [];
  for (const path of paths) if (path !== undefined && await isThere(path)) there.push(path);
  return there;
}

async function copyOfVault(path: string | undefined, scratch: string): Promise<string> {
  if (path === undefined || !await isThere(path)) {
    throw new TaskError(
      "There is no vault beside the log: without it nobody's data can be read. Give its backup with " +
        "--vault-from.",
    );
  }
  const copy = join(scratch, "vault-that-stays.db");
  const vault = await openFinished(path);
  await copyFileTo(vault, copy);
  vault.close();
  return copy;
}

async function refuseFilled(address: DatabaseAddress, variable: string): Promise<void> {
  const database = await openDatabase({ ...address, durability: "full" });
  const rows = await database.read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('events', 'member_keys')",
  );
  const [name] = rows.map((row) => String(row.name));
  const found = name === undefined ? [] : await database.read(`SELECT 1 FROM ${name} LIMIT 1`);
  database.close();
  if (found.length > 0) {
    throw new TaskError(
      `${variable}: there is data on this server, which is not replaced. Name an empty database.`,
    );
  }
}

/** Files are moved, servers are filled. Returns what was set aside. */
async function place(environment: Environment, places: Places, staged: Staged) {
  const { events, vault, dataDir, read } = { ...places, ...{ dataDir: environment.dataDir } };
  if (events === undefined) {
    await fill(environment.events, staged.logFile, async (to, from) => {
      await openLibsqlLog(to, () => Date.now());
      await copyLog(from, to);
    });
  }
  if (vault === undefined) {
    await fill(environment.vault, staged.vaultFile, async (to, from) => {
      await openVault({ database: to, kek: new Uint8Array(32) });
      await copyVault(from, to);
    });
  }
  return await putInPlace(
    dataDir,
    [
      ...vault === undefined ? [] : [{ from: staged.vaultFile, to: vault }],
      ...events === undefined ? [] : [{ from: staged.logFile, to: events }],
    ],
    {
      rebuilt: [
        ...read === undefined ? [] : [read, `${read}-wal`, `${read}-shm`],
        join(dataDir, "search"),
      ],
      at: new Date(),
    },
  );
}

async function fill(
  address: DatabaseAddress,
  file: string,
  copy: (to: Awaited<ReturnType<typeof openDatabase>>, from: typeof to) => Promise<void>,
): Promise<void> {
  const to = await openDatabase({ ...address, durability: "full" });
  const from = await openDatabase({ url: fileUrl(file), durability: "normal" });
  await copy(to, from);
  from.close();
  to.close();
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RestoredIsBroken) refuseFindings(error.findings);
    if (error instanceof BadBackup) {
      throw new TaskError(`${error.message}.\nNothing was changed.`.replace("..\n", ".\n"));
    }
    if (error instanceof VaultTooOld) {
      throw new TaskError(
        `The backup of the vault is older than that of the log: it has no key for ${error.lost} ` +
          "members. Take a later backup of the vault. If there is none, --accept-loss erases these " +
          "members, so that they can register again. Nothing was changed.",
      );
    }
    if (error instanceof Error && error.message.includes("check KEK_FILE")) {
      throw new TaskError(
        `${error.message}. It has to be the one that the vault was wrapped with.`,
      );
    }
    throw error;
  }
}

function report(
  { position, at, pictures, erasedAgain, droppedMails, setAside }: Staged & {
    readonly at: string;
    readonly pictures: number;
    readonly setAside: readonly string[];
  },
): string {
  return [
    `Restored the log up to position ${position}, and ${pictures} pictures that were missing.`,
    `What was recorded after ${at} is lost.`,
    `Erased again: ${erasedAgain} members. Who was erased later, and stands in no ledger, has to be ` +
    "erased once more.",
    `Everyone has to sign in again. Mails that were waiting are not sent: ${droppedMails}.`,
    'With SEARCH=meilisearch run "npm run reindex" once the service runs.',
    ...setAside.map((path) => `Set aside: ${path} (delete it when it is not needed any more)`),
  ].join("\n");
}
