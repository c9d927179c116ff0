import { randomBytes } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../../events/errors.ts";
import { addressKey } from "./address-key.ts";
import { createMemoryFailures, type FailureCounts } from "./failures.ts";
import { type GrowingPause, waitMs } from "./growing-pause.ts";
import type { GuessLimits } from "./guess-pauses.ts";
import { createHourlyCounts, type HourlyCounts } from "./hourly-counts.ts";
import { createSeenThings } from "./seen-things.ts";
import { createLoginLimits, type Login } from "./login-limits.ts";
import { createSlots } from "./slots.ts";
import { tooMany, tooManyProfiles } from "./too-many.ts";
import { createKeyedConcurrencyLimit } from "./concurrency-limit.ts";

/** How often something may happen; the time that each is counted over is fixed. */
export interface Limits extends GuessLimits {
  /** In an hour. */
  readonly uploadsPerMember: number;
  /** In an hour. */
  readonly changesPerMember: number;
  /** In an hour: requests for help, messages, and answers. */
  readonly messagesPerMember: number;
  /** In an hour: different profiles that a member reads in lists. */
  readonly profilesPerMember: number;
  /** The same for a member of whom nothing is known. */
  readonly profilesPerStranger: number;
  /** In a day: people whose contacts a member sees of whom nothing is known. */
  readonly contactsPerStranger: number;
  /** In an hour: people whose contacts all of these see together from one network address. */
  readonly contactsPerNetwork: number;
  /** The same in a day. */
  readonly contactsPerNetworkADay: number;
  /** In an hour, by a member, or by a stranger's address: answers that a name or address is taken. */
  readonly takenNames: number;
  /** In an hour. */
  readonly registrationsPerAddress: number;
  /** In an hour. */
  readonly wrongCadreCodesPerAddress: number;
  /** In a day, wherever they come from. */
  readonly wrongCadreCodes: number;
  /** In an hour. */
  readonly resetRequestsPerAddress: number;
  /** In an hour. */
  readonly resetMailsPerRecipient: number;
  /** In an hour, to one recipient; so, too, for one member. */
  readonly verificationMails: number;
  /** In an hour, to one recipient, whatever they are about: what is more waits and is joined. */
  readonly mailsPerRecipient: number;
}

export const defaultLimits: Limits = {
  uploadsPerMember: 60,
  changesPerMember: 60,
  messagesPerMember: 120,
  profilesPerMember: 5000,
  profilesPerStranger: 500,
  contactsPerStranger: 10,
  // One stranger with many accounts sees those of fewer than 60 people.
  contactsPerNetwork: 59,
  contactsPerNetworkADay: 300,
  takenNames: 20,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 100,
  guessesPerAccount: 200,
  registrationsPerAddress: 200,
  wrongCadreCodesPerAddress: 20,
  wrongCadreCodes: 1000,
  resetRequestsPerAddress: 30,
  resetMailsPerRecipient: 5,
  verificationMails: 5,
  mailsPerRecipient: 20,
};

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Is told which limit refused something; not to whom. */
export type OnRefused = (limit: keyof Limits) => void;

export interface RateLimitsOptions {
  readonly onRefused?: OnRefused;
  /** Failures against accounts and the cadre code, for all nodes; without it, of this process. */
  readonly failures?: FailureCounts;
  /** Failures of one address, browser or session; of this process, unless they are given. */
  readonly ofOnes?: FailureCounts;
  /** So are these. */
  readonly counts?: HourlyCounts;
  /** The same for every process that shares its counts. */
  readonly secret?: Uint8Array;
  readonly now?: () => number;
}

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
const hourMs = 60 * minuteMs;
/** Logins of one address that are tried at once: as many as are hashed at once at most. */
const loginsAtOnce = 2;
/** Of one address: a class that arrives together, and answered before people give up. */
const maxWaiting = 300;
/** 131,072 counts of each kind at most, some ten megabytes. */
const slotBits = 17;

