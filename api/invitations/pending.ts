import type { Database } from "../../events/database.ts";
import { ofProgram } from "../../events/log/migrations/0010-program-history.ts";
import { importActor } from "./import-alumni.ts";

const lifetimeMs = 14 * 24 * 60 * 60 * 1000;

/** Someone who was invited and has not said yes. */
export interface Pending {
  readonly memberId: string;
  readonly invitedAtMs: number;
  /** `open` while their link works, `over` once it has had its time, `without link` when it is gone. */
  readonly is: "open" | "over" | "without link";
}

/** Registrations of people whom an import or the program's staff invited. */
const byInvitation = `${ofProgram} AND type = 'MemberRegistered'
  AND (actor_id = ? OR EXISTS (SELECT 1 FROM events WHERE member_id = e.actor_id))`;

const hasAnswered = `EXISTS (SELECT 1 FROM events WHERE member_id = e.member_id
  AND type IN ('PasswordReset', 'MemberErased'))`;

/** How many people were ever invited, and how many of them have not answered. */
export async function countInvited(
  events: Pick<Database, "read">,
): Promise<{ readonly ever: number; readonly unanswered: number }> {
  const [row] = await events.read(
    `SELECT count(*) AS ever, total(NOT ${hasAnswered}) AS unanswered FROM events AS e
     WHERE ${byInvitation}`,
    [importActor],
  );
  return { ever: Number(row?.ever ?? 0), unanswered: Number(row?.unanswered ?? 0) };
}

/**
 * Everyone whose account an import or the program's staff prepared, and who has neither accepted nor chosen a
 * password since. Oldest first.
 *
 * @param among Ids: of them alone.
 */
export async function readPending(
  { events, vault }: Readonly<Record<"events" | "vault", Database>>,
  now: Date,
  among?: readonly string[],
): Promise<Pending[]> {
  const these = among === undefined ? [] : [JSON.stringify(among)];
  const invited = await events.read(
    `SELECT member_id, at_ms FROM events AS e
     WHERE ${byInvitation} AND NOT ${hasAnswered}
       ${among === undefined ? "" : "AND member_id IN (SELECT value FROM json_each(?))"}
     ORDER BY position`,
    [importActor, ...these],
  );
  if (invited.length === 0) return [];
  const links = await vault.read(
    `SELECT DISTINCT member_id FROM tokens WHERE kind = 'invitation' AND expires_at_ms > ?
       ${among === undefined ? "" : "AND member_id IN (SELECT value FROM json_each(?))"}`,
    [now.getTime(), ...these],
  );
  const live = new Set(links.map((row) => String(row.member_id)));
  return invited.map((row): Pending => {
    const invitedAtMs = Number(row.at_ms);
    const isOver = now.getTime() > invitedAtMs + lifetimeMs;
    const id = String(row.member_id);
    const is = live.has(id) ? "open" : isOver ? "over" : "without link";
    return { memberId: id, invitedAtMs, is };
  });
}
