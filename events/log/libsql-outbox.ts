import type { Row } from "../database-port.ts";
import type { Database, Statement } from "../database.ts";
import { dayMs, startOfDay } from "./day.ts";
import { longestPauseMs, type NewMail, type Outbox, type WaitingMail } from "./outbox.ts";

/** Whether the mail isn't joined to another one. */
const isFree = `(joined_to IS NULL OR NOT EXISTS (
  SELECT 1 FROM outbox carrying WHERE carrying.message_id = outbox.joined_to))`;

/** Whether it is the first of the mails held for its recipient: the others go with it. */
const isFirst = `(address IS NULL OR NOT EXISTS (
  SELECT 1 FROM outbox earlier
  WHERE earlier.address = outbox.address AND earlier.rowid < outbox.rowid))`;

export function createLibsqlOutbox(database: Database, now: () => number): Outbox {
  async function write(sql: string, ...args: NonNullable<Statement["args"]>): Promise<Row[]> {
    const [result] = await database.write([{ sql, args }]);
    return result?.rows ?? [];
  }

  return {
    async add(memberId, mail) {
      if (mail.length > 0) await database.write(insertMails(memberId, mail, now()));
    },
    async take({ holder, limit, leaseMs }) {
      const atMs = now();
      // Checked first without a lock, because usually nothing is due.
      const due = `(next_attempt_at_ms <= ? OR (next_attempt_at_ms > ? AND attempts > 0))
        AND (joined_to = message_id OR (${isFree} AND ${isFirst}))`;
      const dueArgs = [atMs, atMs + longestPauseMs];
      const [any] = await database.read(`SELECT 1 FROM outbox WHERE ${due} LIMIT 1`, dueArgs);
      if (any === undefined) return [];
      const rows = await write(
        `UPDATE outbox SET lease_holder = ?, next_attempt_at_ms = ?, attempts = attempts + 1
         WHERE message_id IN (
           SELECT message_id FROM (
             SELECT message_id, next_attempt_at_ms, created_at_ms, row_number() OVER (
               PARTITION BY kind ORDER BY next_attempt_at_ms, created_at_ms
             ) AS place FROM outbox WHERE ${due}
           ) ORDER BY place, next_attempt_at_ms, created_at_ms LIMIT ?)
         RETURNING *, rowid AS place`,
        ...[holder, atMs + leaseMs, ...dueArgs, limit],
      );
      return rows.map(toWaitingMail);
    },
    async renew(messageIds, holder, untilMs) {
      await write(
        `UPDATE outbox SET next_attempt_at_ms = ? WHERE lease_holder = ?
         AND message_id IN (SELECT value FROM json_each(?))`,
        ...[untilMs, holder, JSON.stringify(messageIds)],
      );
    },
    async postpone(messageId, holder, untilMs) {
      await write(
        `UPDATE outbox SET lease_holder = NULL, next_attempt_at_ms = ?, address = NULL
         WHERE message_id = ? AND lease_holder = ?`,
        ...[untilMs, messageId, holder],
      );
    },
    async hold(messageId, holder, untilMs, address) {
      await write(
        `UPDATE outbox SET lease_holder = NULL, next_attempt_at_ms = ?1,
           attempts = max(0, attempts - 1), address = ?2,
           joined_to = iif(joined_to = message_id, joined_to, NULL)
         WHERE message_id = ?3 AND coalesce(lease_holder, ?4) = ?4`,
        ...[untilMs, address ?? null, messageId, holder],
      );
    },
    async join(messageId, address, limit) {
      const [, joined] = await database.write([
        {
          sql: `UPDATE outbox SET joined_to = ?1 WHERE message_id IN (
                  SELECT message_id FROM outbox
                  WHERE message_id = ?1
                    OR (address = ?2 AND lease_holder IS NULL AND ${isFree})
                  ORDER BY message_id <> ?1, rowid LIMIT ?3)
                AND (SELECT joined_to FROM outbox WHERE message_id = ?1) IS NOT ?1`,
          args: [messageId, address, limit + 1],
        },
        {
          sql:
            "SELECT *, rowid AS place FROM outbox WHERE joined_to = ?1 AND message_id <> ?1 ORDER BY rowid",
          args: [messageId],
        },
      ]);
      return (joined?.rows ?? []).map(toWaitingMail);
    },
    async release(everyMs) {
      const held = `address IS NOT NULL AND lease_holder IS NULL
        AND (joined_to IS NULL OR joined_to = message_id)`;
      const [any] = await database.read(`SELECT 1 FROM outbox WHERE ${held} LIMIT 1`);
      if (any === undefined) return;
      // The first confirmation counts, so a mailbox gets one an hour.
      await write(
        `UPDATE outbox SET next_attempt_at_ms = due_ms,
           joined_to = iif(kind = 'confirm-registration', joined_to, NULL)
         FROM (SELECT message_id AS id, ? + ? * (row_number() OVER (
           PARTITION BY kind ORDER BY rowid) - 1) AS due_ms FROM outbox WHERE ${held}) AS free
         WHERE message_id = free.id`,
        ...[now(), everyMs],
      );
    },
    async ofMember(memberId, kinds) {
      const rows = await database.read(
        `SELECT *, rowid AS place FROM outbox
         WHERE member_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
        [memberId, JSON.stringify(kinds)],
      );
      return rows.map(toWaitingMail);
    },
    async remove(messageIds) {
      await write(
        "DELETE FROM outbox WHERE message_id IN (SELECT value FROM json_each(?))",
        JSON.stringify(messageIds),
      );
    },
    async waiting() {
      const [row] = await database.read(
        `SELECT count(*) AS waiting,
           min(iif(attempts = 0, max(came, next_attempt_at_ms), came)) AS oldest,
           total(attempts > 0 AND lease_holder IS NULL) AS failed
         FROM (SELECT *, iif(created_at_ms % ?2 = 0, min(created_at_ms + ?2, ?1), created_at_ms) AS came
           FROM outbox WHERE attempts > 0 OR next_attempt_at_ms <= ?1)`,
        [now(), dayMs],
      );
      return {
        count: Number(row?.waiting ?? 0),
        failed: Number(row?.failed ?? 0),
        oldestAtMs: row?.oldest == null ? undefined : Number(row.oldest),
      };
    },
  };
}

const hourMs = 60 * 60 * 1000;

/** Statements that add mails, for the transaction of the events they are about. */
export function insertMails(
  memberId: string,
  mail: readonly NewMail[],
  createdAtMs: number,
): Statement[] {
  return mail.map((one) => {
    const { messageId, kind, sealed, notBeforeMs = 0, to, isByDay } = one;
    const { createdMs, dueMs } = isByDay
      ? { createdMs: startOfDay(createdAtMs), dueMs: notBeforeMs }
      : to === undefined
      ? { createdMs: createdAtMs, dueMs: notBeforeMs }
      : toTheHour(createdAtMs, notBeforeMs);
    return {
      sql: `INSERT INTO outbox
              (message_id, member_id, kind, sealed, created_at_ms, next_attempt_at_ms)
            VALUES (?, ?, ?, ?, ?, ?)`,
      args: [messageId, to ?? memberId, kind, sealed, createdMs, dueMs],
    };
  });
}

/** Times of a mail to someone other than the actor, to the hour: exact ones would reveal who acted. */
function toTheHour(createdAtMs: number, notBeforeMs: number) {
  const dueMs = Math.ceil(notBeforeMs / hourMs) * hourMs;
  return { createdMs: Math.max(createdAtMs - createdAtMs % hourMs, dueMs), dueMs };
}

function toWaitingMail(row: Row): WaitingMail {
  if (!(row.sealed instanceof ArrayBuffer)) throw new Error("A mail in the outbox has no content");
  return {
    messageId: String(row.message_id),
    memberId: String(row.member_id),
    kind: String(row.kind),
    sealed: new Uint8Array(row.sealed),
    createdAtMs: Number(row.created_at_ms),
    attempts: Number(row.attempts),
    place: Number(row.place),
    isCounted: row.joined_to === row.message_id,
  };
}
