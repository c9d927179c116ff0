/**
 * A real libSQL server for tests: a process of its own for each database, which can be killed and
 * started again. Needs the path of its program in LIBSQL_SERVER.
 *
 * @module
 */
import process from "node:process";
import { describe, onTestFinished } from "vitest";
import { type Database, openDatabase } from "../store/database.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const program = process.env.LIBSQL_SERVER ?? "";

/** A `describe` that is skipped, saying so in one line, without a server. */
export function describeWithLibsqlServer(name: string, tests: () => void): void {
  const isThere = program !== "";
  if (!isThere) console.log(`${name}: skipped, since LIBSQL_SERVER does not name sqld`);
  describe.skipIf(!isThere)(name, tests);
}

export type LibsqlServer = ServerProcess;

/** An empty server for the running test, removed after it. */
export async function startLibsqlServer(
  options: { readonly args?: readonly string[]; readonly environment?: Record<string, string> } =
    {},
): Promise<LibsqlServer> {
  return await startServerProcess({
    program,
    args: (folder, address) => [
      ...["--db-path", folder, "--http-listen-addr", address, "--no-welcome"],
      ...options.args ?? [],
    ],
    health: "/health",
    ...options.environment && { environment: options.environment },
  });
}

/** An empty database on its own server. */
export async function databaseOnServer(): Promise<Database> {
  const { url } = await startLibsqlServer();
  const database = await openDatabase({ url, durability: "full" });
  onTestFinished(() => database.close());
  return database;
}
