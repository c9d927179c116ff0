import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseDamaged } from "../../../../events/store/database-errors.ts";
import { readSecrets } from "../../../../events/store/secrets.ts";
import { countDocuments, liveIndex } from "../../../../search/meilisearch/indexes.ts";
import { createMeilisearchServer } from "../../../../search/meilisearch/server.ts";
import { areOnOneDisk, checkFolder } from "../../../backup/folder.ts";
import { neededUntil } from "../../../backup/keep.ts";
import { openBackupPlace } from "../../../backup/open-place.ts";
import { BackupFailed } from "../../../backup/place.ts";
import { megabytes } from "../../../backup/size.ts";
import { EnvironmentError } from "../../../config/environment-error.ts";
import { openMail } from "../../../mail/drivers/current-mail.ts";
import { refuseDamaged } from "../../../node/damaged-files.ts";
import { freeBytesAt } from "../../../node/data-folder.ts";
import { NoInstallation } from "../../../node/stores.ts";
import { keysOfPicture, uploadKey } from "../../../objects/keys.ts";
import { isForeignStore } from "../../../objects/mark.ts";
import { readAll } from "../../../objects/object-store.ts";
import { defineCommand } from "../command.ts";
import { now, openData, type Opened } from "../open-data.ts";
import { messageOf, TaskError } from "../task.ts";

export const doctor = defineCommand({
  summary: "check everything the service needs, and say what to do",
  help: `Check variables, database, secret, disk, search, mail server, pictures and backups.

  npm run admin -- doctor

FAIL means that something doesn't work; the exit code is then 1. WARN means that it works, and you
should change it. Run this as the service's user, with the service's configuration; the service can
keep running. It changes nothing, except that it stores a test object and deletes it again. It sends
no email. What staff can mend is on their Home page.
It prints no secrets and nothing about anyone.`,
  async run() {
    const findings = await examine();
    const words = findings.map(lineOf).join("\n");
    const failed = findings.filter(({ level }) => level === "FAIL").length;
    if (failed === 0) return words;
    console.log(words);
    throw new TaskError(`${failed} of ${findings.length} lines say FAIL.`);
  },
});

interface CheckResult {
  readonly level: "OK" | "WARN" | "FAIL";
  readonly what: string;
  /** Replaces the check's own text. */
  readonly todo?: string | undefined;
}

interface Check {
  readonly name: string;
  /** Advice if there is a problem. */
  readonly todo: string;
  /** @returns `undefined` if there is nothing to check. @throws For an error that ends the check. */
  readonly find: (data: Opened) => Promise<CheckResult | undefined>;
}

const ok = (what: string): CheckResult => ({ level: "OK", what });
const warn = (what: string, todo?: string): CheckResult => ({ level: "WARN", what, todo });
const fail = (what: string, todo?: string): CheckResult => ({ level: "FAIL", what, todo });

const megabyte = 1_000_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const hourMs = 60 * 60 * 1000;

