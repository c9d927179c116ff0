import { deriveKey } from "../../events/derive-key.ts";
import { createCredentials } from "./credentials.ts";
import { createSlots, createStoredFailures } from "./limits/failures.ts";
import { createHourlyCounts } from "./limits/hourly-counts.ts";
import { createKnownBrowsers } from "./known-browser.ts";
import { Challenges } from "./passkeys/challenges.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import { createStoredPasskeys } from "./passkeys/stored-passkeys.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { createRateLimits, type Limits } from "./limits/rate-limits.ts";
import { createSharedCounts } from "./limits/shared-counts.ts";
import { createSessions } from "./sessions.ts";
import { createTokens } from "./tokens.ts";
import { createMailLimits } from "../mail/outbox/mail-limits.ts";
import type { MemberKeys } from "../../events/store/keys.ts";
import type { Database } from "../../events/store/database.ts";
import type { PasswordHashing } from "./passwords/argon2id.ts";

interface AuthParts {
  readonly keys: Pick<MemberKeys, "load">;
  /** Its host is that of passkeys. */
  readonly appOrigin: string;
  readonly database: Database;
  /** The installation's. */
  readonly secret: Uint8Array;
  readonly hashing: PasswordHashing;
  /** Read at each count. */
  readonly limits: Limits;
  /** Whether there may be other nodes. Limits are then counted for all of them. */
  readonly hasOtherNodes: boolean;
  readonly now: () => Date;
}

export type Auth = ReturnType<typeof openAuth>;

/** Opens sessions, tokens, passwords and limits. */
export function openAuth(
  { database, keys, appOrigin, secret, hashing, limits, hasOtherNodes, now }: AuthParts,
) {
  const nowMs = () => now().getTime();
  const sessions = createSessions(database, now);
  const tokens = createTokens(database, now);
  const failures = createStoredFailures(database, createSlots(secret, 20), nowMs);
  const counts = createSharedCounts(database, secret, nowMs);
  const hourly = createHourlyCounts(hasOtherNodes ? database : undefined);
  return {
    addressCodeKey: deriveKey(secret, "codes to new addresses"),
    counts,
    credentials: createCredentials(database, now),
    knownBrowsers: createKnownBrowsers(secret, nowMs),
    limits: {
      ...createRateLimits(limits, {
        failures,
        // A single process counts these in memory, without disk writes. A restart resets them.
        ...hasOtherNodes && { ofSources: failures },
        counts: hourly,
        secret,
      }),
      ...createMailLimits({ counts, secret, limits }),
    },
    passkeys: {
      stored: createStoredPasskeys({ database, keys, now }),
      challenges: new Challenges(secret, now),
      party: relyingPartyOf(appOrigin),
    },
    passwords: createPasswords(hashing),
    sessions,
    tokens,
    async purge(): Promise<void> {
      for (const each of [sessions, tokens, failures, counts, hourly]) await each.purge();
    },
  };
}
