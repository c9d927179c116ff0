import type { Database } from "../../events/database.ts";
import { invitationKinds } from "../mail/setup/mail-state.ts";

/** One mail a second: few servers take more from one sender. */
export const mailEveryMs = 1000;

/** When the next invitation may be sent: after those that wait, such as from an interrupted import. */
export async function nextMailAt(events: Pick<Database, "read">, now: Date): Promise<Date> {
  const [row] = await events.read(
    `SELECT count(*) AS waiting FROM outbox WHERE attempts = 0 AND address IS NULL
       AND kind IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(invitationKinds)],
  );
  return new Date(now.getTime() + Number(row?.waiting ?? 0) * mailEveryMs);
}
