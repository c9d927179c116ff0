import { createHmac } from "node:crypto";
import { deriveKey } from "../derive-key.ts";
import type { Database } from "../database.ts";
import type { DueMail, MailQueue } from "../members/mail-queue.ts";

export interface Reader {
  readonly memberId: string;
  readonly connectionId: string;
}

export interface WaitingMail {
  readonly mailId: string;
  readonly messageId: string | undefined;
}

export interface NoticesDependencies {
  readonly database: Database;
  readonly secret: Uint8Array;
  readonly mailQueue: Pick<MailQueue, "ofMember" | "remove">;
  readonly now: () => Date;
}

export const noticeKind = "connection-message";

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const longestUnopenedMs = 100 * 24 * 60 * 60 * 1000;

/** A power cut may lose the newest writes, which leads to one more mail. */
const durability = "normal";

/**
 * Notices of new messages, shared by all nodes. A member gets the next one once they have opened
 * the conversation and a quarter of an hour has passed. It quotes everything written until then.
 */
export class Notices {
  readonly #key: Uint8Array;

  constructor(private readonly deps: NoticesDependencies) {
    this.#key = deriveKey(deps.secret, "notices");
  }

  /**
   * Claims the reader's next notice for a mail, if it may be sent now. Repeating the call is
   * harmless.
   *
   * @param isNews Whether it is sent in any case, such as an answer.
   * @returns Otherwise the time to try again, in milliseconds since 1970, or `unopened`.
   */
  async claim(
    reader: Reader,
    mailId: string,
    isNews = false,
  ): Promise<"now" | "unopened" | { readonly atMs: number }> {
    const { database, now } = this.deps;
    const nowMs = now().getTime();
    const slot = this.#slotOf(reader);
    // To the minute: an exact time would identify the mail, and so who wrote when.
    const nextAtMs = Math.ceil((nowMs + quarterHourMs) / minuteMs) * minuteMs;
    // Decided and stored in one statement, so that two nodes don't both send one.
    const [claimed] = await database.write([{
      sql: `INSERT INTO notices (slot, member_id, message_id, next_at_ms, is_opened)
            SELECT ?1, member_id, ?3, ?4, 0 FROM member_keys WHERE member_id = ?2
            ON CONFLICT (slot) DO UPDATE SET
              message_id = excluded.message_id, next_at_ms = excluded.next_at_ms, is_opened = 0
            WHERE ?5 OR message_id = excluded.message_id
              OR (is_opened AND (next_at_ms <= ?6 OR next_at_ms > ?4))`,
      args: [slot, reader.memberId, mailId, nextAtMs, isNews ? 1 : 0, nowMs],
    }], durability);
    if (claimed?.rowsAffected === 1) return "now";
    const [row] = await database.read(
      "SELECT next_at_ms FROM notices WHERE slot = ? AND is_opened",
      [slot],
    );
    return row === undefined ? "unopened" : { atMs: Number(row.next_at_ms) };
  }

  /** Releases the claim of a mail that never reached the reader. */
  async giveUp(reader: Reader, mailId: string): Promise<void> {
    await this.#write("UPDATE notices SET is_opened = 1 WHERE slot = ? AND message_id = ?", [
      this.#slotOf(reader),
      mailId,
    ]);
  }

  async waiting(reader: Reader): Promise<readonly WaitingMail[]> {
    return await this.mailsOf(reader, noticeKind);
  }

  async mailsOf(
    { memberId, connectionId }: Reader,
    kind: string,
  ): Promise<readonly WaitingMail[]> {
    const mails = await this.deps.mailQueue.ofMember(memberId, kind);
    return mails.flatMap(({ messageId: mailId, content }) => {
      const about = aboutOf(content);
      return about.connectionId === connectionId ? [{ mailId, messageId: about.messageId }] : [];
    });
  }

  /** Marks the conversation as opened. Call it before reading its messages. */
  async open(reader: Reader): Promise<void> {
    const slot = this.#slotOf(reader);
    const unopened = "slot = ? AND NOT is_opened";
    const [row] = await this.deps.database.read(`SELECT 1 FROM notices WHERE ${unopened}`, [slot]);
    if (row === undefined) return;
    await this.#write(`UPDATE notices SET is_opened = 1 WHERE ${unopened}`, [slot]);
  }

  /** Deletes waiting notices: the reader has seen their messages. */
  async drop(notices: readonly WaitingMail[]): Promise<void> {
    if (notices.length === 0) return;
    await this.deps.mailQueue.remove(notices.map(({ mailId }) => mailId));
  }

  async end(readers: readonly Reader[]): Promise<void> {
    if (readers.length === 0) return;
    await this.#write("DELETE FROM notices WHERE slot IN (SELECT value FROM json_each(?))", [
      JSON.stringify(readers.map((reader) => this.#slotOf(reader))),
    ]);
  }

  async purge(): Promise<void> {
    const nowMs = this.deps.now().getTime();
    await this.#write(
      "DELETE FROM notices WHERE (is_opened AND next_at_ms <= ?) OR next_at_ms <= ?",
      [nowMs, nowMs - longestUnopenedMs],
    );
  }

  #slotOf({ memberId, connectionId }: Reader): string {
    return createHmac("sha256", this.#key).update(`${memberId} ${connectionId}`)
      .digest("base64url");
  }

  async #write(sql: string, args: readonly (string | number)[]): Promise<void> {
    await this.deps.database.write([{ sql, args: [...args] }], durability);
  }
}

function aboutOf(content: DueMail["content"]) {
  const { connectionId, messageId } = { ...content as Record<string, unknown> | undefined };
  return { connectionId, messageId: typeof messageId === "string" ? messageId : undefined };
}
