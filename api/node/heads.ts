/**
 * Signed heads of the log, best outside the data folder: one for each start, stop, backup and hour.
 * A rewritten log no longer matches, since only the program can sign heads.
 */
import { access, constants, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../events/database.ts";
import { writeNamedFile } from "../../events/named-file.ts";
import {
  compareHeads,
  isSignedHead,
  LogDigest,
  SignedHead,
  signHead,
} from "../../events/verify/head.ts";
import type { Finding } from "../../events/verify/verify-log.ts";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";

export interface VerifiedHeads {
  /** The head with the highest position, if any. */
  readonly newest: SignedHead | undefined;
  readonly finding: Finding | undefined;
  /** Files that look like heads but weren't signed by this program. */
  readonly strangers: readonly string[];
}

export function headsOf(
  { headsDir }: Pick<Environment, "headsDir">,
  { databases, secrets, now = () => new Date() }: {
    readonly databases: { readonly events: Pick<Database, "read"> };
    readonly secrets: { readonly claimKey: Uint8Array };
    readonly now?: () => Date;
  },
): Heads {
  return new Heads(headsDir, databases.events, secrets.claimKey, now);
}

/** More than a week's. The newest counts; earlier ones show since when something is wrong. */
const maxFiles = 200;
const pattern = /^head-\d{12}\.json$/;
/** Left by a process that ended while writing a head. */
const unfinished = /^\.(unfinished-|.*\.part$)/;

export class Heads {
  /** Of the log as far as this process has read it. */
  private seen: LogDigest;
  private readUpTo = 0;

  /** @param claimKey Signs the heads. */
  constructor(
    private readonly folder: string,
    private readonly database: Pick<Database, "read">,
    private readonly claimKey: Uint8Array,
    private readonly now: () => Date,
  ) {
    this.seen = new LogDigest(database);
  }

  /** Creates a missing folder. @throws {EnvironmentError} If it can't be read or written. */
  async prepare(): Promise<void> {
    const { folder } = this;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK);
      for (const name of await readdir(folder)) {
        if (unfinished.test(name)) await rm(join(folder, name), { force: true });
      }
    } catch {
      throw unusable(folder);
    }
  }

  /** The newest head, and other files; not compared with the log. */
  async newest(): Promise<Omit<VerifiedHeads, "finding">> {
    const { heads, strangers } = await this.readAll();
    return { newest: heads.at(-1), strangers };
  }

  /** @param database Another way to read the log, such as in slices. */
  async verify(database: Pick<Database, "read"> = this.database): Promise<VerifiedHeads> {
    const { heads, strangers } = await this.readAll();
    const { finding } = await compareHeads(new LogDigest(database), heads);
    return { newest: heads.at(-1), finding, strangers };
  }

  /** Signs the log's current head. @throws {Error} When the log doesn't match the newest head. */
  async write(): Promise<void> {
    const { folder } = this;
    const before = (await this.readAll()).heads.at(-1);
    if (before !== undefined && before.position > this.readUpTo) {
      const { finding } = await compareHeads(this.seen, [before]);
      if (finding !== undefined) {
        this.seen = new LogDigest(this.database);
        this.readUpTo = 0;
        throw new Error(finding.what);
      }
    }
    const head = signHead(await this.seen.advance(), this.now(), this.claimKey);
    this.readUpTo = head.position;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeNamedFile(join(folder, nameOf(head)), `${JSON.stringify(head, null, 2)}\n`);
    for (const name of (await namesIn(folder)).slice(0, -maxFiles)) {
      await rm(join(folder, name), { force: true });
    }
  }

  /** Moves heads away that don't match the log, and returns how many and where they are. */
  async setAside(at: Date): Promise<{ readonly count: number; readonly folder: string }> {
    const { heads } = await this.readAll();
    const { fitsTo } = await compareHeads(new LogDigest(this.database), heads);
    const wrong = heads.filter(({ position }) => position > fitsTo);
    const time = at.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
    const target = join(this.folder, `replaced-${time}`);
    if (wrong.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
    for (const head of wrong) {
      await rename(join(this.folder, nameOf(head)), join(target, nameOf(head)));
    }
    return { count: wrong.length, folder: target };
  }

  private async readAll() {
    const heads: SignedHead[] = [];
    const strangers: string[] = [];
    for (const name of await namesIn(this.folder)) {
      const path = join(this.folder, name);
      try {
        const head = SignedHead.parse(JSON.parse(await readFile(path, "utf8")));
        if (name === nameOf(head) && isSignedHead(head, this.claimKey)) heads.push(head);
        else strangers.push(path);
      } catch {
        strangers.push(path);
      }
    }
    return { heads, strangers };
  }
}

/** Whether there are heads in a folder, whichever program signed them. */
export async function hasHeads(folder: string): Promise<boolean> {
  return (await namesIn(folder).catch(() => [])).length > 0;
}

/** In the order of the log. @throws {EnvironmentError} If it isn't a folder, or can't be read. */
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

/** Sorted by name, they are in the order of the log. */
function nameOf({ position }: Pick<SignedHead, "position">): string {
  return `head-${String(position).padStart(12, "0")}.json`;
}
