import { createHmac } from "node:crypto";
import type { Database } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";
import { tablesOf } from "./queries.ts";

const name = "claim-key";

/** Checks that names are claimed under one key; the first call stores which. @throws {DatabaseUnfit} If not. */
export async function checkClaimKey(database: Database, claimKey: Uint8Array): Promise<void> {
  const fingerprint = createHmac("sha256", claimKey).update("fingerprint").digest("hex");
  const db = tablesOf(database);
  const read = () =>
    db.selectFrom("secrets").select("fingerprint").where("name", "=", name).executeTakeFirst();
  const known = await read();
  if (known === undefined) {
    await db.insertInto("secrets").orIgnore().values({ name, fingerprint }).execute();
  }
  const row = known ?? await read();
  if (row?.fingerprint === fingerprint) return;
  throw new DatabaseUnfit(
    "The log's names were claimed under another key: check CLAIM_KEY_FILE, which must be the same " +
      "on every node and forever",
  );
}
