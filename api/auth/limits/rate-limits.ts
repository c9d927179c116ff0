import { randomBytes } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../../../events/errors.ts";
import { programLimits } from "../../../events/program/limits.ts";
import { addressKey } from "./address-key.ts";
import { createMemoryFailures, createSlots, type FailureCounts } from "./failures.ts";
import { type GrowingPause, waitMs } from "./guess-pauses.ts";
import { createHourlyCounts, type HourlyCounts } from "./hourly-counts.ts";
import { createProfileLimits } from "./profile-limits.ts";
import { createLoginLimits } from "./login-limits.ts";
import { tooMany } from "./too-many.ts";
import { createKeyedConcurrencyLimit } from "./concurrency-limit.ts";

/** Maximum numbers, in an hour unless stated otherwise. */
export const defaultLimits = {
  uploadsPerMember: 60,
  changesPerMember: 60,
  /** Requests for help, messages, and answers. */
  messagesPerMember: 120,
  /** Different profiles that a member reads in lists. */
  profilesPerMember: programLimits.profilesAnHour.usual,
  /** For a member whom the program doesn't know, and for all such members at one network address. */
  profilesPerStranger: 500,
  /** People whose contacts such a member sees in a day. */
  contactsPerStranger: 10,
  /** Shared by strangers at one address, so that many accounts see fewer than 60 people. */
  contactsPerNetwork: 59,
  /** The same in a day. */
  contactsPerNetworkADay: 300,
  /** How often a member, or a stranger's address, may learn that a name or address is taken. */
  takenNames: 20,
  ...{ failedLoginsPerAccount: 10, failedLoginsPerAddress: 100, guessesPerAccount: 200 },
  registrationsPerAddress: 200,
  wrongCadreCodesPerAddress: 20,
  /** In a day, from anywhere. */
  wrongCadreCodes: 1000,
  resetRequestsPerAddress: 30,
  /** A class on one network that asks for codes together. */
  codeRequestsPerAddress: 100,
  codesPerAccount: 3,
  codesPerAccountADay: 10,
  resetMailsPerRecipient: 5,
  /** To one recipient; the same for one member. */
  verificationMails: 5,
  /** Mails to one recipient on any subject. More wait and are joined. */
  mailsPerRecipient: 20,
};

export type Limits = Readonly<typeof defaultLimits>;

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Called with the name of a limit that refused something. */
export interface RateLimitsOptions {
  /** Failures against accounts and the cadre code, for all nodes; in this process by default. */
  readonly failures?: FailureCounts;
  /** Failures of one address, browser or session; in this process by default. */
  readonly ofSources?: FailureCounts;
  /** Hourly counts; in this process by default. */
  readonly counts?: HourlyCounts;
  /** The same for all processes that share counts. */
  readonly secret?: Uint8Array;
  readonly now?: () => number;
}

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
const hourMs = 60 * minuteMs;
/** Sign-in attempts of one address at once; at most as many as are hashed at once. */
const loginsAtOnce = 2;
/** Maximum waiting attempts of an address: a class arriving together is answered before people give up. */
const maxWaiting = 300;
/** At most 131,072 counts of each kind, about ten megabytes. */
const slotBits = 17;

