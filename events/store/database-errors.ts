/** The database can't be reached, or not in time. The call may have been carried out. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The disk refuses writes: it is full, failing or read-only. */
export class DatabaseNotWritable extends Error {
  override readonly name = "DatabaseNotWritable";
}

/** SQLite can't read the file: it isn't a database, or is incomplete or overwritten. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";

  constructor(readonly what: string, readonly todo: string, options?: ErrorOptions) {
    super(`${what}: ${todo}`, options);
  }
}

/** The database server requires another token. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
}

/** A server's answer would exceed its size limit: ask for fewer rows. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/** The database must not be used: a later version or other secrets wrote it. */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}

/** Reads up to `limit` rows, and half as many each time the answer is too large. */
export async function readFewer<T>(
  limit: number,
  read: (limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  for (let count = limit;; count = Math.ceil(count / 2)) {
    try {
      return await read(count);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || count === 1) throw error;
    }
  }
}

/** Whether the database can't be used now, so that every other call would fail, too. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof DatabaseNotWritable ||
    error instanceof DatabaseRefused;
}
