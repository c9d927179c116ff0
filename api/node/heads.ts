/**
 * Signed heads of the log in a folder, best outside of the data folder: one for each start, stop, backup
 * and hour. Whoever rewrites the log with every hash redone cannot sign one, so it does not fit those
 * that are there.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../events/database.ts";
import { compareHeads, isSignedHead, SignedHead, signHead } from "../../events/verify/head.ts";
import { createLogDigest } from "../../events/verify/log-digest.ts";
import type { Finding } from "../../events/verify/verify-log.ts";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";

export interface Heads {
  /**
   * Makes the folder when there is none.
   *
   * @throws {EnvironmentError} Where nothing can be read or written.
   */
  prepare(): Promise<void>;
  /** The newest head that is there, and what is none; not compared with the log. */
  look(): Promise<Omit<VerifiedHeads, "finding">>;
  /**
   * Compares the log, however long it is, with all heads that are there. Changes nothing.
   *
   * @param database The log, as it is to be read for it.
   */
  verify(database?: Pick<Database, "read">): Promise<VerifiedHeads>;
  /**
   * Signs the log's head as it is now; reads only what was recorded since the last time. Does not sign
   * what does not fit the newest head that is there.
   *
   * @throws {HeadsDiffer}
   */
  write(): Promise<void>;
  /**
   * Moves the heads aside that do not fit the log, such as those from after the backup that was restored.
   *
   * @returns How many, and where they are.
   */
  setAside(at: Date): Promise<{ readonly count: number; readonly folder: string }>;
}

export interface VerifiedHeads {
  /** The one of the highest position; `undefined` when there is none. */
  readonly newest: SignedHead | undefined;
  readonly finding: Finding | undefined;
  /** Files that look like heads, and were not signed by this program. */
  readonly strangers: readonly string[];
}

/** The log is not what a head says that it was. */
class HeadsDiffer extends Error {
  override readonly name = "HeadsDiffer";

  constructor(readonly finding: Finding) {
    super(finding.what);
  }
}

export interface HeadsOptions {
  readonly folder: string;
  readonly database: Pick<Database, "read">;
  /** What heads are signed with. */
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
}

/** The heads of a log that is opened. */
export function headsOf(
  { headsDir }: Pick<Environment, "headsDir">,
  { databases, secrets, now = () => new Date() }: {
    readonly databases: { readonly events: Pick<Database, "read"> };
    readonly secrets: { readonly claimKey: Uint8Array };
    readonly now?: () => Date;
  },
): Heads {
  const { claimKey } = secrets;
  return openHeads({ folder: headsDir, database: databases.events, claimKey, now });
}

/** More than a week's; the newest is what counts, those before tell since when something is wrong. */
const maxFiles = 200;
const pattern = /^head-\d{12}\.json$/;
const unfinished = ".unfinished-";

function openHeads({ folder, database, claimKey, now }: HeadsOptions): Heads {
  /** Of the log as this process has seen it. */
  let seen = createLogDigest(database);
  let seenTo = 0;

  const names = () => namesIn(folder);

  async function read(name: string): Promise<SignedHead | undefined> {
    try {
      const head = SignedHead.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
      return name === nameOf(head) && isSignedHead(head, claimKey) ? head : undefined;
    } catch {
      return undefined;
    }
  }

  async function readAll() {
    const heads: SignedHead[] = [];
    const strangers: string[] = [];
    for (const name of await names()) {
      const head = await read(name);
      if (head === undefined) strangers.push(join(folder, name));
      else heads.push(head);
    }
    return { heads, strangers };
  }

  async function newest(): Promise<SignedHead | undefined> {
    for (const name of (await names()).reverse()) {
      const head = await read(name);
      if (head !== undefined) return head;
    }
    return undefined;
  }

  async function removeOld(): Promise<void> {
    for (const name of (await names()).slice(0, -maxFiles)) {
      await rm(join(folder, name), { force: true });
    }
  }

  return {
    async prepare() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK);
        // Of a process that ended in between.
        for (const name of await readdir(folder)) {
          if (name.startsWith(unfinished)) await rm(join(folder, name), { force: true });
        }
      } catch {
        throw unusable(folder);
      }
    },
    async look() {
      const { heads, strangers } = await readAll();
      return { newest: heads.at(-1), strangers };
    },
    async verify(asRead = database) {
      const { heads, strangers } = await readAll();
      const { finding } = await compareHeads(createLogDigest(asRead), heads);
      return { newest: heads.at(-1), finding, strangers };
    },
    async write() {
      const before = await newest();
      if (before !== undefined && before.position > seenTo) {
        const { finding } = await compareHeads(seen, [before]);
        if (finding !== undefined) {
          seen = createLogDigest(database);
          seenTo = 0;
          throw new HeadsDiffer(finding);
        }
      }
      const head = signHead(await seen.advance(), now(), claimKey);
      seenTo = head.position;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all.
      const aside = join(folder, `${unfinished}${randomUUID()}`);
      try {
        await writeFile(aside, `${JSON.stringify(head, null, 2)}\n`, { mode: 0o600, flush: true });
        await rename(aside, join(folder, nameOf(head)));
      } finally {
        await rm(aside, { force: true });
      }
      await removeOld();
    },
    async setAside(at) {
      const { heads } = await readAll();
      const { fitsTo } = await compareHeads(createLogDigest(database), heads);
      const wrong = heads.filter(({ position }) => position > fitsTo);
      const time = at.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
      const target = join(folder, `replaced-${time}`);
      if (wrong.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
      for (const head of wrong) {
        await rename(join(folder, nameOf(head)), join(target, nameOf(head)));
      }
      return { count: wrong.length, folder: target };
    },
  };
}

/** Whether there are heads in a folder, whosever they are. */
export async function hasHeads(folder: string): Promise<boolean> {
  return (await namesIn(folder).catch(() => [])).length > 0;
}

/** In the order of the log. @throws {EnvironmentError} For what isn't a folder, or cannot be read. */
async function namesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder).catch((error) => {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw unusable(folder);
  });
  return all.filter((name) => pattern.test(name)).sort();
}

function unusable(folder: string): EnvironmentError {
  return new EnvironmentError([
    `HEADS_DIR: ${folder} must be a folder that this user may read and write`,
  ]);
}

/** One for each position: names are in the order of the log. */
function nameOf({ position }: Pick<SignedHead, "position">): string {
  return `head-${String(position).padStart(12, "0")}.json`;
}
