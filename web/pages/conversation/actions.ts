import {
  Acceptance,
  AskInstead,
  type Connection,
  Declining,
  Feedback,
  MessageReport,
  NewMessage,
  type WithdrawnRequests,
} from "../../../api/contract/connections.ts";
import { Problem } from "../../../api/contract/problem.ts";
import type { Origin } from "../../../api/auth/origin.ts";
import type { ConnectionCommand } from "../../../events/connections/commands.ts";
import { counted } from "../../../events/amounts.ts";
import type { MessageWay } from "../../../events/connections/vocabulary.ts";
import type { Toast } from "../../toasts/toast.ts";
import { checked } from "../form.ts";
import { otherName } from "../connections/words.ts";
import type { Product } from "../../../api/product.ts";

/**
 * Actions on a conversation's page: the value of its forms' field `action`, and the title of its
 * failure.
 */
export const failures = {
  accept: "Request not accepted",
  decline: "Request not declined",
  undo: "Answer not undone",
  message: "Message not sent",
  withdraw: "Request not withdrawn",
  "withdraw-others": "Requests not withdrawn",
  "ask-instead": "No one else was asked",
  end: "Conversation not ended",
  feedback: "Answer not sent",
  report: "Message not reported",
  block: "Not blocked",
  "post-mail": "Message not sent",
  "delete-mail": "Email not deleted",
  "send-contacts": "Contact details not sent",
} as const;
export type ConversationAction = keyof typeof failures;

/** Names of all fields of these forms. */
export const conversationFields = [
  "action",
  "note",
  "reason",
  "pauseUntil",
  "text",
  "helped",
  "words",
  "messageId",
  "reportReason",
  "memberId",
  "requestIds",
  "mailId",
] as const;

export interface Actor {
  readonly memberId: string;
  readonly origin: Origin;
  readonly way: MessageWay;
}

export interface Done extends Toast {
  /** Id of a conversation that the action started, and which is shown next. */
  readonly startedId?: string;
}

/**
 * Runs a form of a conversation.
 * @throws {Problem} When a field is wrong, and as the product does.
 */
export async function actOn(
  { connections, alsoAsked, relay }: Pick<Product, "connections" | "alsoAsked" | "relay">,
  { memberId, origin, way }: Actor,
  connection: Connection,
  texts: Readonly<Record<string, string>>,
): Promise<Done> {
  const { id } = connection;
  const act = (command: ConnectionCommand) => connections.act(memberId, id, command, origin);
  const { note, reason, pauseUntil, text = "", helped, words, mailId = "" } = texts;
  switch (actionOf(texts)) {
    case "accept":
      await act({ type: "Accept", ...checked(Acceptance, { note }), way });
      return { title: "Request accepted" };
    case "decline":
      await act({ type: "Decline", ...checked(Declining, { reason, note, pauseUntil }), way });
      return { title: "Request declined" };
    case "undo":
      await act({ type: "UndoAnswer" });
      return { title: "Answer undone", description: "The request is waiting for your answer." };
    case "message":
      await act({ type: "Write", ...checked(NewMessage, { text }), way });
      return { title: "Message sent" };
    case "withdraw":
      await act({ type: "Withdraw" });
      return { title: "Request withdrawn" };
    case "withdraw-others": {
      // The page of a mailed link shows only their number.
      if (way === "link") throw new Problem(403, "Sign in to withdraw your other requests");
      const requestIds = (texts.requestIds ?? "").split(" ");
      return withdrawnText(await alsoAsked.withdraw(memberId, id, requestIds, origin));
    }
    case "ask-instead": {
      // The page of a mailed link shows no other members.
      if (way === "link") throw new Problem(403, "Sign in to ask someone else");
      const ask = checked(AskInstead, { memberId: texts.memberId });
      const started = await connections.askInstead(memberId, id, ask, origin);
      return {
        title: `Request sent to ${otherName(started)}`,
        description: `Your request to ${otherName(connection)} is withdrawn.`,
        startedId: started.id,
      };
    }
    case "end":
      await act({ type: "End" });
      return { title: "Conversation ended" };
    case "feedback":
      if (helped === undefined) {
        throw new Problem(400, "Please choose yes, partly or no", {
          fields: { helped: "Please choose one" },
        });
      }
      await act({ type: "GiveFeedback", ...checked(Feedback, { helped, words }) });
      return { title: "Thank you for telling us" };
    case "report": {
      const report = { messageId: texts.messageId, reason: texts.reportReason };
      await connections.report(memberId, id, checked(MessageReport, report), origin);
      return { title: "Reported to the program's staff" };
    }
    case "block":
      if (connection.with !== null) await connections.block(memberId, connection.with.id, origin);
      return { title: "Blocked" };
    case "post-mail":
      await relay.release(memberId, mailId);
      return { title: "Message sent" };
    case "send-contacts":
      // A mailed link can be forwarded, so its page doesn't show them either.
      if (way === "link") throw new Problem(403, "Sign in to send your contact details");
      await relay.sendContacts(memberId, mailId);
      return { title: "Contact details sent" };
    case "delete-mail":
      await relay.discard(memberId, mailId);
      return { title: "Email deleted" };
  }
}

const lists = new Intl.ListFormat("en", { type: "conjunction" });

function withdrawnText({ withdrawn, answered, isQuestionWithdrawn }: WithdrawnRequests): Toast {
  const names = [
    ...withdrawn.map(otherName),
    ...isQuestionWithdrawn ? ["the program's alumni"] : [],
  ];
  const named = lists.format(names);
  const closed = answered.map((each) =>
    `${otherName(each)} had already answered, so that request wasn't withdrawn.`
  );
  return {
    title: names.length === 0
      ? "No requests withdrawn"
      : `${counted(names.length, "request")} withdrawn`,
    description: [...names.length === 0 ? [] : [`To ${named}.`], ...closed].join(" "),
  };
}

export function actionOf({ action = "" }: Readonly<Record<string, string>>): ConversationAction {
  if (Object.hasOwn(failures, action)) return action as ConversationAction;
  throw new Problem(400, "We couldn't read this form. Reload the page and try again");
}
