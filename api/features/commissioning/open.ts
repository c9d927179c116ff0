import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { ConversationLinks } from "../connections/links.ts";
import type { ClassRoster } from "./class-roster.ts";
import { Classes } from "./classes.ts";
import { Commissioning } from "./commissioning.ts";
import { createCommissioningLinks } from "./links.ts";
import { createCommissioningMail } from "./mail.ts";
import { createCommissioningMails } from "./program-mails.ts";

interface CommissioningParts {
  readonly eventStore: Pick<EventStore, "members" | "readModel">;
  readonly roster: ClassRoster;
  readonly links: ConversationLinks;
  readonly staff: Staff;
  readonly limits: RateLimits;
  readonly settings: EffectiveSettings;
  readonly refusedAddresses: RefusedAddresses;
  readonly outgoing: Outgoing;
  readonly now: () => Date;
}

/** From cadet to lieutenant: what members confirm, what staff see, and the mails about it. */
export function openCommissioning(
  {
    eventStore: { members, readModel: tables },
    roster,
    links: conversationLinks,
    staff,
    limits,
    settings,
    refusedAddresses,
    outgoing,
    now,
  }: CommissioningParts,
) {
  const links = createCommissioningLinks(conversationLinks);
  return {
    pages: {
      commissioning: new Commissioning({ members, tables, links, limits, settings, now }),
      classes: new Classes({ staff, members, roster, settings, outgoing, now }),
    },
    programMails: createCommissioningMails({ roster, settings, links, now }),
    mail: createCommissioningMail({
      table: tables.members,
      links,
      settings,
      refusedAddresses,
      now,
    }),
  };
}
