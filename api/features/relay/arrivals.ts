import { createHmac } from "node:crypto";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Row } from "../../../events/database-port.ts";
import type { Database } from "../../../events/database.ts";
import type { MemberKeys } from "../../../events/vault/keys.ts";
import { type Key, openJson, sealJson } from "../../../events/vault/seal.ts";

const LeftOut = z.object({
  /** Undelivered attachments. */
  attachments: z.int(),
  /** The author's addresses and telephone numbers. */
  masked: z.int(),
  /** Links of ours with which others could act as the author. */
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
    /** Whether the mail that asks them is queued. */
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
  readonly database: Pick<Database, "read" | "write" | "noteDeletion">;
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
/** Of one member: a flood of refused mails leaves the latest. */
const most = 200;

/** Members' mails, sealed. A row's id is a keyed hash of the mail's own, so each has one row. */
export class Arrivals {
  readonly #key: Uint8Array;

  constructor(private readonly deps: ArrivalsDependencies) {
    this.#key = deriveKey(deps.secret, "arrivals");
  }

  /** By the mail's Message-ID. */
  idOf(memberId: string, messageId: string): string {
    return createHmac("sha256", this.#key).update(`${memberId} ${messageId}`).digest("base64url");
  }

  /** Replaces an arrival with the same id. Nothing for an erased member. */
  async put(memberId: string, { id, ...content }: Arrival): Promise<void> {
    const { database, now } = this.deps;
    const key = await this.#keyOf(memberId);
    if (key === undefined) return;
    const sealed = sealJson(key, contextOf(memberId, id), content);
    const untilDay = Math.ceil((content.atMs + usefulForMs[content.is]) / dayMs);
    await database.write([
      {
        // Inserts nothing for a member who was erased meanwhile.
        sql: `INSERT INTO arrivals (id, member_id, until_day, sealed)
              SELECT ?1, member_id, ?3, ?4 FROM member_keys WHERE member_id = ?2
              ON CONFLICT (id) DO UPDATE SET until_day = excluded.until_day, sealed = excluded.sealed`,
        args: [id, memberId, untilDay, sealed],
      },
      {
        sql: `DELETE FROM arrivals WHERE until_day < ? OR rowid IN
                (SELECT rowid FROM arrivals WHERE member_id = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
        args: [Math.floor(now().getTime() / dayMs), memberId, most],
      },
      ...database.noteDeletion(),
    ]);
  }

  async of(memberId: string): Promise<readonly Arrival[]> {
    const rows = await this.deps.database.read(
      "SELECT id, sealed FROM arrivals WHERE member_id = ? ORDER BY rowid",
      [memberId],
    );
    if (rows.length === 0) return [];
    const key = await this.#keyOf(memberId);
    const nowMs = this.deps.now().getTime();
    return key === undefined ? [] : rows.flatMap((row) => opened(row, memberId, key))
      .filter(({ is, atMs }) => nowMs < atMs + usefulForMs[is])
      .sort((one, other) => one.atMs - other.atMs);
  }

  async remove(memberId: string, id: string): Promise<void> {
    const { database } = this.deps;
    const sql = "DELETE FROM arrivals WHERE member_id = ? AND id = ?";
    await database.write([{ sql, args: [memberId, id] }, ...database.noteDeletion()]);
  }

  async purge(): Promise<void> {
    const { database, now } = this.deps;
    const today = Math.floor(now().getTime() / dayMs);
    const [row] = await database.read("SELECT 1 FROM arrivals WHERE until_day <= ?", [today]);
    if (row === undefined) return;
    const sql = "DELETE FROM arrivals WHERE until_day <= ?";
    await database.write([{ sql, args: [today] }, ...database.noteDeletion()]);
  }

  async #keyOf(memberId: string): Promise<Key | undefined> {
    return (await this.deps.keys.load([memberId])).get(memberId);
  }
}

function opened(row: Row, memberId: string, key: Key): Arrival[] {
  const id = String(row.id);
  try {
    return [{ ...Content.parse(openJson(key, contextOf(memberId, id), row.sealed)), id }];
  } catch {
    // One unreadable row must not hide the others.
    return [];
  }
}

function contextOf(memberId: string, id: string): string {
  return `${memberId}/arrival/${id}`;
}
