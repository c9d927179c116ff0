/**
 * Limits on guessing passwords, counted separately for strangers (by account and address), for
 * browsers that have signed in to the account before, and for signed-in members, so no one locks
 * out others. Together they stay below the account's daily limit.
 */
import { normalName } from "../../../events/members/claims.ts";
import { addressKey } from "./address-key.ts";
import {
  createKeyedConcurrencyLimit,
  delay,
  type KeyedConcurrencyLimit,
} from "./concurrency-limit.ts";
import type { FailureCounts } from "./failures.ts";
import {
  type GrowingPause,
  type GuessLimits,
  pauseOfAddress,
  pauseOfSource,
  pausesOfAccount,
  waitMs,
} from "./guess-pauses.ts";
import { tooMany } from "./too-many.ts";

interface Login {
  readonly username: string;
  /** Failures count against this hash, so a new password starts at zero; without one, the name. */
  readonly passwordHash?: string | undefined;
  readonly ip: string;
  readonly browser?: string | undefined;
}

interface LoginLimitsDependencies {
  readonly limits: GuessLimits;
  /** Failures against an account, which outlive the process. */
  readonly ofAccounts: FailureCounts;
  /** Failures of an address, and of one address, browser or session against one account. */
  readonly ofSources: FailureCounts;
  readonly addressLimit: KeyedConcurrencyLimit;
  readonly now: () => number;
}

interface Counted {
  readonly counts: FailureCounts;
  readonly key: string;
  readonly pause: GrowingPause;
}

/** For one account, by strangers, known browsers or its member. */
const maxWaiting = 300;

/** How many attempts wait for an address that is being slowed down; others are refused. */
const maxWaitingSlowly = 4;
const longestWaitMs = 10_000;

export function createLoginLimits(deps: LoginLimitsDependencies) {
  const { limits, ofAccounts, ofSources, addressLimit, now } = deps;
  const pauses = { one: pauseOfSource(limits), ...pausesOfAccount(limits) };
  const slow = pauseOfAddress(limits);
  const accountLimit = createKeyedConcurrencyLimit(1, maxWaiting);

  const byOne = (key: string): Counted => (
    { counts: ofSources, key: `one ${key}`, pause: pauses.one }
  );
  const byAll = (kind: "strangers" | "known", key: string): Counted => (
    { counts: ofAccounts, key: `${kind} ${key}`, pause: pauses[kind] }
  );
  const byMember = (memberId: string) => [
    byOne(`member ${memberId}`),
    byAll("known", `member ${memberId}`),
  ];
  const waitFor = async ({ counts, key, pause }: Counted) =>
    waitMs(await counts.read(key), pause, now());

  async function refusePaused(counted: readonly Counted[], what: string): Promise<void> {
    for (const each of counted) {
      const ms = await waitFor(each);
      if (ms > 0) throw tooMany(what, ms);
    }
  }

  /** One attempt at a time: a thousand guesses at once would run before one has failed. */
  function serialized<T>(
    key: string,
    counted: readonly Counted[],
    what: string,
    attempt: () => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    return accountLimit(key, async () => {
      await refusePaused(counted, what);
      const result = await attempt();
      if (result !== undefined) return result;
      for (const { counts, key, pause } of counted) await counts.add(key, pause);
      return undefined;
    }, signal);
  }

  const ofAddress = (address: string) => ({
    counts: ofSources,
    key: `address ${address}`,
    pause: slow,
  });
  const paceOf = (address: string) => waitFor(ofAddress(address));

  async function asStranger<T>(
    account: string,
    address: string,
    attempt: () => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const counted = [byOne(`${account} ${address}`), byAll("strangers", account)];
    const isSlow = await paceOf(address) > 0;
    if (isSlow && addressLimit.waiting(address) >= maxWaitingSlowly) {
      throw tooMany(failedLogins, slow.longestMs * maxWaitingSlowly);
    }
    return await addressLimit(address, async () => {
      // Before the slowdown, so that a refused attempt delays no one.
      await refusePaused(counted, failedLogins);
      const ms = await paceOf(address);
      if (ms > longestWaitMs) throw tooMany(failedLogins, ms);
      await delay(ms, signal);
      const result = await serialized(
        `strangers ${account}`,
        counted,
        failedLogins,
        attempt,
        signal,
      );
      if (result === undefined) await ofSources.add(ofAddress(address).key, slow);
      return result;
    }, signal);
  }

  async function signIn<T>(
    { username, passwordHash, ip, browser }: Login,
    attempt: () => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const address = addressKey(ip);
    const account = passwordHash ?? `name ${normalName(username)}`;
    const allKnown = byAll("known", account);
    // Known browsers together have too many failures, but this one may still be the owner's.
    if (browser === undefined || await waitFor(allKnown) > 0) {
      return await asStranger(account, address, attempt, signal);
    }
    const counted = [byOne(`browser ${browser}`), allKnown];
    return await serialized(allKnown.key, counted, failedLogins, attempt, signal);
  }

  let failures = 0;

  return {
    /**
     * A sign-in attempt under its limits. Only `undefined` counts as a failure, since a whole class
     * signs in from one campus address. An aborted waiting attempt isn't made or counted.
     *
     * @throws {Problem} 429, without trying, after too many failures.
     */
    async login<T>(
      login: Login,
      attempt: () => Promise<T | undefined>,
      signal?: AbortSignal,
    ): Promise<T | undefined> {
      let result: T | undefined;
      try {
        return result = await signIn(login, attempt, signal);
      } finally {
        if (result === undefined) failures++;
      }
    },
    /** How many logins failed or were refused since the start. */
    failedLogins: (): number => failures,
    /**
     * Password confirmation by a signed-in member. Only `undefined` counts, by member and not by
     * address: ten in five minutes, and a part of the account's daily guesses. One at a time; one
     * whose signal aborts while it waits isn't made.
     *
     * @throws {Problem} 429, without trying, after too many failures of this member.
     */
    confirm: <T>(
      memberId: string,
      attempt: () => Promise<T | undefined>,
      signal?: AbortSignal,
    ): Promise<T | undefined> =>
      serialized(`member ${memberId}`, byMember(memberId), "wrong passwords", attempt, signal),
    /** Call it once a member has a new password: failures with the old one no longer count. */
    async passwordSet(memberId: string): Promise<void> {
      for (const { counts, key } of byMember(memberId)) await counts.forget(key);
    },
  };
}

const failedLogins = "failed logins";
