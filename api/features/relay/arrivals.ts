import { createHmac } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Database } from "../../../events/store/database.ts";
import { rowId, statement, tables, tablesOf } from "../../../events/store/queries.ts";
import type { Tables } from "../../../events/store/tables.ts";
import { keyedUuid } from "../../../events/keyed-uuid.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { type Key, openJson, sealJson } from "../../../events/store/seal.ts";

const LeftOut = z.object({
  /** Undelivered attachments. */
  attachments: z.int(),
  /** The author's addresses and telephone numbers. */
  masked: z.int(),
  /** Our own links with which others could act as the author. */
  links: z.int(),
  cut: z.array(z.object({ is: z.enum(["quote", "signature", "contact"]), text: z.string() })),
});
/** Parts left out of a message by mail. Only its author sees them. */
export type LeftOut = z.infer<typeof LeftOut>;

const atMs = z.int();
const connectionId = z.string();
const Content = z.discriminatedUnion("is", [
  /** Waits until its author confirms it. */
  z.object({
    is: z.literal("held"),
    atMs,
    connectionId,
    messageId: z.string(),
    text: z.string(),
    leftOut: LeftOut,
    /** Whether the mail that asks the author is queued. */
    isTold: z.boolean(),
  }),
  z.object({
    is: z.literal("posted"),
    atMs,
    connectionId,
    messageId: z.string(),
    leftOut: LeftOut,
  }),
  z.object({
    is: z.literal("refused"),
    atMs,
    /** `null` without a conversation. */
    connectionId: connectionId.nullable(),
    why: z.string(),
  }),
]);
type Content = z.infer<typeof Content>;

/** A member's arrived mail, shown only to them. */
export type Arrival = Content & { readonly id: string };
export type HeldMail = Extract<Arrival, { is: "held" }>;

interface ArrivalsDependencies {
  readonly database: Pick<Database, "read" | "write">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** How long a mail waits for its author's decision. */
export const heldHours = 48;
/** How long the site shows an author why a mail wasn't posted. */
export const refusedMs = 7 * dayMs;
const usefulForMs = { held: heldHours * hourMs, posted: 7 * dayMs, refused: refusedMs } as const;
/** Most mails stored for one member, the latest ones. */
const most = 200;

/**
 * Members' arrived mails, encrypted. A row's id is a keyed hash of the mail's id, so each mail has
 * one row.
 */
export class Arrivals {
  readonly #key: Uint8Array;
  readonly #messageKey: Uint8Array;

  constructor(private readonly deps: ArrivalsDependencies) {
    this.#key = deriveKey(deps.secret, "arrivals");
    this.#messageKey = deriveKey(deps.secret, "messages by mail");
  }

  /** The id for a mail's Message-ID. */
  idOf(memberId: string, messageId: string): string {
    return createHmac("sha256", this.#key).update(`${memberId} ${messageId}`).digest("base64url");
  }

  /** The id of the message that a mail, or a part of it, becomes. */
  messageIdOf(memberId: string, what: string): string {
    return keyedUuid(this.#messageKey, `${memberId} ${what}`);
  }

  /** Replaces an arrival with the same id. Stores nothing for an erased member. */
  async put(memberId: string, { id, ...content }: Arrival): Promise<void> {
    const { database, now } = this.deps;
    const key = await this.#keyOf(memberId);
    if (key === undefined) return;
    const sealed = sealJson(key, contextOf(memberId, id), content);
    const untilDay = Math.ceil((content.atMs + usefulForMs[content.is]) / dayMs);
    // A trigger ignores rows of erased members.
    const stored = tables.insertInto("arrivals")
      .values({ id, member_id: memberId, until_day: untilDay, sealed })
      .onConflict((there) => there.column("id").doUpdateSet({ until_day: untilDay, sealed }));
    const tooMany = tables.selectFrom("arrivals").select(rowId.as("row")).where(
      "member_id",
      "=",
      memberId,
    )
      .orderBy(rowId, "desc").limit(-1).offset(most);
    const removed = tables.deleteFrom("arrivals").where(({ eb, or }) =>
      or([eb("until_day", "<", Math.floor(now().getTime() / dayMs)), eb(rowId, "in", tooMany)])
    );
    await database.write([statement(stored), statement(removed)]);
  }

  async of(memberId: string): Promise<readonly Arrival[]> {
    const rows = await tablesOf(this.deps.database).selectFrom("arrivals").select(["id", "sealed"])
      .where("member_id", "=", memberId).orderBy(rowId).execute();
    if (rows.length === 0) return [];
    const key = await this.#keyOf(memberId);
    const nowMs = this.deps.now().getTime();
    return key === undefined ? [] : rows.flatMap((row) => opened(row, memberId, key))
      .filter(({ is, atMs }) => nowMs < atMs + usefulForMs[is])
      .sort((one, other) => one.atMs - other.atMs);
  }

  async remove(memberId: string, id: string): Promise<void> {
    const { database } = this.deps;
    const removed = tables.deleteFrom("arrivals")
      .where("member_id", "=", memberId).where("id", "=", id);
    await database.write([statement(removed)]);
  }

  async purge(): Promise<void> {
    const { database, now } = this.deps;
    const today = Math.floor(now().getTime() / dayMs);
    const expired = await tablesOf(database).selectFrom("arrivals").select("id")
      .where("until_day", "<=", today).limit(1).execute();
    if (expired.length === 0) return;
    const removed = tables.deleteFrom("arrivals").where("until_day", "<=", today);
    await database.write([statement(removed)]);
  }

  async #keyOf(memberId: string): Promise<Key | undefined> {
    return (await this.deps.keys.load([memberId])).get(memberId);
  }
}

function opened(
  { id, sealed }: Pick<Selectable<Tables["arrivals"]>, "id" | "sealed">,
  memberId: string,
  key: Key,
): Arrival[] {
  try {
    return [{ ...Content.parse(openJson(key, contextOf(memberId, id), sealed)), id }];
  } catch {
    // One unreadable row must not hide the others.
    return [];
  }
}

function contextOf(memberId: string, id: string): string {
  return `${memberId}/arrival/${id}`;
}