/** Rate limits. Memory is bounded: keys invented by strangers share hash slots. */
export function createRateLimits(limits: Limits, options: RateLimitsOptions = {}) {
  const { secret = randomBytes(32), now = Date.now } = options;
  const slots = createSlots(secret, slotBits);
  const memory = () => createMemoryFailures(slots, now);
  const { failures = memory(), ofSources = memory(), counts = createHourlyCounts() } = options;
  const anHour = (limit: keyof Limits, what: string) => {
    const counter = counts.of(limit, limits[limit]);
    return {
      /** Counted before the action, so that actions arriving together can't exceed the limit. */
      async take(key: string): Promise<void> {
        try {
          await counter.consume(String(slots(key)));
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          throw tooMany(what, inAnHour(refused.msBeforeNext));
        }
      },
      async refuseWhenFull(key: string): Promise<void> {
        const counted = await counter.get(String(slots(key)));
        if (counted === null || counted.msBeforeNext <= 0) return;
        if (counted.consumedPoints < limits[limit]) return;
        throw tooMany(what, inAnHour(counted.msBeforeNext));
      },
      async giveBack(key: string): Promise<void> {
        await counter.reward(String(slots(key)));
      },
    };
  };
  const uploads = anHour("uploadsPerMember", "uploads");
  const changes = anHour("changesPerMember", "changes");
  const messages = anHour("messagesPerMember", "messages");
  const profiles = createProfileLimits({
    limits,
    counter: counts.of("profilesPerMember", limits.profilesPerMember),
    slotOfMember: createSlots(secret, 32),
    slotOfNetwork: slots,
    now,
  });
  const takenNames = anHour("takenNames", "attempts with a taken username or email");
  const registrations = anHour("registrationsPerAddress", "registrations");
  const wrongCodes = anHour("wrongCadreCodesPerAddress", wrongCadreCodes);
  const resetRequests = anHour("resetRequestsPerAddress", "requests for a reset link");
  const codeRequests = anHour("codeRequestsPerAddress", "requests for a code");
  const claimLimit = createKeyedConcurrencyLimit(1, maxWaiting);
  const codeLimit = createKeyedConcurrencyLimit(1);
  const codePause = pauseOfCodes(limits);
  const logins = createLoginLimits({
    limits,
    ofAccounts: failures,
    ofSources,
    addressLimit: createKeyedConcurrencyLimit(loginsAtOnce, maxWaiting),
    now,
  });

  return {
    ...logins,
    upload: uploads.take,
    change: changes.take,
    message: messages.take,
    profiles,
    register: (ip: string): Promise<void> => registrations.take(addressKey(ip)),
    /**
     * Runs an attempt to take a name or an email address. Only attempts that find it taken count, one at a time.
     *
     * @param who The id of the member, or a stranger's address, that may learn that it is taken.
     * @throws {Problem} 429, without trying, after too many that were taken.
     */
    async claim<T>(
      who: { readonly memberId: string } | { readonly ip: string },
      attempt: () => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> {
      const key = "ip" in who ? `ip ${addressKey(who.ip)}` : `member ${who.memberId}`;
      await takenNames.refuseWhenFull(key);
      return await claimLimit(key, async () => {
        await takenNames.refuseWhenFull(key);
        try {
          return await attempt();
        } catch (error) {
          if (isTaken(error)) await takenNames.take(key);
          throw error;
        }
      }, signal);
    },
    /** Only wrong codes count. @throws {Problem} 429, without checking, after too many. */
    async cadreCode(ip: string, isRight: () => boolean): Promise<boolean> {
      const address = addressKey(ip);
      await wrongCodes.take(address);
      let isWrong = false;
      try {
        await codeLimit(everyone, async () => {
          const ms = waitMs(await failures.read(cadreCodes), codePause, now());
          if (ms > 0) throw tooMany(wrongCadreCodes, ms);
          isWrong = !isRight();
          if (isWrong) await failures.add(cadreCodes, codePause);
        });
      } finally {
        if (!isWrong) await wrongCodes.giveBack(address);
      }
      return !isWrong;
    },
    resetRequest: (ip: string): Promise<void> => resetRequests.take(addressKey(ip)),
    codeRequest: (ip: string): Promise<void> => codeRequests.take(addressKey(ip)),
  };
}

const wrongCadreCodes = "wrong cadre codes";
const cadreCodes = "cadre codes";
const everyone = "everyone";

/** A fifth of a day's limit at once, then with pauses: two minutes at 1000 a day. */
function pauseOfCodes({ wrongCadreCodes: perDay }: Limits): GrowingPause {
  const longestMs = Math.min(dayMs / (perDay * 0.7), dayMs);
  return { free: Math.max(1, Math.floor(perDay / 5)), firstMs: longestMs / 1024, longestMs };
}

/** A count ends by a timer, even if the clock was set back since. */
function inAnHour(ms: number): number {
  return Math.min(ms, hourMs);
}

function isTaken(error: unknown): boolean {
  return error instanceof Refusal &&
    (error.code === "member/username-taken" || error.code === "member/email-taken");
}
