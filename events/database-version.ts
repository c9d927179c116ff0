import Libsql from "libsql";
import { pathOf } from "./database-place.ts";

/** Tells whether a database file has been written to. */
export interface Versions {
  /** See `Database.version`; `undefined` while the file is locked. */
  read(): number | undefined;
  close(): void;
}

/**
 * Asks on a connection that never writes, so that every commit is one by somebody else: then SQLite
 * counts it. A statement that stays prepared takes a few microseconds, and the client of libSQL,
 * which prepares anew, ten times as long.
 *
 * @see {@link https://www.sqlite.org/pragma.html#pragma_data_version}
 */
export function openVersions(url: string): Versions {
  const connection = new Libsql(pathOf(url), { timeout: 0 });
  const statement = connection.prepare("PRAGMA data_version").raw(true);
  return {
    read() {
      try {
        const [version] = statement.get() as [number];
        return version;
      } catch {
        return undefined;
      }
    },
    close: () => void connection.close(),
  };
}
