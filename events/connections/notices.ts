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
  /** Id of the text it is about, if any. */
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
 * Notices of new messages. After one a member gets no other until they have opened the conversation, and a
 * quarter of an hour has passed; it then quotes everything written until then. Shared by all nodes. A member's
 * pages never show any of it.
 */
export class Notices {
  readonly #key: Uint8Array;

  constructor(private readonly deps: NoticesDependencies) {
    this.#key = deriveKey(deps.secret, "notices");
  }

  /**
   * Asks whether a mail about a conversation may be sent now; it is the reader's notice from then on.
   * Asked again for the same mail, the answer is the same.
   *
   * @param isNews Whether it is sent in any case, such as an answer: it is a notice all the same.
   * @returns When it may be instead, in milliseconds since 1970; `unopened` when the reader has not
   * opened the conversation since their last notice.
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

  /** Waiting mails of one kind about this conversation, oldest first. */
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

  /** Deletes everything about a closed conversation. */
  async end(readers: readonly Reader[]): Promise<void> {
    if (readers.length === 0) return;
    await this.#write("DELETE FROM notices WHERE slot IN (SELECT value FROM json_each(?))", [
      JSON.stringify(readers.map((reader) => this.#slotOf(reader))),
    ]);
  }

  /** Deletes marks that no longer delay a notice. */
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
