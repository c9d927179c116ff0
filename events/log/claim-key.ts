import { createHmac } from "node:crypto";
import type { Database } from "../database.ts";
import { DatabaseUnfit } from "../database-errors.ts";

/**
 * Checks that names are claimed under one key: with another key the same name could be claimed twice. The first
 * call stores which key it is.
 *
 * @param database The log's, with its tables.
 * @throws {DatabaseUnfit} When names were claimed under another key.
 */
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