/** Rate limits. Memory is bounded: keys that strangers make up share hash slots. */
export function createRateLimits(limits: Limits, options: RateLimitsOptions = {}) {
  const { onRefused = () => {}, secret = randomBytes(32), now = Date.now } = options;
  const slots = createSlots(secret, slotBits);
  const memory = () => createMemoryFailures(slots, now);
  const { failures = memory(), ofOnes = memory(), counts = createHourlyCounts() } = options;
  const anHour = (limit: keyof Limits, what: string) => {
    const counter = counts.of(limit, limits[limit]);
    return {
      /** Counted before it is done: many that arrive together are not too many. */
      async take(key: string): Promise<void> {
        try {
          await counter.consume(String(slots(key)));
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          onRefused(limit);
          throw tooMany(what, inAnHour(refused.msBeforeNext));
        }
      },
      async refuseWhenFull(key: string): Promise<void> {
        const counted = await counter.get(String(slots(key)));
        if (counted === null || counted.msBeforeNext <= 0) return;
        if (counted.consumedPoints < limits[limit]) return;
        onRefused(limit);
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
  const profiles = counts.of("profilesPerMember", limits.profilesPerMember);
  const seenProfiles = createSeenThings(now);
  const members = createSlots(secret, 32);
  const takenNames = anHour("takenNames", "attempts with a taken username or email");
  const registrations = anHour("registrationsPerAddress", "registrations");
  const wrongCodes = anHour("wrongCadreCodesPerAddress", wrongCadreCodes);
  const resetRequests = anHour("resetRequestsPerAddress", "requests for a reset link");
  const claimLimit = createKeyedConcurrencyLimit(1, maxWaiting);
  const codeLimit = createKeyedConcurrencyLimit(1);
  const codePause = pauseOfCodes(limits);
  const { login, ...ofMembers } = createLoginLimits({
    limits,
    ofAccounts: failures,
    ofOnes,
    addressLimit: createKeyedConcurrencyLimit(loginsAtOnce, maxWaiting),
    now,
    onRefused,
  });

  return {
    ...ofMembers,
    /** Like {@link LoginLimits.login}, by the address as the connection has it. */
    login: <T>(
      { ip, ...who }: Omit<Login, "address"> & { readonly ip: string },
      attempt: () => Promise<T | undefined>,
      signal?: AbortSignal,
    ): Promise<T | undefined> => login({ ...who, address: addressKey(ip) }, attempt, signal),
    /** @throws {Problem} 429 after too many uploads of this member. */
    upload: uploads.take,
    /** @throws {Problem} 429 after too many changes of this member's account and profile. */
    change: changes.take,
    /** @throws {Problem} 429 after too many requests, messages and answers of this member. */
    message: messages.take,
    /**
     * Counts profiles that a member is about to read in a list; those they have read are free.
     *
     * @param slots Of the profiles; see `slotOf`.
     * @param isKnown Whether anything is known of the member; asked for who has read more than a stranger may.
     * @throws {Problem} 429 when there would be too many in an hour.
     */
    async profiles(
      memberId: string,
      slots: readonly number[],
      isKnown: () => Promise<boolean>,
    ): Promise<void> {
      const { profilesPerMember, profilesPerStranger } = limits;
      const fresh = seenProfiles.unseen(memberId, slots);
      if (fresh.size === 0) return;
      const key = String(members(memberId));
      const { consumedPoints, msBeforeNext } = await profiles.penalty(key, fresh.size);
      if (consumedPoints > Math.min(profilesPerMember, profilesPerStranger)) {
        const limit = await isKnown() ? "profilesPerMember" : "profilesPerStranger";
        if (consumedPoints > Math.min(profilesPerMember, limits[limit])) {
          await profiles.reward(key, fresh.size);
          onRefused(limit);
          throw tooManyProfiles(inAnHour(msBeforeNext));
        }
      }
      seenProfiles.note(memberId, fresh);
    },
    /** @throws {Problem} 429 after too many registrations from this address. */
    register: (ip: string): Promise<void> => registrations.take(addressKey(ip)),
    /**
     * Takes a name or an email address. Attempts that end because it is taken count; those of one who
     * asks run one after the other.
     *
     * @param who Who learns that it is taken: a member's id, or the address of a stranger.
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
    /**
     * Checks a cadre code; only wrong ones count.
     *
     * @throws {Problem} 429, without checking, after too many wrong ones from this address, or from all.
     */
    async cadreCode(ip: string, isRight: () => boolean): Promise<boolean> {
      const address = addressKey(ip);
      await wrongCodes.take(address);
      let isWrong = false;
      try {
        await codeLimit(everyone, async () => {
          const ms = waitMs(await failures.read(cadreCodes), codePause, now());
          if (ms > 0) {
            onRefused("wrongCadreCodes");
            throw tooMany(wrongCadreCodes, ms);
          }
          isWrong = !isRight();
          if (isWrong) await failures.add(cadreCodes, codePause);
        });
      } finally {
        if (!isWrong) await wrongCodes.giveBack(address);
      }
      return !isWrong;
    },
    /** @throws {Problem} 429 after too many requests of this address, whomever they are for. */
    resetRequest: (ip: string): Promise<void> => resetRequests.take(addressKey(ip)),
  };
}

const wrongCadreCodes = "wrong cadre codes";
const cadreCodes = "cadre codes";
const everyone = "everyone";

/** A fifth of a day's limit at once, and from then on with pauses: two minutes at 1000 a day. */
function pauseOfCodes({ wrongCadreCodes: perDay }: Limits): GrowingPause {
  const longestMs = Math.min(dayMs / (perDay * 0.7), dayMs);
  return { free: Math.max(1, Math.floor(perDay / 5)), firstMs: longestMs / 1024, longestMs };
}

/** The count itself ends by a timer, also when the clock was set back meanwhile. */
function inAnHour(ms: number): number {
  return Math.min(ms, hourMs);
}

function isTaken(error: unknown): boolean {
  return error instanceof Refusal &&
    (error.code === "member/username-taken" || error.code === "member/email-taken");
}
