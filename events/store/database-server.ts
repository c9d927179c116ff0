/**
 * A database on a libSQL server, over HTTP. Each call is one request, and a batch one transaction.
 * PRAGMAs belong to the server and can't be set.
 */
import { type Client, createClient, type InStatement, LibsqlError } from "@libsql/client";
import type { Database, DatabaseOptions } from "./database-port.ts";
import { AnswerTooLarge, DatabaseRefused, DatabaseUnavailable } from "./database-errors.ts";
import { isBusy } from "./sqlite-errors.ts";

const answerWithinMs = 5000;
const readsAtOnce = 20;
/** How often a batch is tried while another process writes. The server itself waits, too. */
const maxTries = 20;

/** Doesn't connect yet: if the server is unavailable, the first call fails. */
export function openDatabaseServer({ url, authToken, onBusy }: DatabaseOptions): Database {
  const open = (concurrency: number): Client =>
    createClient({
      url,
      ...authToken === undefined ? {} : { authToken },
      concurrency,
      intMode: "number",
      fetch: (request: Request) =>
        fetch(request, { signal: AbortSignal.timeout(answerWithinMs), redirect: "error" }),
    });
  const reader = open(readsAtOnce);
  // One batch at a time, as with a file: the server would make the others wait anyway.
  const writer = open(1);

  return {
    name: url,
    async read(sql, args = []) {
      const ask = async () => (await reader.execute({ sql, args: [...args] })).rows;
      try {
        return await reach(ask);
      } catch (error) {
        // A pooled connection is useless after the server restarted: retry on a new one.
        if (!(error instanceof DatabaseUnavailable) || error.cause instanceof DOMException) {
          throw error;
        }
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
    // Not possible on a server; see "On a libSQL server" in the README.
    truncateWriteAheadLog: async () => true,
    endWriteAheadLog: async () => true,
    // Each request may use another connection, and a connection only counts its own writes.
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

function translate(error: unknown): unknown {
  const options = { cause: error };
  if (!(error instanceof LibsqlError)) {
    // Without an answer from the server it is a network failure: refused, interrupted or timed out.
    return error instanceof TypeError || error instanceof DOMException
      ? new DatabaseUnavailable("The database server can't be reached", options)
      : error;
  }
  const status = (error.cause as { status?: number } | undefined)?.status;
  if (status === 401 || status === 403) {
    return new DatabaseRefused(
      "The database server refuses the token, or the lack of one",
      options,
    );
  }
  if (error.code === "RESPONSE_TOO_LARGE") return new AnswerTooLarge("Ask for less", options);
  return error.code === "SERVER_ERROR" || error.code === "HRANA_PROTO_ERROR"
    ? new DatabaseUnavailable("The database server does not answer as it should", options)
    : error;
}
