import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Database, Statement } from "./database.ts";
import { anyOf, compiledOnce, rowId, statement, tables, tablesOf } from "./queries.ts";
import type { Tables } from "./tables.ts";
import { dayMs, startOfDay } from "../day.ts";
import { longestPauseMs, type NewMail, type Outbox, type WaitingMail } from "./outbox.ts";

const outbox = tables.selectFrom("outbox");
const allOf = [
  "message_id",
  "member_id",
  "kind",
  "sealed",
  "created_at_ms",
  "attempts",
  "joined_to",
  rowId.as("place"),
] as const;

type Condition = ExpressionBuilder<Tables, "outbox">;

/** Whether the mail isn't joined to another one. */
const isFree = ({ eb, exists, not, or, selectFrom }: Condition) =>
  or([
    eb("joined_to", "is", null),
    not(exists(
      selectFrom("outbox as carrying").whereRef("carrying.message_id", "=", "outbox.joined_to")
        .select("carrying.message_id"),
    )),
  ]);

/** Whether it is the first of the mails held for its recipient. The others go with it. */
const isFirst = ({ eb, exists, not, or, selectFrom }: Condition) =>
  or([
    eb("address", "is", null),
    not(exists(
      selectFrom("outbox as earlier").whereRef("earlier.address", "=", "outbox.address")
        .where(sql<boolean>`earlier.rowid < outbox.rowid`).select("earlier.message_id"),
    )),
  ]);

const isDue = (atMs: number) => (eb: Condition) =>
  eb.and([
    eb.or([
      eb("next_attempt_at_ms", "<=", atMs),
      eb.and([eb("next_attempt_at_ms", ">", atMs + longestPauseMs), eb("attempts", ">", 0)]),
    ]),
    eb.or([
      eb("joined_to", "=", eb.ref("message_id")),
      eb.and([isFree(eb), isFirst(eb)]),
    ]),
  ]);

/** Whether it is held because its recipient had many, and isn't joined to another one. */
const isHeld = (eb: Condition) =>
  eb.and([
    eb("address", "is not", null),
    eb("lease_holder", "is", null),
    eb.or([eb("joined_to", "is", null), eb("joined_to", "=", eb.ref("message_id"))]),
  ]);

