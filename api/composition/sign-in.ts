import { createCredentials } from "../auth/credentials.ts";
import { createSlots, createStoredFailures } from "../auth/failures.ts";
import { createHourlyCounts } from "../auth/hourly-counts.ts";
import { createKnownBrowsers } from "../auth/known-browser.ts";
import { createPasswords } from "../auth/passwords.ts";
import { createRateLimits } from "../auth/rate-limits.ts";
import { createSharedCounts } from "../auth/shared-counts.ts";
import { createSessions } from "../auth/sessions.ts";
import { createTokens } from "../auth/tokens.ts";
import { limitsInForce } from "../../events/program/limits.ts";
import type { ProgramSettings } from "../../events/program/settings.ts";
import { createMailLimits } from "../mail/outbox/mail-limits.ts";
import type { ProductDependencies } from "./dependencies.ts";

export function createSignIn(
  deps: ProductDependencies,
  settings: () => ProgramSettings,
) {
  const { database, secrets: { claimKey }, clock } = deps;
  const nowMs = () => clock.now().getTime();
  const sessions = createSessions(database, clock.now);
  const tokens = createTokens(database, clock.now);
  const failures = createStoredFailures(database, createSlots(claimKey, 20), nowMs);
  const counts = createSharedCounts(database, claimKey, nowMs);
  const hourly = createHourlyCounts(deps.hasOtherNodes ? database : undefined);
  const inForce = limitsInForce({ profilesAnHour: deps.limits.profilesPerMember }, settings);
  const limits = {
    ...deps.limits,
    get profilesPerMember() {
      return inForce.profilesAnHour;
    },
  };
  return {
    counts,
    credentials: createCredentials(database, deps.now),
    knownBrowsers: createKnownBrowsers(claimKey, nowMs),
    limits: {
      ...createRateLimits(limits, {
        failures,
        // A single process counts these in memory: no disk writes, and a restart resets them.
        ...deps.hasOtherNodes && { ofSources: failures },
        counts: hourly,
        secret: claimKey,
      }),
      ...createMailLimits({ counts, secret: claimKey, limits }),
    },
    passwords: createPasswords(deps.hashing),
    sessions,
    tokens,
    async purge(): Promise<void> {
      for (const each of [sessions, tokens, failures, counts, hourly]) await each.purge();
    },
  };
}