const checks: readonly Check[] = [
  {
    name: "database",
    todo: "stop the service, and restore the latest backup",
    async find({ environment, database }) {
      // Reading on in a damaged file proves nothing, and may end this process.
      await refuseDamaged(environment, database);
      return ok("it responds and is intact, and the secret opens it");
    },
  },
  {
    name: "secret",
    todo: "your backups can't be opened without this: staff print it under Program",
    async find({ database, readModel }) {
      const { isKept, older } = await readSecrets(database);
      const { backupWeeks } = readModel.settings.current();
      const needed = older.filter(({ until }) => neededUntil(until, backupWeeks) > now());
      const alsoKeep = needed.map(({ until }) =>
        `; keep the one that was in use until ${dayOf(until)} as well, older backups need it`
      ).join("");
      return isKept
        ? ok(`someone has confirmed a copy of it${alsoKeep}`)
        : warn(`no one has confirmed a copy of it${alsoKeep}`);
    },
  },
  {
    name: "disk",
    todo: "free some space, or move DATA_DIR to a larger disk",
    async find({ environment: { dataDir } }) {
      const freeBytes = await freeBytesAt(dataDir);
      const free = `${Math.floor(freeBytes / megabyte)} MB are free`;
      if (freeBytes < 200 * megabyte) return fail(free);
      return freeBytes < 1000 * megabyte ? warn(free) : ok(free);
    },
  },
  {
    name: "search",
    todo: "check that Meilisearch is running, and check MEILI_URL and MEILI_KEY",
    async find({ environment: { meilisearch } }) {
      if (meilisearch === undefined) return ok("the built-in engine needs no setup");
      const server = createMeilisearchServer(meilisearch);
      try {
        await server.ask((client) => client.health());
        const count = await countDocuments(server, liveIndex(server));
        if (count === undefined) return warn("there's no index yet", 'run "npm run reindex"');
        return ok(`Meilisearch has ${count} profiles`);
      } catch (error) {
        const why = `Meilisearch doesn't respond correctly (${kindOf(error)})`;
        return fail(`${why}, so the built-in engine is used instead`);
      }
    },
  },
  {
    name: "mail",
    todo: "check SMTP_URL, the password, and that this machine may reach the mail server",
    async find({ environment }) {
      const { smtp } = environment;
      if (!smtp) return ok("staff set it up under Program, Mail, where its state is");
      const place = `${smtp.host}:${smtp.port}`;
      return await openMail(environment, () => {}).check().then(
        () => ok(`${place} accepts mail from us${smtp.login ? ", signed in" : ""}`),
        (error) => fail(`${place} doesn't accept mail from us (${kindOf(error)})`),
      );
    },
  },
  {
    name: "pictures",
    todo:
      "check that the service's user owns their folder, or check S3_ENDPOINT, S3_BUCKET and its keys",
    async find({ environment: { s3 }, openObjects, readModel, installation }) {
      const where = s3 === undefined ? "DATA_DIR/objects" : `the bucket ${s3.bucket}`;
      const store = await openObjects();
      const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
      try {
        const bytes = new TextEncoder().encode("doctor");
        await store.put(key, bytes);
        const found = await store.read(key);
        if (found === undefined || Buffer.compare(await readAll(found.body, 100), bytes) !== 0) {
          return fail(`${where} doesn't return what was stored there`);
        }
        if (await isForeignStore(store, installation)) {
          return fail(`${where} belongs to a different installation from the database`);
        }
        const latest = await readModel.members.withPicture(20);
        let missing = 0;
        for (const { profileImageUrl } of latest) {
          const picture = await store.read(keysOfPicture(String(profileImageUrl))[0] ?? "");
          await picture?.body.cancel();
          if (picture === undefined) missing++;
        }
        if (missing === 0) return ok(`${where} can be written, read and deleted from`);
        return fail(
          `${missing} of ${latest.length} pictures checked are missing from ${where}`,
          "put the folder or bucket back, or its copy",
        );
      } finally {
        await store.remove([key]).catch(() => undefined);
      }
    },
  },
  {
    name: "backups",
    todo: 'see what the service\'s log says about backups, and run "npm run admin -- backup"',
    async find({ environment: { backups: settings } }) {
      const isFolder = settings.place === "folder";
      const where = isFolder ? settings.folder : `the bucket ${settings.s3.bucket}`;
      const there = isFolder
        ? "make the folder, mount its disk, and let the service's user write there"
        : "check BACKUPS_S3_ENDPOINT, BACKUPS_S3_BUCKET and its keys";
      try {
        const [newest] = await (await openBackupPlace(settings)).list();
        if (newest === undefined) {
          return warn(
            `there's none in ${where} yet`,
            "the service makes one within the first hour",
          );
        }
        if (isFolder) await checkFolder(settings.folder);
        const { madeAt, name, bytes } = newest;
        const what = `the newest is ${name} in ${where}, ${megabytes(bytes)}`;
        const ageMs = now().getTime() - madeAt.getTime();
        if (ageMs < -hourMs) return warn(`${what}, made in the future`, "check the clock");
        if (ageMs >= 48 * hourMs) return fail(what);
        if (ageMs >= 3 * hourMs) return warn(what);
        return ok(what);
      } catch (error) {
        if (!(error instanceof BackupFailed)) throw error;
        return fail(error.message, there);
      }
    },
  },
  {
    name: "backup disk",
    todo: "set BACKUPS to a folder on another disk, or BACKUPS_S3_BUCKET to a bucket",
    async find({ environment: { backups: settings, dataDir } }) {
      if (settings.place === "bucket") return ok("backups are in a bucket");
      return await areOnOneDisk(dataDir, settings.folder)
        ? warn("backups are on the disk of DATA_DIR, and are lost when it is")
        : ok("backups are on another disk than DATA_DIR");
    },
  },
  {
    name: "litestream",
    todo: 'see "docker compose logs litestream"',
    async find({ environment: { backups: settings } }) {
      const at = settings.place === "folder"
        ? await newestFileIn(join(settings.folder, "litestream"))
        : undefined;
      if (at === undefined) return undefined;
      const what = `its newest copy was made at ${at.toISOString()}`;
      // Each hour's backup stores its outcome, which is a change to copy.
      return now().getTime() - at.getTime() < 2 * hourMs ? ok(what) : warn(what);
    },
  },
  {
    name: "erasures",
    todo: 'see "backups" above: it is written to the same place',
    async find({ environment: { backups: settings }, keys }) {
      const place = await openBackupPlace(settings);
      const ids = new Set((await place.ledger.read()).split("\n"));
      const missing = (await keys.erasedIds()).filter((memberId) => !ids.has(memberId)).length;
      return missing === 0
        ? ok("deleted accounts are noted beside the backups")
        : warn(`${missing} deleted accounts aren't noted beside the backups`);
    },
  },
];