export function createLibsqlOutbox(database: Database, now: () => number): Outbox {
  const db = tablesOf(database);

  return {
    async add(memberId, mail) {
      if (mail.length > 0) await database.write(insertMails(memberId, mail, now()));
    },
    async take({ holder, limit, leaseMs }) {
      const atMs = now();
      // Check without a lock first, because usually nothing is due.
      const any = await db.selectFrom("outbox").select("message_id").where(isDue(atMs)).limit(1)
        .execute();
      if (any.length === 0) return [];
      const due = outbox.where(isDue(atMs)).select(({ fn }) => [
        "message_id",
        "next_attempt_at_ms",
        "created_at_ms",
        fn.agg<number>("row_number").over((over) =>
          over.partitionBy("kind").orderBy("next_attempt_at_ms").orderBy("created_at_ms")
        ).as("place"),
      ]);
      const next = tables.selectFrom(due.as("due")).select("message_id")
        .orderBy("place").orderBy("next_attempt_at_ms").orderBy("created_at_ms").limit(limit);
      const rows = await db.updateTable("outbox").where("message_id", "in", next)
        .set(({ eb }) => ({
          lease_holder: holder,
          next_attempt_at_ms: atMs + leaseMs,
          attempts: eb("attempts", "+", 1),
        }))
        .returning(allOf).execute();
      return rows.map(toWaitingMail);
    },
    async renew(messageIds, holder, untilMs) {
      await db.updateTable("outbox").set({ next_attempt_at_ms: untilMs })
        .where("lease_holder", "=", holder).where("message_id", "in", anyOf(messageIds)).execute();
    },
    async postpone(messageId, holder, untilMs) {
      await db.updateTable("outbox")
        .set({ lease_holder: null, next_attempt_at_ms: untilMs, address: null })
        .where("message_id", "=", messageId).where("lease_holder", "=", holder).execute();
    },
    async hold(messageId, holder, untilMs, address) {
      await db.updateTable("outbox")
        .set({
          lease_holder: null,
          next_attempt_at_ms: untilMs,
          attempts: sql`max(0, attempts - 1)`,
          address: address ?? null,
          joined_to: sql`iif(joined_to = message_id, joined_to, NULL)`,
        })
        .where("message_id", "=", messageId)
        .where(({ eb, or }) =>
          or([eb("lease_holder", "is", null), eb("lease_holder", "=", holder)])
        ).execute();
    },
    async join(messageId, address, limit) {
      const these = outbox.select("message_id")
        .where((eb) =>
          eb.or([
            eb("message_id", "=", messageId),
            eb.and([eb("address", "=", address), eb("lease_holder", "is", null), isFree(eb)]),
          ])
        )
        .orderBy(({ eb }) => eb("message_id", "<>", messageId)).orderBy(rowId).limit(limit + 1);
      const joinedTo = outbox.select("joined_to").where("message_id", "=", messageId);
      const [, joined] = await database.write([
        tables.updateTable("outbox").set({ joined_to: messageId })
          .where("message_id", "in", these).where(joinedTo, "is not", messageId),
        outbox.select(allOf).where("joined_to", "=", messageId).where("message_id", "<>", messageId)
          .orderBy(rowId),
      ].map((query) => statement<unknown>(query)));
      return (joined?.rows as unknown as OutboxRow[] ?? []).map(toWaitingMail);
    },
    async release(everyMs) {
      const any = await db.selectFrom("outbox").select("message_id").where(isHeld).limit(1)
        .execute();
      if (any.length === 0) return;
      const free = outbox.where(isHeld).select(({ fn }) => [
        "message_id as id",
        sql<number>`${now()} + ${everyMs} * (${
          fn.agg("row_number").over((over) => over.partitionBy("kind").orderBy(rowId))
        } - 1)`.as("due_ms"),
      ]);
      // The first confirmation counts, so a mailbox gets one an hour.
      await db.updateTable("outbox").from(free.as("free")).whereRef("message_id", "=", "free.id")
        .set(({ ref }) => ({
          next_attempt_at_ms: ref("free.due_ms"),
          joined_to: sql`iif(kind = 'confirm-registration', joined_to, NULL)`,
        })).execute();
    },
    async ofMember(memberId, kinds) {
      const rows = await db.selectFrom("outbox").select(allOf).where("member_id", "=", memberId)
        .where("kind", "in", anyOf(kinds)).orderBy(rowId).execute();
      return rows.map(toWaitingMail);
    },
    async remove(messageIds) {
      await db.deleteFrom("outbox").where("message_id", "in", anyOf(messageIds)).execute();
    },
    async waiting() {
      const came = sql<number>`iif(created_at_ms % ${dayMs} = 0,
        min(created_at_ms + ${dayMs}, ${now()}), created_at_ms)`;
      const row = await db.selectFrom("outbox")
        .where(({ eb, or }) => or([eb("attempts", ">", 0), eb("next_attempt_at_ms", "<=", now())]))
        .select(({ and, eb, fn }) => [
          fn.countAll<number>().as("waiting"),
          sql<number | null>`min(iif(attempts = 0, max(${came}, next_attempt_at_ms), ${came}))`
            .as("oldest"),
          fn<number>("total", [and([eb("attempts", ">", 0), eb("lease_holder", "is", null)])])
            .as("failed"),
        ]).executeTakeFirst();
      return {
        count: row?.waiting ?? 0,
        failed: row?.failed ?? 0,
        oldestAtMs: row?.oldest ?? undefined,
      };
    },
  };
}

const hourMs = 60 * 60 * 1000;

interface Inserted {
  readonly messageId: string;
  readonly memberId: string;
  readonly kind: string;
  readonly sealed: Uint8Array;
  readonly createdMs: number;
  readonly dueMs: number;
}

const insertMail = compiledOnce((mail: Inserted) =>
  tables.insertInto("outbox").values({
    message_id: mail.messageId,
    member_id: mail.memberId,
    kind: mail.kind,
    sealed: mail.sealed,
    created_at_ms: mail.createdMs,
    next_attempt_at_ms: mail.dueMs,
  })
);

/** Statements that add mails, for the transaction of the events they are about. */
export function insertMails(
  memberId: string,
  mail: readonly NewMail[],
  createdAtMs: number,
): Statement[] {
  return mail.map((one) => {
    const { messageId, kind, sealed, notBeforeMs = 0, to, isToActor, isByDay } = one;
    const { createdMs, dueMs } = isByDay
      ? { createdMs: startOfDay(createdAtMs), dueMs: notBeforeMs }
      : to === undefined || isToActor
      ? { createdMs: createdAtMs, dueMs: notBeforeMs }
      : toTheHour(createdAtMs, notBeforeMs);
    return insertMail({ messageId, memberId: to ?? memberId, kind, sealed, createdMs, dueMs });
  });
}

/** Times of a mail to someone other than the actor, to the hour: exact ones would reveal who acted. */
function toTheHour(createdAtMs: number, notBeforeMs: number) {
  const dueMs = Math.ceil(notBeforeMs / hourMs) * hourMs;
  return { createdMs: Math.max(createdAtMs - createdAtMs % hourMs, dueMs), dueMs };
}

type OutboxRow = Pick<Selectable<Tables["outbox"]>, Extract<typeof allOf[number], string>> & {
  readonly place: number;
};

function toWaitingMail(row: OutboxRow): WaitingMail {
  return {
    messageId: row.message_id,
    memberId: row.member_id,
    kind: row.kind,
    sealed: new Uint8Array(row.sealed),
    createdAtMs: row.created_at_ms,
    attempts: row.attempts,
    place: row.place,
    isCounted: row.joined_to === row.message_id,
  };
}
