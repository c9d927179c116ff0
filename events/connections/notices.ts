import { createHmac } from "node:crypto";
import type { Compilable } from "kysely";
import { deriveKey } from "../derive-key.ts";
import type { Database } from "../store/database.ts";
import type { DueMail, MailQueue } from "../members/mail-queue.ts";
import { anyOf, statement, tables, tablesOf } from "../store/queries.ts";

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
const opened = tables.updateTable("notices").set({ is_opened: 1 });

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
    const claim = tables.insertInto("notices")
      .columns(["slot", "member_id", "message_id", "next_at_ms", "is_opened"])
      .expression(({ lit, selectFrom, val }) =>
        selectFrom("member_keys").where("member_id", "=", reader.memberId).select([
          val(slot).as("slot"),
          "member_id",
          val(mailId).as("message_id"),
          val(nextAtMs).as("next_at_ms"),
          lit(0).as("is_opened"),
        ])
      )
      .onConflict((there) =>
        there.column("slot")
          .doUpdateSet({ message_id: mailId, next_at_ms: nextAtMs, is_opened: 0 })
          .where(({ and, eb, lit, or }) =>
            or([
              ...isNews ? [lit(true)] : [],
              eb("message_id", "=", mailId),
              and([
                eb("is_opened", "=", 1),
                or([eb("next_at_ms", "<=", nowMs), eb("next_at_ms", ">", nextAtMs)]),
              ]),
            ])
          )
      );
    const [claimed] = await database.write([statement(claim)], durability);
    if (claimed?.rowsAffected === 1) return "now";
    const row = await tablesOf(database).selectFrom("notices").select("next_at_ms")
      .where("slot", "=", slot).where("is_opened", "=", 1).executeTakeFirst();
    return row === undefined ? "unopened" : { atMs: row.next_at_ms };
  }

  /** Releases the claim of a mail that never reached the reader. */
  async giveUp(reader: Reader, mailId: string): Promise<void> {
    await this.#write(
      opened.where("slot", "=", this.#slotOf(reader)).where("message_id", "=", mailId),
    );
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
    const unopened = await tablesOf(this.deps.database).selectFrom("notices").select("slot")
      .where("slot", "=", slot).where("is_opened", "=", 0).executeTakeFirst();
    if (unopened === undefined) return;
    await this.#write(opened.where("slot", "=", slot).where("is_opened", "=", 0));
  }

  /** Deletes waiting notices: the reader has seen their messages. */
  async drop(notices: readonly WaitingMail[]): Promise<void> {
    if (notices.length === 0) return;
    await this.deps.mailQueue.remove(notices.map(({ mailId }) => mailId));
  }

  async end(readers: readonly Reader[]): Promise<void> {
    if (readers.length === 0) return;
    const slots = readers.map((reader) => this.#slotOf(reader));
    await this.#write(tables.deleteFrom("notices").where("slot", "in", anyOf(slots)));
  }

  async purge(): Promise<void> {
    const nowMs = this.deps.now().getTime();
    await this.#write(
      tables.deleteFrom("notices").where(({ and, eb, or }) =>
        or([
          and([eb("is_opened", "=", 1), eb("next_at_ms", "<=", nowMs)]),
          eb("next_at_ms", "<=", nowMs - longestUnopenedMs),
        ])
      ),
    );
  }

  #slotOf({ memberId, connectionId }: Reader): string {
    return createHmac("sha256", this.#key).update(`${memberId} ${connectionId}`)
      .digest("base64url");
  }

  async #write(query: Compilable): Promise<void> {
    await this.deps.database.write([statement(query)], durability);
  }
}

function aboutOf(content: DueMail["content"]) {
  const { connectionId, messageId } = { ...content as Record<string, unknown> | undefined };
  return { connectionId, messageId: typeof messageId === "string" ? messageId : undefined };
}
