import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { EnvironmentError } from "./environment-error.ts";

/**
 * Who was erased, for ever: member ids, and nothing else. It is kept apart from the databases, so
 * that a database which is restored from before an erasure does not bring anybody back.
 */
export interface ErasureLedger {
  /** Everyone in it; nobody when there is no ledger yet. */
  memberIds(): Promise<ReadonlySet<string>>;
  /**
   * Makes the ledger when there is none.
   *
   * @throws {EnvironmentError} Where it cannot be read or nothing could be added: what it has or would
   * have to say must not be found missing on the day that a backup is restored.
   */
  prepare(): Promise<void>;
  /** Adds those that are not in it; resolves once they are on the disk. */
  add(memberIds: readonly string[]): Promise<void>;
}

const idPattern = /^[\w-]{1,64}$/;

/** A ledger in a file: one member id a line, only ever appended to. Several processes may add. */
export function createErasureLedger(path: string): ErasureLedger {
  async function read(): Promise<string> {
    return await readFile(path, "utf8").catch((error) => {
      if ((error as { code?: string }).code === "ENOENT") return "";
      throw error;
    });
  }

  async function openToAdd() {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await open(path, "a", 0o600);
  }

  return {
    async prepare() {
      try {
        await read();
        await (await openToAdd()).close();
      } catch {
        throw new EnvironmentError([
          `ERASURE_LEDGER: ${path} cannot be read and written to; may this user do so, and is its ` +
          "disk there?",
        ]);
      }
    },
    async memberIds() {
      return new Set(idsIn(await read()));
    },
    async add(memberIds) {
      const text = await read();
      const known = new Set(idsIn(text));
      const missing = memberIds.filter((memberId) => !known.has(memberId));
      if (missing.length === 0) return;
      const file = await openToAdd();
      try {
        // A line that a crash cut off must not swallow the next one.
        const start = text === "" || text.endsWith("\n") ? "" : "\n";
        await file.appendFile(`${start}${missing.join("\n")}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** Complete lines only: what a crash cut off is nobody's id, and is added again. */
function idsIn(text: string): string[] {
  return text.split("\n").slice(0, -1).filter((line) => idPattern.test(line));
}
