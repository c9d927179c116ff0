import type { Auth } from "../../auth/open-auth.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Arrivals } from "./arrivals.ts";
import { Posting } from "./posting.ts";
import { MailReceiver } from "./receive-mail.ts";
import { Refusals } from "./refusals.ts";
import { Relay } from "./relay.ts";
import type { ReplyAddresses } from "./reply-addresses.ts";

interface OpenRelayParts {
  readonly eventStore: Pick<
    EventStore,
    "connections" | "mailQueue" | "notices" | "questions" | "readModel" | "texts"
  >;
  readonly auth: Pick<Auth, "counts" | "limits">;
  readonly arrivals: Arrivals;
  readonly replyAddresses: ReplyAddresses;
  readonly refusedAddresses: RefusedAddresses;
  readonly appOrigin: string;
  readonly now: () => Date;
}

/** Answers by mail: receives them, and shows their authors what happened to them. */
export function openRelay(
  { eventStore, auth, arrivals, replyAddresses, refusedAddresses, appOrigin, now }: OpenRelayParts,
) {
  const {
    connections: connectionCommands,
    questions,
    mailQueue: queue,
    notices,
    readModel,
    texts,
  } = eventStore;
  const { counts, limits } = auth;
  const posting = new Posting({
    connectionCommands,
    questions,
    tables: readModel,
    texts,
    arrivals,
    counts,
    notices,
    now,
  });
  const refusals = new Refusals({ arrivals, counts, queue, now });
  const { members } = readModel;
  const receiver = new MailReceiver({
    posting,
    refusals,
    replyAddresses,
    refusedAddresses,
    members,
    appOrigin,
  });
  return {
    relay: new Relay({ arrivals, posting, connectionCommands, limits, refusedAddresses }),
    receive: receiver.receive.bind(receiver),
  };
}
