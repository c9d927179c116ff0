/** The database cannot be reached, or does not answer in time. What was asked for may be done or not. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The disk does not take what is to be written: it is full, failing, or may only be read. */
export class DatabaseNotWritable extends Error {
  override readonly name = "DatabaseNotWritable";
}

/** A file that SQLite cannot make sense of: no database, only a part of one, or one that was written over. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";

  /** @param todo What a person can do about it. */
  constructor(readonly what: string, readonly todo: string, options?: ErrorOptions) {
    super(`${what}: ${todo}`, options);
  }
}

/** The database server does not let this program in: its token is missing, wrong or over. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
}

/** A server limits how much one answer may hold: ask for less at once. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/** A database was written by a later version, or with other secrets: nothing of it can be used. */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}

/** Reads up to so many rows; half as many, and half of that, where they are too large for one answer. */
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
