import { setTimeout as delay } from "node:timers/promises";
import { createClient, type Transaction } from "@libsql/client";
import { isBusy } from "../store/sqlite-errors.ts";

/** A write lock on a database, like another program's. */
export interface HeldLock {
  release(): Promise<void>;
}

/** Waits for the write lock of a database file, and holds it until it is released. */
export async function holdLock(path: string): Promise<HeldLock> {
  // No busy timeout: waiting within SQLite would block this process, which also sends requests.
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  for (;;) {
    try {
      const transaction: Transaction = await client.transaction("write");
      return {
        async release() {
          await transaction.commit();
          client.close();
        },
      };
    } catch (error) {
      if (!isBusy(error)) throw error;
      client.reconnect();
      await delay(2);
    }
  }
}
