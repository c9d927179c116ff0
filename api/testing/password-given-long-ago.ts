import type { Database } from "../../events/store/database.ts";
import { proofTable } from "../auth/proofs/proofs.ts";

const hourMs = 60 * 60 * 1000;
const times = ["createdAtMs", ...Object.keys(proofTable).map((kind) => `proofs."${kind}"`)]
  .map((path) => `'$.${path}', json_extract(sess, '$.${path}') - ${hourMs}`);

/** Changes every session to have started an hour ago, without proofs since. */
export async function passwordGivenLongAgo(
  { database }: { readonly database: Pick<Database, "write"> },
): Promise<void> {
  const sql = `UPDATE sessions SET sess = json_replace(sess, ${times.join(", ")})`;
  await database.write([{ sql, args: [] }]);
}
