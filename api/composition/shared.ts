import type { Events } from "../../events/open.ts";
import { createLinkGenerations } from "../features/connections/link-generations.ts";
import { createConversationLinks } from "../features/connections/links.ts";
import { KnownMembers } from "../features/contacts/known-members.ts";
import { isErased } from "../features/erasure/erasures.ts";
import { DeclinedInvitations } from "../features/invitations/declined.ts";
import { createStopLinks } from "../features/invitations/stop-links.ts";
import { InvitationStates } from "../features/invitations/states.ts";
import { Background } from "../node/background.ts";
import { createRenewing } from "../features/program/renewing.ts";
import { createRoster } from "../features/program/roster.ts";
import { createEffectiveSettings } from "../features/program/effective-settings.ts";
import { createSurges } from "../features/program/surges.ts";
import { Arrivals } from "../features/relay/arrivals.ts";
import type { ProductDependencies } from "./dependencies.ts";
import type { Forgetting } from "../features/erasure/forgetting.ts";
import { createSignIn } from "./sign-in.ts";

export type Shared = ReturnType<typeof shareParts>;

export function shareParts(
  deps: ProductDependencies,
  record: Events,
  { erase }: Pick<Forgetting, "erase">,
) {
  const { database, secrets: { claimKey: secret }, clock: { now }, newId } = deps;
  const { readModel, members, texts, notices, mailQueue } = record;
  const settings = createEffectiveSettings(readModel.settings, now);
  const generations = createLinkGenerations(database, now);
  const parts = {
    ...deps,
    ...createSignIn(deps, readModel.settings.current),
    ...settings,
    settings,
    programNames: () => {
      const { programName, universityName } = settings.brand();
      return [programName, universityName];
    },
    now,
    eventLog: record.log,
    database,
    keys: record.vault.keys,
    members,
    texts,
    notices,
    mailQueue,
    reveals: record.reveals,
    reports: record.reports,
    table: readModel.members,
    reportTable: readModel.reports,
    settingsTable: readModel.settings,
    connectionTable: readModel.connections,
    revealTable: readModel.reveals,
    people: readModel.people,
    erase,
    forgetMember: record.vault.forget,
    isPresent: async (memberId: string) => !await isErased(record.log, memberId),
    background: new Background(deps.log, deps.random),
    synonyms: deps.search.synonyms,
    states: new InvitationStates(database, now),
    stopLinks: createStopLinks(secret),
    declined: new DeclinedInvitations({ database, secret, newId, now }),
    generations,
    links: createConversationLinks({ secret, now: deps.now, generations }),
    arrivals: new Arrivals({ database, keys: record.vault.keys, secret, now }),
  };
  const knownMembers = new KnownMembers(parts);
  return {
    ...parts,
    knownMembers,
    surges: createSurges({ ...parts, knownMembers }),
    roster: createRoster(parts),
    renewing: createRenewing(parts),
  };
}
