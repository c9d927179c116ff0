import type { ConnectionLimits } from "../../../events/connections/limits.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Directory } from "../directory/directory.ts";
import { AlsoAsked } from "./also-asked.ts";
import { ConnectionService } from "./connections.ts";
import { Conversations } from "./conversations.ts";
import { createDueWork } from "./due-work.ts";
import type { ConversationLinks } from "./links.ts";
import type { LiveConversations } from "./live.ts";
import { createConnectionMail } from "./mail.ts";
import { MailedLinks } from "./mailed-links.ts";
import { Others } from "./others.ts";
import { createQuestionWork } from "./questions/due-work.ts";
import { createQuestionMail } from "./questions/mail.ts";
import { QuestionService } from "./questions/questions.ts";

interface ConnectionsParts {
  readonly eventStore: EventStore;
  readonly directory: Directory;
  readonly live: LiveConversations;
  readonly links: ConversationLinks;
  readonly limits: RateLimits;
  readonly times: ConnectionLimits & { readonly messagesKeepDays: number };
  readonly deleteForgotten: (before: Date) => Promise<void>;
  readonly settings: EffectiveSettings;
  readonly refusedAddresses: RefusedAddresses;
  readonly outgoing: Outgoing;
  readonly now: () => Date;
}

/** Requests, conversations and questions to alumni. */
export function openConnections(
  {
    eventStore,
    directory,
    live,
    links,
    limits,
    times,
    deleteForgotten,
    settings,
    refusedAddresses,
    outgoing,
    now,
  }: ConnectionsParts,
) {
  const {
    connections: connectionCommands,
    questions: questionCommands,
    leastAsked,
    away,
    notices,
    texts,
    questionTexts,
  } = eventStore;
  const { readModel: tables } = eventStore;
  const conversations = new Conversations({ tables, texts, notices, live, settings, now });
  const others = new Others({ connectionCommands, directory, settings, leastAsked });
  return {
    pages: {
      connections: new ConnectionService({
        connectionCommands,
        conversations,
        others,
        tables,
        texts,
        limits,
      }),
      conversations,
      alsoAsked: new AlsoAsked({
        connectionCommands,
        questions: questionCommands,
        conversations,
        tables,
        settings,
        limits,
      }),
      questions: new QuestionService({
        questionCommands,
        tables,
        questionTexts,
        texts,
        refusedAddresses,
        settings,
        limits,
      }),
      mailedLinks: new MailedLinks({ links, tables, now }),
    },
    mails: [
      createQuestionMail({ tables, questionTexts, texts, links, refusedAddresses, settings }),
      createConnectionMail({ tables, texts, links, notices, refusedAddresses, settings, now }),
    ],
    timedWork: [
      // Before that of connections, which deletes the texts that it marks.
      createQuestionWork({
        questionCommands,
        questionMails: eventStore.questionMails,
        away,
        tables,
        refusedAddresses,
        outgoing,
        messagesKeepDays: times.messagesKeepDays,
        now,
      }),
      createDueWork({ connectionCommands, away, tables, outgoing, times, deleteForgotten, now }),
    ],
  };
}
