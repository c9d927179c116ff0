import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Who was erased, for ever: member ids, and nothing else. It is kept apart from the databases, so
 * that a database which is restored from before an erasure does not bring anybody back.
 */
export interface ErasureLedger {
  /** Everyone in it; nobody when there is no ledger yet. */
  memberIds(): Promise<ReadonlySet<string>>;
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

  return {
    async memberIds() {
      return new Set(idsIn(await read()));
    },
    async add(memberIds) {
      const text = await read();
      const known = new Set(idsIn(text));
      const missing = memberIds.filter((memberId) => !known.has(memberId));
      if (missing.length === 0) return;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, "a", 0o600);
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
