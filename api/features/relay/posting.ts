import { randomUUID } from "node:crypto";
import type { QuestionCommands } from "../../../events/connections/questions/question-commands.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import type { Notices } from "../../../events/connections/notices.ts";
import type { ConversationTexts } from "../../../events/connections/texts.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import { causeOf } from "../../auth/cause.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import { questionIn } from "../../contract/questions.ts";
import type { Arrival, Arrivals, HeldMail } from "./arrivals.ts";

/** A message that arrived by mail, before it is posted. */
export type Message = Pick<HeldMail, "id" | "connectionId" | "messageId" | "text" | "leftOut">;

interface PostingParts {
  readonly connectionCommands: Pick<ConnectionCommands, "act">;
  readonly questions: Pick<QuestionCommands, "answer">;
  readonly tables: { readonly questions: Pick<QuestionTable, "hasText"> };
  readonly texts: Pick<ConversationTexts, "isThere" | "latest">;
  readonly arrivals: Pick<Arrivals, "idOf" | "messageIdOf" | "put" | "remove">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly notices: Pick<Notices, "open">;
  readonly now: () => Date;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const ofMember = [{ perMs: hourMs, atMost: 20 }, { perMs: dayMs, atMost: 100 }];
const ofConversation = [{ perMs: hourMs, atMost: 10 }];

/** Posts arrived mail in its author's conversation. */
export class Posting {
  constructor(private readonly parts: PostingParts) {}

  /** Id of the message that a member's mail becomes. The same each time the mail arrives. */
  idsOf(memberId: string, mailId: string): Pick<Message, "id" | "messageId"> {
    const { arrivals } = this.parts;
    return {
      id: arrivals.idOf(memberId, mailId),
      messageId: arrivals.messageIdOf(memberId, mailId),
    };
  }

  /** Stores what was left out, if anything. */
  async keepLeftOut(memberId: string, posted: Extract<Arrival, { is: "posted" }>): Promise<void> {
    const { arrivals } = this.parts;
    const { attachments, masked, links, cut } = posted.leftOut;
    const isWhole = attachments + masked + links + cut.length === 0;
    await (isWhole ? arrivals.remove(memberId, posted.id) : arrivals.put(memberId, posted));
  }

  /** Posts a message once. Returns false after too many. */
  async post(memberId: string, message: Message): Promise<boolean> {
    const { connectionCommands, questions, notices, counts, now } = this.parts;
    const { id, connectionId, messageId, text, leftOut } = message;
    if (!await this.isPosted(message)) {
      const limited = await counts.take(`mails of ${memberId}`, ofMember) ??
        await counts.take(`mails in ${memberId} ${connectionId}`, ofConversation);
      if (limited !== undefined) return false;
      const cause = causeOf(memberId, { requestId: randomUUID() });
      const questionId = questionIn(connectionId);
      if (questionId !== undefined) {
        const reply = { text, way: "mail", messageId } as const;
        const answered = await questions.answer(memberId, questionId, reply, cause);
        if (answered.is !== "taken") return true;
        const arrival = { is: "posted", id, atMs: now().getTime(), messageId, leftOut } as const;
        await this.keepLeftOut(memberId, { ...arrival, connectionId: answered.connectionId });
        return true;
      }
      const command = { type: "Write", text, way: "mail" } as const;
      await connectionCommands.act(memberId, connectionId, command, cause, messageId);
    }
    if (questionIn(connectionId) !== undefined) return true;
    // An answer shows that the last mail was read, so the next message is mailed, too.
    await notices.open({ memberId, connectionId });
    const atMs = this.parts.now().getTime();
    await this.keepLeftOut(memberId, { is: "posted", id, atMs, connectionId, messageId, leftOut });
    return true;
  }

  async isPosted(
    { connectionId, messageId }: Pick<Message, "connectionId" | "messageId">,
  ): Promise<boolean> {
    const { texts, tables } = this.parts;
    // An answer to a question becomes a message of a new conversation, whose id is unknown here.
    if (questionIn(connectionId) !== undefined) return await tables.questions.hasText(messageId);
    return await texts.isThere(connectionId, messageId);
  }

  /** Whether the same text was posted in the last 24 hours. */
  async isRepeated(authorId: string, { connectionId, text }: Message): Promise<boolean> {
    const query = { kind: "message", authorId, limit: 10 } as const;
    const { texts } = await this.parts.texts.latest(connectionId, query);
    const sinceMs = this.parts.now().getTime() - dayMs;
    return texts.some((before) => before.text === text && Date.parse(before.at) > sinceMs);
  }
}
