import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";

/** Ids of erased members, stored apart, so that restoring old databases brings no one back. */
export type ErasureLedger = ReturnType<typeof createErasureLedger>;

const idPattern = /^[\w-]{1,64}$/;

/**
 * By default one file in the data folder, which may be the only permanent one, and one beside it,
 * since an older copy of the data folder lacks erasures.
 */
export function ledgerPaths(
  { erasureLedger, dataDir }: Pick<Environment, "erasureLedger" | "dataDir">,
): readonly [string, ...string[]] {
  if (erasureLedger !== undefined) return [erasureLedger];
  const folder = resolve(dataDir);
  return [join(folder, "erasures"), `${folder}.erasures`];
}

/**
 * Append-only file with one member id a line, for several processes.
 * @param copies Further files with the same content; failures to write them are ignored.
 */
export function createErasureLedger(path: string, ...copies: readonly string[]) {
  const isMissing = (error: unknown) => (error as { code?: string }).code === "ENOENT";

  async function read(file: string): Promise<string> {
    return await readFile(file, "utf8").catch((error) => {
      if (isMissing(error)) return "";
      throw error;
    });
  }

  async function readCopy(file: string): Promise<string> {
    return await read(file).catch(() => "");
  }

  async function openToAdd(file: string) {
    return await open(file, "a", 0o600).catch(async (error) => {
      if (!isMissing(error) || file !== path) throw error;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      return await open(file, "a", 0o600);
    });
  }

  async function memberIds(): Promise<Set<string>> {
    const texts = [await read(path), ...await Promise.all(copies.map(readCopy))];
    return new Set(texts.flatMap(idsIn));
  }

  async function addTo(name: string, memberIds: Iterable<string>): Promise<void> {
    const text = await read(name);
    const known = new Set(idsIn(text));
    const missing = [...memberIds].filter((memberId) => !known.has(memberId));
    if (missing.length === 0) return;
    const file = await openToAdd(name);
    try {
      // A crash may have cut off the last line: the next one starts a new line.
      const start = text === "" || text.endsWith("\n") ? "" : "\n";
      await file.appendFile(`${start}${missing.join("\n")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function add(memberIds: Iterable<string>): Promise<void> {
    const ids = [...memberIds];
    await addTo(path, ids);
    for (const copy of copies) await addTo(copy, ids).catch(() => undefined);
  }

  return {
    /** @throws {EnvironmentError} When it can't be read or written. */
    async prepare(): Promise<void> {
      try {
        await (await openToAdd(path)).close();
        await add(await memberIds());
      } catch {
        throw new EnvironmentError([
          `ERASURE_LEDGER: ${path} can't be read and written to; does this user have the right to, and is its ` +
          "disk there?",
        ]);
      }
    },
    memberIds,
    add,
  };
}

/** Complete lines only: an id that a crash cut off is added again. */
function idsIn(text: string): string[] {
  return text.split("\n").slice(0, -1).filter((line) => idPattern.test(line));
}
