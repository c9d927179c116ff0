import { createHmac } from "node:crypto";
import type { Database } from "../database.ts";
import { DatabaseUnfit } from "../database-errors.ts";

/** Checks that names are claimed under one key; the first call stores which. @throws {DatabaseUnfit} If not. */
export async function checkClaimKey(database: Database, claimKey: Uint8Array): Promise<void> {
  const fingerprint = createHmac("sha256", claimKey).update("fingerprint").digest("hex");
  const select = "SELECT fingerprint FROM secrets WHERE name = 'claim-key'";
  const [known] = await database.read(select);
  if (known === undefined) {
    await database.write([{
      sql: "INSERT OR IGNORE INTO secrets (name, fingerprint) VALUES ('claim-key', ?)",
      args: [fingerprint],
    }]);
  }
  const [row] = known === undefined ? await database.read(select) : [known];
  if (row?.fingerprint === fingerprint) return;
  throw new DatabaseUnfit(
    "The log's names were claimed under another key: check CLAIM_KEY_FILE, which must be the same " +
      "on every node and forever",
  );
}
