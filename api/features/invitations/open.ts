import type { Auth } from "../../auth/open-auth.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Roster } from "../program/roster.ts";
import type { DeclinedInvitations } from "./declined.ts";
import { createInvitationList } from "./invitation-list.ts";
import { Preparing } from "./preparing.ts";
import { remindInvited } from "./remind-invited.ts";
import type { Inviters } from "./inviters.ts";
import { createRemindSilent } from "./remind-silent.ts";
import { createRenewing } from "./renewing.ts";
import type { InvitationStates } from "./states.ts";

interface OpenSendingParts {
  readonly eventStore: Pick<EventStore, "away" | "members" | "readModel">;
  readonly auth: Pick<Auth, "limits" | "tokens">;
  readonly states: InvitationStates;
  readonly declined: DeclinedInvitations;
  readonly roster: Roster;
  readonly inviters: Inviters;
  readonly outgoing: Outgoing;
  readonly background: Background;
  readonly now: () => Date;
}

/** Invitations and their mails. */
export function openSending(
  { eventStore, auth, states, declined, roster, inviters, outgoing, background, now }:
    OpenSendingParts,
) {
  const { away, members: recorded, readModel: tables, readModel: { members } } = eventStore;
  const { limits, tokens } = auth;
  const renewing = createRenewing({ members: recorded, tokens, states, limits, now });
  const list = createInvitationList({ roster, members, states, declined, now });
  return {
    renewing,
    list,
    remindSilent: createRemindSilent({ list, members, states, renewing, background, outgoing }),
    preparing: new Preparing({
      members: recorded,
      tables,
      tokens,
      states,
      declined,
      inviters,
      now,
    }),
    remindDue: () => remindInvited({ roster, members, renewing, states, outgoing, away, now }),
  };
}
