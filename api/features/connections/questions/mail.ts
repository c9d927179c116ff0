import { z } from "zod";
import {
  isOpenQuestion,
  type QuestionRecord,
} from "../../../../events/connections/questions/question.ts";
import type { QuestionTexts } from "../../../../events/connections/questions/question-texts.ts";
import type { ConversationTexts } from "../../../../events/connections/texts.ts";
import { isAdmitted } from "../../../../events/program/admission.ts";
import type { ConnectionTable } from "../../../../events/read/connections.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { QuestionTable } from "../../../../events/read/questions.ts";
import type { EffectiveSettings } from "../../../config/effective-settings.ts";
import { questionSlot } from "../../../contract/questions.ts";
import type { LookUpMail } from "../../../mail/templates/messages.ts";
import type { MailKind } from "../../../mail/outbox/mail-kind.ts";
import type { RefusedAddresses } from "../../../mail/outbox/refused-addresses.ts";
import type { ConversationLinks } from "../links.ts";
import { isQuestionLetter, type QuestionLetterKind, questionLetters } from "./mail-templates.ts";

const Content = z.object({ questionId: z.string(), messageId: z.string().optional() });

interface QuestionMailParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly questions: Pick<QuestionTable, "byId" | "keptReply">;
    readonly connections: Pick<ConnectionTable, "hasBlocked">;
  };
  readonly questionTexts: Pick<QuestionTexts, "of">;
  readonly texts: Pick<ConversationTexts, "one">;
  readonly links: Pick<ConversationLinks, "issue">;
  readonly refusedAddresses: Pick<RefusedAddresses, "hasBounced">;
  readonly settings: Pick<EffectiveSettings, "topics">;
}

/**
 * Queued mails have only ids. A question to an alumnus who blocks the cadet is written, but withheld at
 * the end, so that its time doesn't reveal the block.
 */
export function createQuestionMail(
  { tables, questionTexts, texts, links, refusedAddresses, settings }: QuestionMailParts,
): Required<Pick<MailKind, "lookUp">> {
  const lookUp: LookUpMail = async ({ kind, memberId, content, createdAtMs }) => {
    if (!isQuestionLetter(kind)) return undefined;
    const { data } = Content.safeParse(content);
    if (data === undefined) return "dropped";
    const { questionId, messageId } = data;
    const [question, member] = await Promise.all([
      tables.questions.byId(questionId),
      tables.members.byId(memberId),
    ]);
    if (question === undefined || member === undefined || !isAdmitted(member)) return "dropped";
    if (await refusedAddresses.hasBounced(member)) return "dropped";
    const asked = await questionTexts.of(questionId);
    const isKept = await tables.questions.keptReply(questionId, memberId) !== undefined;
    if (!isWanted[kind](question, isKept)) return "dropped";
    if (kind === "connection-question" && asked === undefined) return "dropped";
    const { askerId } = question;
    const closing = messageId === undefined ? undefined : await texts.one(questionId, messageId);
    const path = kind === "connection-question-closed"
      ? "/connections"
      : `/c/${await links.issue(member, questionSlot(questionId), createdAtMs)}`;
    const isWithheld = memberId !== askerId &&
      (await tables.connections.hasBlocked(memberId, askerId) ||
        await tables.connections.hasBlocked(askerId, memberId));
    return {
      to: member.email,
      ...memberId !== askerId && { aboutId: askerId },
      letter: (head) =>
        questionLetters[kind]({
          firstName: member.firstName,
          topic: settings.topics().labelOf(question.topic),
          shown: asked ?? { classYear: null, armyBranch: null },
          text: kind === "connection-question" ? asked?.text : closing?.text,
          link: new URL(path, head.appOrigin).href,
        }, head),
      // A kept reply doesn't name the cadet.
      isWithheld: kind === "connection-question" && isWithheld,
      ...kind === "connection-question" && { conversationId: questionSlot(questionId) },
    };
  };
  return { lookUp };
}

/** Whether a mail is still true when it is sent. */
const isWanted: Readonly<
  Record<QuestionLetterKind, (question: QuestionRecord, isKept: boolean) => boolean>
> = {
  "connection-question": isOpenQuestion,
  "connection-reply-kept": (_, isKept) => isKept,
  "connection-question-closed": ({ state }) => state === "closed" || state === "ended",
};
