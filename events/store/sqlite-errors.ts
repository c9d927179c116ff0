import { LibsqlError } from "@libsql/client";

/** Whether another process has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** @see {@link https://www.sqlite.org/rescode.html} */
export function isRefusedByDisk(error: unknown): boolean {
  return error instanceof LibsqlError &&
    /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM)/.test(error.code);
}

/** @see {@link https://www.sqlite.org/rescode.html} */
export function isDamaged(error: unknown): boolean {
  return error instanceof LibsqlError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Whether the file isn't a database. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === "SQLITE_NOTADB";
}
