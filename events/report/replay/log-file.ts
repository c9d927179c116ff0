import { fileURLToPath } from "node:url";
import Libsql from "libsql";
import type { LogDatabase } from "./pages.ts";

/** How long a call waits for another process's lock; it has a thread of its own. */
const patienceMs = 5000;

/**
 * A log's file, to be read from one end to the other. Its statements stay prepared: the client of
 * libSQL prepares each one anew and leaves the old ones to the garbage collector, and as long as they
 * are there they hold the memory that SQLite has at hand for small texts. Rows then take twice as long.
 */
export function openLogFile(url: string): LogDatabase & { close(): void } {
  const connection = new Libsql(pathOf(url), { timeout: patienceMs });
  connection.exec("PRAGMA query_only = ON");
  const prepared = new Map<string, Libsql.Statement<unknown[]>>();
  return {
    async read(sql, args = []) {
      const statement = prepared.get(sql) ?? connection.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(args) as Record<string, unknown>[];
    },
    close: () => void connection.close(),
  };
}

/** Where the file is that a `file:` address names. */
export function pathOf(url: string): string {
  return url.startsWith("file://")
    ? fileURLToPath(url)
    : decodeURIComponent(url.slice("file:".length).replace(/[?#].*$/, ""));
}
