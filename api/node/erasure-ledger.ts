import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EnvironmentError } from "../config/environment-error.ts";

/** Ids of erased members, stored separately, so that restoring an old database doesn't restore them. */
export type ErasureLedger = ReturnType<typeof createErasureLedger>;

/** A text file that several processes may append lines to. */
export interface LedgerFile {
  /** Empty if there is none. */
  read(): Promise<string>;
  append(text: string): Promise<void>;
}

const idPattern = /^[\w-]{1,64}$/;

/** In the data folder, which may be the only permanent one. Copies are beside the backups. */
export function ledgerPath({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, "erasures");
}

/**
 * Append-only file with one member id a line, for several processes.
 * @param copies Files with the same content. `update` adds entries that couldn't be added before.
 */
export function createErasureLedger(path: string, ...copies: readonly LedgerFile[]) {
  const own = ledgerFile(path, true);
  let isBehind = false;

  async function memberIds(
    readCopy = (copy: LedgerFile) => copy.read().catch(() => ""),
  ): Promise<Set<string>> {
    const texts = [await own.read(), ...await Promise.all(copies.map(readCopy))];
    return new Set(texts.flatMap(idsIn));
  }

  async function addTo(file: LedgerFile, memberIds: Iterable<string>): Promise<void> {
    const text = await file.read();
    const known = new Set(idsIn(text));
    const missing = [...memberIds].filter((memberId) => !known.has(memberId));
    if (missing.length === 0) return;
    // A crash may have cut off the last line, so the next one starts a new line.
    const start = text === "" || text.endsWith("\n") ? "" : "\n";
    await file.append(`${start}${missing.join("\n")}\n`);
  }

  async function add(memberIds: Iterable<string>): Promise<void> {
    const ids = [...memberIds];
    await addTo(own, ids);
    for (const copy of copies) {
      await addTo(copy, ids).catch(() => {
        isBehind = true;
      });
    }
  }

  return {
    /** @throws {EnvironmentError} If it can't be read or written. */
    async prepare(): Promise<void> {
      try {
        await own.append("");
        await add(await memberIds());
      } catch {
        throw new EnvironmentError([
          `DATA_DIR: ${path} can't be read and written to. Check this user's permissions, and that its ` +
          "disk is mounted",
        ]);
      }
    },
    /** Ids of all files that can be read. */
    memberIds: () => memberIds(),
    /** @throws If a copy can't be read, because a restore could then bring people back. */
    allMemberIds: () => memberIds((copy) => copy.read()),
    add,
    /** Adds missing entries to copies that couldn't be written to before. */
    async update(): Promise<void> {
      if (!isBehind) return;
      isBehind = false;
      await add(await memberIds());
    },
  };
}

/** @param mayMakeFolder Whether to create a missing folder. Otherwise its disk counts as missing. */
export function ledgerFile(path: string, mayMakeFolder = false): LedgerFile {
  const isMissing = (error: unknown) => (error as { code?: string }).code === "ENOENT";

  async function openToAdd() {
    return await open(path, "a", 0o600).catch(async (error) => {
      if (!isMissing(error) || !mayMakeFolder) throw error;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return await open(path, "a", 0o600);
    });
  }

  return {
    async read() {
      return await readFile(path, "utf8").catch((error) => {
        if (isMissing(error)) return "";
        throw error;
      });
    },
    async append(text) {
      const file = await openToAdd();
      try {
        await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** Ignores a line that a crash cut off; its id is added again. */
function idsIn(text: string): string[] {
  return text.split("\n").slice(0, -1).filter((line) => idPattern.test(line));
}
