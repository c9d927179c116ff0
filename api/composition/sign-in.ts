import { createCredentials, type Credentials } from "../auth/credentials.ts";
import { createStoredFailures } from "../auth/failures.ts";
import { createHourlyCounts } from "../auth/hourly-counts.ts";
import { createKnownBrowsers, type KnownBrowsers } from "../auth/known-browser.ts";
import { createPasswords, type Passwords } from "../auth/passwords.ts";
import { createRateLimits, type RateLimits } from "../auth/rate-limits.ts";
import { createSharedCounts, type SharedCounts } from "../auth/shared-counts.ts";
import { createSessions, type Sessions } from "../auth/sessions.ts";
import { createSlots } from "../auth/slots.ts";
import { createTokens, type Tokens } from "../auth/tokens.ts";
import type { ProgramSettings } from "../../events/program/settings.ts";
import { createMailLimits, type MailLimits } from "../mail/mail-limits.ts";
import type { ProductDependencies } from "./dependencies.ts";

/** Everything that decides who is who, and how often somebody may try. */
export interface SignIn {
  readonly counts: SharedCounts;
  readonly credentials: Credentials;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: RateLimits & MailLimits;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** Deletes sessions, tokens and counts that have expired. */
  purge(): Promise<void>;
}

/** @param settings What the program's staff has set now. */
export function createSignIn(
  deps: ProductDependencies,
  settings: () => ProgramSettings,
): SignIn {
  const { databases: { vault }, secrets: { claimKey }, clock, metrics } = deps;
  const nowMs = () => clock.now().getTime();
  const sessions = createSessions(vault, clock.now);
  const tokens = createTokens(vault, clock.now);
  const failures = createStoredFailures(vault, createSlots(claimKey, 20), nowMs);
  const counts = createSharedCounts(vault, claimKey, nowMs);
  const hourly = createHourlyCounts(deps.hasOtherNodes ? vault : undefined);
  const limits = {
    ...deps.limits,
    get profilesPerMember() {
      return settings().limits.profilesAnHour ?? deps.limits.profilesPerMember;
    },
  };
  return {
    counts,
    credentials: createCredentials(vault, deps.now),
    knownBrowsers: createKnownBrowsers(claimKey, nowMs),
    limits: {
      ...createRateLimits(limits, {
        onRefused: metrics.refused,
        failures,
        // One process alone forgets these with a restart, and waits for no disk.
        ...deps.hasOtherNodes && { ofOnes: failures },
        counts: hourly,
        secret: claimKey,
      }),
      ...createMailLimits({ counts, secret: claimKey, limits, onRefused: metrics.refused }),
    },
    passwords: createPasswords(deps.hashing),
    sessions,
    tokens,
    async purge() {
      await sessions.purge();
      await tokens.purge();
      await failures.purge();
      await counts.purge();
      await hourly.purge();
    },
  };
}
