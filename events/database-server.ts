/**
 * A database on a libSQL server, over HTTP. Each call is one request, so nothing is held open between
 * them; a batch is one transaction on the server. PRAGMAs are the server's own and cannot be set.
 *
 * @module
 */
import { type Client, createClient, type InStatement, LibsqlError } from "@libsql/client";
import type { Database, DatabaseOptions } from "./database-port.ts";
import { AnswerTooLarge, DatabaseRefused, DatabaseUnavailable } from "./database-errors.ts";

/** After this long without an answer a call fails. */
const answerWithinMs = 5000;
/** As many reads as one process has under way. */
const readsAtOnce = 20;
/** How often a batch is tried while another process writes: the server itself waits meanwhile. */
const maxTries = 20;

/** Does not connect yet: a server that is away shows with the first call. */
export function openDatabaseServer({ url, authToken, onBusy }: DatabaseOptions): Database {
  const open = (concurrency: number): Client =>
    createClient({
      url,
      ...(authToken && { authToken }),
      concurrency,
      intMode: "number",
      fetch: (request: Request) =>
        fetch(request, { signal: AbortSignal.timeout(answerWithinMs), redirect: "error" }),
    });
  const reader = open(readsAtOnce);
  // One batch at a time, as on a file: the server would have the others wait anyway.
  const writer = open(1);

  return {
    name: url,
    async read(sql, args = []) {
      const ask = async () => (await reader.execute({ sql, args: [...args] })).rows;
      try {
        return await reach(ask);
      } catch (error) {
        // A kept connection is of no use once the server was started anew: the next one is another.
        if (!(error instanceof DatabaseUnavailable) || isTimeout(error.cause)) throw error;
        return await reach(ask);
      }
    },
    async check() {
      await this.read("SELECT 1");
    },
    async write(statements) {
      const batch = statements.map(({ sql, args = [] }): InStatement => ({ sql, args: [...args] }));
      for (let tries = 1;; tries++) {
        try {
          return await reach(() => writer.batch(batch, "write"));
        } catch (error) {
          if (!isBusy(error)) throw error;
          onBusy?.();
          if (tries === maxTries) throw new DatabaseUnavailable("Busy", { cause: error });
          await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60));
        }
      }
    },
    // Nobody can tell a server to; see "On a libSQL server" in the README.
    truncateWriteAheadLog: async () => true,
    async forgetDeleted() {},
    noteDeletion: () => [],
    owesForgetting: async () => false,
    // It may be asked over another connection each time, and only one can tell of itself.
    version: () => undefined,
    close() {
      reader.close();
      writer.close();
    },
  };
}

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

/** What an error of the client or of `fetch` means to callers. */
function translate(error: unknown): unknown {
  const options = { cause: error };
  if (!(error instanceof LibsqlError)) {
    // What is no answer of the server comes from the network: refused, broken off, too late.
    return error instanceof TypeError || error instanceof DOMException
      ? new DatabaseUnavailable("The database server can't be reached", options)
      : error;
  }
  const status = (error.cause as { status?: number } | undefined)?.status;
  if (status === 401 || status === 403) {
    return new DatabaseRefused("The database server refuses the token", options);
  }
  if (error.code === "RESPONSE_TOO_LARGE") return new AnswerTooLarge("Ask for less", options);
  return error.code === "SERVER_ERROR" || error.code === "HRANA_PROTO_ERROR"
    ? new DatabaseUnavailable("The database server does not answer as it should", options)
    : error;
}

function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException;
}
