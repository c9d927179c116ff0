import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { ConnectionRecord } from "../connections/connection.ts";
import { nextQuestionDay } from "../connections/questions/question.ts";
import type { Database } from "../store/database.ts";
import {
  anyOf,
  compiledOnce,
  isLeft,
  listed,
  parsed,
  rowsOf,
  statement,
  tables,
  tablesOf,
} from "../store/queries.ts";
import type { Tables } from "../store/tables.ts";
import { remindersFirst, type TextKind, type WaitsFor } from "./connection-rows.ts";

export interface TextPlace {
  readonly messageId: string;
  readonly authorId: string;
  readonly kind: TextKind;
  readonly position: number;
  readonly at: string;
}

export interface TextQuery {
  readonly kind?: TextKind;
  readonly authorId?: string;
  /** Only texts before this log position. */
  readonly before?: number;
  readonly limit: number;
}

/** Connections and blocks between two members, as one of them sees them. */
export interface PairRows {
  readonly connections: readonly {
    readonly record: ConnectionRecord;
    /** Whether their block hides it from them. */
    readonly isHidden: boolean;
    /** Whether one of the two blocked the other at any time since the request. */
    readonly wasBlocked: boolean;
  }[];
  readonly isBlocking: boolean;
}

/** From midnight to midnight, in UTC. */
interface AskedIn {
  readonly fromMs: number;
  readonly untilMs: number;
}

export type ConnectionTable = ReturnType<typeof createConnectionTable>;

type OfConnection = ExpressionBuilder<Tables, "connections">;

const answeredAt = sql<string | null>`connections.record ->> '$.answeredAt'`;
/** Whether a block was active at any time since the request. */
const wasActive = sql<boolean>`coalesce(b.until_position > connections.asked_position, 1)`;

/** Whether the mentor blocked the asker at any time between the request and an answer. */
const isHidden = ({ and, eb, exists, selectFrom }: OfConnection) =>
  and([
    eb("connections.asker_id", "is not", null),
    eb(answeredAt, "is", null),
    exists(
      selectFrom("blocks as b").select("b.blocker_id")
        .whereRef("b.blocker_id", "=", "connections.mentor_id")
        .whereRef("b.blocked_id", "=", "connections.asker_id").where(wasActive),
    ),
  ]);

/** Whether one of the two blocked the other at any time since the request. */
const wasBlocked = ({ exists, selectFrom }: OfConnection) =>
  exists(
    selectFrom("blocks as b").select("b.blocker_id")
      .where(({ eb, ref }) =>
        eb("b.blocker_id", "in", [ref("connections.asker_id"), ref("connections.mentor_id")])
      )
      .where(({ eb, ref }) =>
        eb("b.blocked_id", "in", [ref("connections.asker_id"), ref("connections.mentor_id")])
      )
      .where(wasActive),
  );

/** Whether the mentor blocked the asker when they asked, so that they never saw the request. */
const wasNeverSeen = ({ exists, selectFrom }: OfConnection) =>
  exists(
    selectFrom("blocks as b").select("b.blocker_id")
      .whereRef("b.blocker_id", "=", "connections.mentor_id")
      .whereRef("b.blocked_id", "=", "connections.asker_id")
      .whereRef("b.from_position", "<", "connections.asked_position").where(wasActive),
  );

const areOf = ({ and, eb, or }: OfConnection, one: string, other: string) =>
  or([
    and([eb("asker_id", "=", one), eb("mentor_id", "=", other)]),
    and([eb("asker_id", "=", other), eb("mentor_id", "=", one)]),
  ]);

const isOpen = (eb: ExpressionBuilder<Tables, "blocks">) => eb("until_position", "is", null);

/** Compiled once, because pages ask them often. */
const connectionsOf = compiledOnce((args: { memberId: string }) =>
  tables.selectFrom("connections").select("record").where((eb) =>
    eb.or([
      eb("asker_id", "=", args.memberId),
      eb.and([eb("mentor_id", "=", args.memberId), eb.not(isHidden(eb))]),
    ])
  )
);
const blocksBetween = compiledOnce((args: { blockerId: string; blockedId: string }) =>
  tables.selectFrom("blocks").select("blocker_id").where("blocker_id", "=", args.blockerId)
    .where("blocked_id", "=", args.blockedId).where(isOpen).limit(1)
);

