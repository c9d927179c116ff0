import type { Database } from "../../../events/store/database.ts";
import type { Doors } from "../../auth/doors.ts";
import type { Auth } from "../../auth/open-auth.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import type { Log } from "../../node/log.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { Profiles } from "../directory/profiles.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { Roster } from "../program/roster.ts";
import { InvitationAnswers } from "./answers.ts";
import { DeclinedInvitations } from "./declined.ts";
import { Declining } from "./declining.ts";
import { Imports } from "./imports.ts";
import { createInvitationList } from "./invitation-list.ts";
import { Invitations } from "./invitations.ts";
import { Invited } from "./invited.ts";
import { Inviters } from "./inviters.ts";
import { Inviting } from "./inviting.ts";
import { ListedDetails } from "./listed-details.ts";
import { InvitationMail } from "./mail.ts";
import { Preparing } from "./preparing.ts";
import { remindInvited } from "./remind-invited.ts";
import { createRemindSilent } from "./remind-silent.ts";
import { createRenewing } from "./renewing.ts";
import { InvitationStates } from "./states.ts";
import { createStopLinks } from "./stop-links.ts";
import { createTypedAnswers } from "./typed-answers.ts";

interface InvitationsParts {
  readonly eventStore: Pick<EventStore, "away" | "keys" | "members" | "readModel">;
  readonly database: Database;
  readonly auth: Pick<Auth, "credentials" | "limits" | "sessions" | "tokens">;
  readonly doors: Doors;
  readonly profiles: Profiles;
  readonly roster: Roster;
  readonly settings: EffectiveSettings;
  readonly erase: Erase;
  readonly objects: ObjectStore;
  readonly outgoing: Outgoing;
  readonly background: Background;
  readonly secret: Uint8Array;
  readonly newId: () => string;
  readonly log: Log;
  readonly now: () => Date;
}

/** Invitations: staff import and invite people, who accept or decline. */
export function openInvitations(
  {
    eventStore: { away, keys, members: memberCommands, readModel: tables, readModel: { members } },
    database,
    auth: { credentials, limits, sessions, tokens },
    doors: { accessLog, proofs: { links }, signIn, staff },
    profiles,
    roster,
    settings,
    erase,
    objects,
    outgoing,
    background,
    secret,
    newId,
    log,
    now,
  }: InvitationsParts,
) {
  const states = new InvitationStates(database, now);
  const stopLinks = createStopLinks(secret);
  const declined = new DeclinedInvitations({ database, secret, newId, now });
  const inviters = new Inviters({ members, keys, objects });
  const renewing = createRenewing({ members: memberCommands, tokens, states, limits, now });
  const list = createInvitationList({ roster, members, states, declined, now });
  const remindSilent = createRemindSilent({
    list,
    members,
    states,
    renewing,
    background,
    outgoing,
  });
  const preparing = new Preparing({
    members: memberCommands,
    tables,
    tokens,
    states,
    declined,
    inviters,
    now,
  });
  const answers = new InvitationAnswers({
    members: memberCommands,
    tables,
    credentials,
    sessions,
    states,
    declined,
  });
  return {
    declined,
    states,
    pages: {
      listed: new ListedDetails({ members: memberCommands, tables, profiles, limits }),
      invitations: new Invitations({ links, answers, inviters, signIn, accessLog, settings, now }),
      typedAnswers: createTypedAnswers(secret),
      declining: new Declining({ links, stopLinks, members: memberCommands, declined, erase }),
      inviting: new Inviting({
        staff,
        preparing,
        list,
        declined,
        settings,
        inviters,
        roster,
        outgoing,
      }),
      invited: new Invited({ staff, members, renewing, remindSilent, erase, outgoing }),
      imports: new Imports({ staff, preparing, outgoing, settings, log, now }),
    },
    mail: new InvitationMail({
      members: memberCommands,
      tables,
      states,
      tokens,
      stopLinks,
      inviters,
    }),
    async remindDue(): Promise<void> {
      if (!settings.current().sendsReminders) return;
      await remindInvited({ roster, members, renewing, states, outgoing, away, now });
    },
  };
}
