import type { Database } from "../../../events/store/database.ts";
import type { Synonyms } from "../../../search/synonyms.ts";
import type { Backups } from "../../backup/backups.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Conversations } from "../connections/conversations.ts";
import type { Directory } from "../directory/directory.ts";
import type { Roster } from "../program/roster.ts";
import { createActivity } from "./activity.ts";
import { createHelped } from "./helped.ts";
import { createSetup } from "./setup.ts";
import { createSuggestions } from "./suggestions.ts";

interface HomeParts {
  readonly eventStore: Pick<EventStore, "leastAsked" | "readModel" | "texts">;
  readonly database: Database;
  readonly directory: Directory;
  readonly synonyms: Synonyms;
  readonly conversations: Conversations;
  readonly roster: Roster;
  readonly backups: Backups;
  readonly settings: EffectiveSettings;
  readonly appOrigin: string;
  readonly now: () => Date;
}

/** What each role sees on Home. */
export function openHome(
  {
    eventStore: { leastAsked, readModel: tables, texts },
    database,
    directory,
    synonyms,
    conversations,
    roster: { countInvited },
    backups,
    settings,
    appOrigin,
    now,
  }: HomeParts,
) {
  return {
    ...createActivity({ database, settings, now }),
    helped: createHelped({ tables, texts }),
    setup: createSetup({ settings, countInvited, backups, appOrigin }),
    suggestions: createSuggestions({ directory, conversations, leastAsked, texts, synonyms }),
  };
}
