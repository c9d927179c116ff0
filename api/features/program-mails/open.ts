import type { Conversations } from "../connections/conversations.ts";
import type { ConversationLinks } from "../connections/links.ts";
import type { createSuggestions } from "../home/suggestions.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import { createDueMails } from "./due-mails.ts";
import { createFirstQuestion } from "./first-question.ts";
import { createProgramMail } from "./mail.ts";
import type { ProgramMail } from "./program-mail-kind.ts";
import { createStillRight } from "./still-right.ts";

interface ProgramMailsParts {
  readonly eventStore: Pick<EventStore, "members" | "readModel" | "away">;
  readonly links: ConversationLinks;
  /** Kinds of other features. */
  readonly others: readonly ProgramMail[];
  readonly conversations: Conversations;
  readonly suggestions: ReturnType<typeof createSuggestions>;
  readonly refusedAddresses: RefusedAddresses;
  readonly outgoing: Outgoing;
  readonly now: () => Date;
}

/** Scheduled mails: queues them when they fall due, and writes them. */
export function openProgramMails(
  { eventStore, links, others, conversations, suggestions, refusedAddresses, outgoing, now }:
    ProgramMailsParts,
) {
  const { members, readModel: { members: table, connections, questions }, away } = eventStore;
  const mails = [
    createFirstQuestion({ table, connections, questions, conversations, suggestions }),
    createStillRight({ table, links, now }),
    ...others,
  ];
  return {
    sendDue: createDueMails({ mails, members, table, refusedAddresses, away, outgoing, now }),
    mail: createProgramMail({ mails, table, refusedAddresses, links }),
  };
}