type Finding = CheckResult & Pick<Check, "name">;

/** Runs the checks. Stops if the data can't be opened or is damaged, because other checks would prove nothing. */
async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  let name = "configuration";
  try {
    const data = await openData();
    for (const { todo, find, ...check } of checks) {
      name = check.name;
      const found = await find(data).catch((error) => {
        if (error instanceof DatabaseDamaged) throw error;
        return fail(messageOfFailure(error));
      });
      if (found === undefined) continue;
      findings.push({ name, ...found, todo: found.todo ?? todo });
    }
    data.close();
  } catch (error) {
    if (error instanceof DatabaseDamaged) {
      findings.push({ name, ...fail(error.what, error.todo) });
    } else if (error instanceof EnvironmentError) {
      const say = error instanceof NoInstallation ? warn : fail;
      findings.push(...error.problems.map((problem) => ({ name, ...say(problem) })));
    } else findings.push({ name, ...fail(messageOfFailure(error)) });
  }
  return findings;
}

/** When a file below a folder was last written; `undefined` if there is none. */
async function newestFileIn(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // Litestream may delete old files at the same time.
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => {})));
  const times = found.flatMap((entry) => entry?.isFile() ? [entry.mtimeMs] : []);
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

function messageOfFailure(error: unknown): string {
  return messageOf(error) ?? `it can't be checked (${kindOf(error)})`;
}

/** The kind of failure, without words from outside. */
function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = cause === undefined ? "" : kindOf(cause);
  return inner || (typeof code === "string" && code) || String(name ?? "unknown");
}

function lineOf({ level, name, what, todo }: Finding): string {
  const line = `${level.padEnd(5)} ${name.padEnd(17)} ${what}`;
  return level === "OK" || todo === undefined ? line : `${line}\n${" ".repeat(24)}-> ${todo}`;
}
