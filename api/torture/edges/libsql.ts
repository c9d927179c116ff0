import {
  type Client,
  type Config,
  createClient as createRealClient,
  type InArgs,
  type InStatement,
  type Transaction,
  type TransactionMode,
} from "@libsql/client";
import type { Write } from "../steps.ts";
import { take } from "./orders.ts";

export * from "@libsql/client";

/** libSQL as it is, in a process that can be told to end around any of its writes. */
export function createClient(config: Config): Client {
  const client = createRealClient(config);
  const database = /(\w+)\.db$/.exec(config.url)?.[1] ?? config.url;
  const batch = client.batch.bind(client);
  const execute = client.execute.bind(client);
  const begin = client.transaction.bind(client);

  /** The first half of the statements in a transaction that nobody ends. */
  async function half(statements: readonly InStatement[]) {
    const transaction = await begin("write");
    try {
      for (const statement of statements.slice(0, Math.ceil(statements.length / 2))) {
        await transaction.execute(statement);
      }
    } catch (error) {
      // Others were first: the product is told, as by the whole of it, and tries again.
      await transaction.rollback();
      throw error;
    }
  }

  /** Several writes that one commit records: it is each of them that the process can end around. */
  async function transaction(mode?: TransactionMode): Promise<Transaction> {
    const real = await begin(mode);
    const run = real.batch.bind(real);
    const commit = real.commit.bind(real);
    const writes: Write[] = [];
    return Object.assign(real, {
      async batch(statements: InStatement[]) {
        const results = await run(statements);
        writes.push({ edge: "database", database, sql: statements.map(sqlOf).join("\n") });
        return results;
      },
      commit: () =>
        writes.reduce<() => Promise<void>>(
          // Half of it is what a transaction has that nobody ends.
          (next, write) => () => take(write, next, () => Promise.resolve()),
          commit,
        )(),
    });
  }

  return Object.assign(client, {
    transaction,
    batch(statements: InStatement[], mode?: TransactionMode) {
      const write = { edge: "database", database, sql: statements.map(sqlOf).join("\n") } as const;
      return take(write, () => batch(statements, mode), () => half(statements));
    },
    execute(statement: InStatement, args?: InArgs) {
      const run = () =>
        typeof statement === "string" ? execute(statement, args) : execute(statement);
      const sql = sqlOf(statement);
      return /^(PRAGMA wal_checkpoint|VACUUM)/.test(sql)
        ? take({ edge: "database", database, sql }, run)
        : run();
    },
  }) as Client;
}

function sqlOf(statement: InStatement): string {
  return typeof statement === "string" ? statement : statement.sql;
}