export function createConnectionTable(database: Database) {
  const db = tablesOf(database);
  const texts = db.selectFrom("messages").where("is_left", "=", 0)
    .select(["message_id", "author_id", "kind", "position", "at_ms"]);
  const placesIn = async (found: typeof texts): Promise<TextPlace[]> =>
    (await found.execute()).map((row) => ({
      messageId: row.message_id,
      authorId: row.author_id,
      kind: row.kind,
      position: row.position,
      at: new Date(row.at_ms).toISOString(),
    }));

  const ofMember = async (memberId: string): Promise<readonly ConnectionRecord[]> =>
    (await rowsOf(database, connectionsOf({ memberId }))).map(recordOf);

  const hasBlocked = async (blockerId: string, blockedId: string): Promise<boolean> =>
    (await rowsOf(database, blocksBetween({ blockerId, blockedId }))).length > 0;

  return {
    async byId(connectionId: string): Promise<ConnectionRecord | undefined> {
      const row = await db.selectFrom("connections").select("record")
        .where("connection_id", "=", connectionId).executeTakeFirst();
      return row && recordOf(row);
    },
    ofMember,
    async askedBy(memberId: string): Promise<readonly ConnectionRecord[]> {
      const rows = await db.selectFrom("connections").select("record")
        .where("asker_id", "=", memberId).execute();
      return rows.map(recordOf);
    },
    /** `undefined` for others, and for a mentor whose own block hides it. */
    async knownTo(memberId: string, connectionId: string): Promise<ConnectionRecord | undefined> {
      return (await ofMember(memberId)).find((each) => each.connectionId === connectionId);
    },
    hasBlocked,
    /** Oldest first. */
    async between(memberId: string, otherId: string): Promise<PairRows> {
      const [rows, isBlocking] = await Promise.all([
        db.selectFrom("connections")
          .select((eb) => [
            "record",
            eb.and([eb("mentor_id", "=", memberId), isHidden(eb)]).as("isHidden"),
            wasBlocked(eb).as("wasBlocked"),
          ])
          .where((eb) => areOf(eb, memberId, otherId)).orderBy("asked_position").execute(),
        hasBlocked(memberId, otherId),
      ]);
      const connections = rows.map((row) => ({
        record: recordOf(row),
        isHidden: Boolean(row.isHidden),
        wasBlocked: Boolean(row.wasBlocked),
      }));
      return { connections, isBlocking };
    },
    /** The stream of a connection's two members, which stays when one of them is erased. */
    async streamOf(connectionId: string): Promise<string | undefined> {
      const row = await db.selectFrom("connections").select("stream")
        .where("connection_id", "=", connectionId).executeTakeFirst();
      return row?.stream;
    },
    /** Whether two members have an open conversation, and neither blocks the other. */
    async areInTouch(memberId: string, otherId: string): Promise<boolean> {
      const rows = await db.selectFrom("connections").select("connection_id")
        .where("state", "=", "accepted").where("waits_for", "is not", null)
        .where((eb) => areOf(eb, memberId, otherId))
        .where(({ exists, not, selectFrom }) =>
          not(exists(
            selectFrom("blocks").select("blocker_id").where(isOpen).where(({ and, eb, or }) =>
              or([
                and([eb("blocker_id", "=", memberId), eb("blocked_id", "=", otherId)]),
                and([eb("blocker_id", "=", otherId), eb("blocked_id", "=", memberId)]),
              ])
            ),
          ))
        ).limit(1).execute();
      return rows.length > 0;
    },
    /**
     * Counts how often each of these was asked in whole days (UTC), by members and by questions to
     * alumni. Members who weren't asked have no entry. A request that a mentor never saw because of a
     * block counts only for its asker, who must not notice the block.
     */
    async timesAsked(
      memberIds: readonly string[],
      viewerId: string,
      { fromMs, untilMs }: AskedIn,
    ): Promise<ReadonlyMap<string, number>> {
      const times = new Map<string, number>();
      if (memberIds.length === 0) return times;
      const [requests, questions] = await Promise.all([
        db.selectFrom("connections").where("mentor_id", "in", anyOf(memberIds))
          .where("asked_ms", ">=", fromMs).where("asked_ms", "<", untilMs)
          .where((eb) => eb.or([eb("asker_id", "=", viewerId), eb.not(wasNeverSeen(eb))]))
          .groupBy("mentor_id")
          .select(({ fn }) => [
            "mentor_id as id",
            fn.count<number>("asker_id").distinct().as("count"),
          ]).execute(),
        db.selectFrom("question_mails").where("member_id", "in", anyOf(memberIds))
          .where("until_day", ">", nextQuestionDay(fromMs))
          .where("until_day", "<=", nextQuestionDay(untilMs))
          .groupBy("member_id")
          .select(({ fn }) => ["member_id as id", fn.countAll<number>().as("count")]).execute(),
      ]);
      for (const { id, count } of [...requests, ...questions]) {
        if (id !== null) times.set(id, (times.get(id) ?? 0) + count);
      }
      return times;
    },
    async mentorsOf(askerId: string): Promise<readonly string[]> {
      // A request ended by a block before its answer wasn't accepted.
      const rows = await db.selectFrom("connections").select("mentor_id").distinct()
        .where("asker_id", "=", askerId).where("state", "in", ["accepted", "ended"])
        .where(answeredAt, "is not", null).execute();
      return rows.flatMap((row) => row.mentor_id ?? []);
    },
    /** Members whom a member blocks, and whether they knew of a connection before the block. */
    async blockedBy(
      memberId: string,
    ): Promise<readonly { readonly memberId: string; readonly wasInTouch: boolean }[]> {
      const rows = await db.selectFrom("blocks as b").where("blocker_id", "=", memberId)
        .where("until_position", "is", null)
        .select(({ exists, selectFrom }) => [
          "blocked_id as memberId",
          exists(
            selectFrom("connections as c").select("c.connection_id")
              .where(({ and, eb, or, ref }) =>
                or([
                  and([
                    eb("c.asker_id", "=", ref("b.blocker_id")),
                    eb("c.mentor_id", "=", ref("b.blocked_id")),
                  ]),
                  and([
                    eb("c.mentor_id", "=", ref("b.blocker_id")),
                    eb("c.asker_id", "=", ref("b.blocked_id")),
                    eb("c.asked_position", "<", ref("b.from_position")),
                  ]),
                ])
              ),
          ).as("wasInTouch"),
        ]).execute();
      return rows.map((row) => ({ ...row, wasInTouch: Boolean(row.wasInTouch) }));
    },
    /** Number of the other member's messages since the member's last one, by connection. */
    async unreadOf(
      memberId: string,
      connectionIds: readonly string[],
    ): Promise<ReadonlyMap<string, number>> {
      if (connectionIds.length === 0) return new Map();
      const rows = await db.selectFrom(listed(connectionIds)).select(({ selectFrom }) => [
        "listed.value as connectionId",
        selectFrom("messages as m").whereRef("m.connection_id", "=", "listed.value")
          .where("m.author_id", "<>", memberId).where("m.kind", "=", "message")
          .where("m.is_left", "=", 0)
          .where(({ eb, fn, lit }) => {
            // Finds the member's own last message once per connection, backwards from its end.
            const own = selectFrom("messages as own")
              .whereRef("own.connection_id", "=", "listed.value")
              .where("own.author_id", "=", memberId)
              .orderBy("own.position", "desc").limit(1).select("own.position");
            return eb("m.position", ">", fn.coalesce(own, lit(0)));
          })
          .select(({ fn }) => fn.countAll<number>().as("count")).as("count"),
      ]).execute();
      return new Map(rows.map(({ connectionId, count }) => [connectionId, count ?? 0]));
    },
    /** One text's position; `undefined` if it is forgotten or belongs to another connection. */
    async text(connectionId: string, messageId: string): Promise<TextPlace | undefined> {
      const found = texts.where("connection_id", "=", connectionId);
      return (await placesIn(found.where("message_id", "=", messageId)))[0];
    },
    /** Positions of texts, latest first; forgotten ones are left out. */
    texts(
      connectionId: string,
      { kind, authorId, before, limit }: TextQuery,
    ): Promise<readonly TextPlace[]> {
      let found = texts.where("connection_id", "=", connectionId);
      if (before !== undefined) found = found.where("position", "<", before);
      if (kind !== undefined) found = found.where("kind", "=", kind);
      if (authorId !== undefined) found = found.where("author_id", "=", authorId);
      return placesIn(found.orderBy("position", "desc").limit(limit));
    },
    async noteOf(connectionId: string): Promise<TextPlace | undefined> {
      const found = texts.where("connection_id", "=", connectionId);
      return (await placesIn(found.orderBy("position").limit(1)))[0];
    },
    async authorsOf(connectionId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom("messages").select("author_id").distinct()
        .where("connection_id", "=", connectionId).where("is_left", "=", 0).execute();
      return rows.map((row) => row.author_id);
    },
    /** A version of each connection, which changes with it, its messages and its visibility. */
    async marksOf(connectionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db.selectFrom("connections")
        .where("connection_id", "in", anyOf(connectionIds))
        .select((eb) => [
          "connection_id",
          "record",
          isHidden(eb).as("isHidden"),
          eb.selectFrom("messages as m")
            .whereRef("m.connection_id", "=", "connections.connection_id")
            .where("m.is_left", "=", 0).orderBy("m.position", "desc").limit(1)
            .select("m.position").as("latest"),
        ]).execute();
      return new Map(
        rows.map((row) => [row.connection_id, `${row.isHidden} ${row.latest} ${row.record}`]),
      );
    },
    /** Connections that became due at a time or earlier, oldest first. */
    async waiting(
      forWhat: WaitsFor | readonly WaitsFor[],
      sinceMs: number,
      limit: number,
    ): Promise<readonly ConnectionRecord[]> {
      const rows = await db.selectFrom("connections").select("record")
        .where("waits_for", "in", anyOf([forWhat].flat())).where("since_ms", "<=", sinceMs)
        .$if(forWhat === "forgetting", (found) => found.where(hasTexts))
        .orderBy("since_ms").limit(limit).execute();
      return rows.map(recordOf);
    },
    /** Number of requests that have waited for a mentor's answer at least since a time. */
    async countUnanswered(sinceMs: number): Promise<number> {
      const row = await db.selectFrom("connections").where("waits_for", "in", [...remindersFirst])
        .where("since_ms", "<=", sinceMs)
        .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirst();
      return row?.count ?? 0;
    },
    /** Everyone who ever asked a member, or asked alumni a question. */
    async askerIds(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom("connections").select("asker_id").distinct()
        .union(db.selectFrom("questions").select("asker_id").distinct()).execute();
      return new Set(rows.flatMap((row) => row.asker_id ?? []));
    },
    /** Mentors of requests that expired at a time or later. */
    async mentorsOfExpired(sinceMs: number): Promise<readonly string[]> {
      const rows = await db.selectFrom("connections").select("mentor_id").distinct()
        .where("waits_for", "=", "forgetting").where("since_ms", ">=", sinceMs)
        .where("state", "=", "expired").execute();
      return rows.flatMap((row) => row.mentor_id ?? []);
    },
    async forgottenTexts(limit: number): Promise<readonly number[]> {
      const rows = await db.selectFrom("messages").select("position").where(isLeft)
        .orderBy("position").limit(limit).execute();
      return rows.map((row) => row.position);
    },
    async forgot(positions: readonly number[]): Promise<void> {
      const gone = tables.deleteFrom("messages").where(isLeft)
        .where("position", "in", anyOf(positions));
      await database.write([statement(gone)]);
    },
  };
}

const hasTexts = ({ exists, selectFrom }: OfConnection) =>
  exists(
    selectFrom("messages as m").select("m.message_id").where("m.is_left", "=", 0)
      .whereRef("m.connection_id", "=", "connections.connection_id"),
  );

function recordOf({ record }: Pick<Selectable<Tables["connections"]>, "record">): ConnectionRecord {
  return parsed(record);
}
