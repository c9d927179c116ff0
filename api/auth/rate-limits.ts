import { RateLimiterMemory } from "rate-limiter-flexible";
import { normalName } from "../../events/members/claims.ts";
import { Problem } from "../problems.ts";
import { createKeyedTurns } from "./turns.ts";

/** How often something may happen; the time that each is counted over is fixed. */
export interface Limits {
  /** In an hour. */
  readonly uploadsPerMember: number;
  /** In 5 minutes. */
  readonly failedLoginsPerAccount: number;
  /** In 5 minutes. */
  readonly failedLoginsPerAddress: number;
  /** In an hour. */
  readonly registrationsPerAddress: number;
  /** In an hour. */
  readonly wrongCadreCodesPerAddress: number;
  /** In an hour. */
  readonly resetMailsPerRecipient: number;
  /** In an hour, to one recipient; so, too, for one member. */
  readonly verificationMails: number;
}

export const defaultLimits: Limits = {
  uploadsPerMember: 60,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 100,
  registrationsPerAddress: 200,
  wrongCadreCodesPerAddress: 20,
  resetMailsPerRecipient: 5,
  verificationMails: 5,
};

export interface RateLimits {
  /** @throws {Problem} 429 after too many uploads of this member. */
  upload(memberId: string): Promise<void>;
  /**
   * Tries to sign in. Only attempts that end with `undefined` count, since a whole class signs in
   * from one campus address. Whoever leaves before it is their turn has not tried.
   *
   * @throws {Problem} 429, without trying, after too many failures for this name or address.
   */
  login<T>(
    who: { readonly username: string; readonly ip: string },
    attempt: () => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined>;
  /**
   * Has a member who is signed in say their password again. Only attempts that end with `undefined`
   * count, by the member, whatever their address: ten in five minutes, and a part of all that may be
   * guessed of an account in a day. Attempts of one member run one after the other; whoever leaves
   * before it is their turn has not tried.
   *
   * @param attempt Compares the password; `undefined` when it is another one.
   * @throws {Problem} 429, without trying, after too many failures of this member.
   */
  confirm<T>(
    memberId: string,
    attempt: () => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined>;
  /** @throws {Problem} 429 after too many registrations from this address. */
  register(ip: string): Promise<void>;
  /**
   * Checks a cadre code; only wrong ones count.
   *
   * @throws {Problem} 429, without checking, after too many wrong ones from this address.
   */
  cadreCode(ip: string, isRight: () => boolean): Promise<boolean>;
  /** Whether one more mail may go to this recipient; counts it. */
  mayMailReset(email: string): Promise<boolean>;
  /**
   * Counts a mail that asks for an address to be verified.
   *
   * @throws {Problem} 429 after too many to this recipient or for this member.
   */
  verificationMail(who: { readonly memberId: string; readonly email: string }): Promise<void>;
}

const fiveMinutes = 5 * 60;
const hour = 60 * 60;
/** As many as can be verified at once at most, so that waiting for one's turn costs nobody time. */
const attemptsAtOnce = 2;

/** Is told which limit refused something; not to whom. */
export type OnRefused = (limit: keyof Limits) => void;

/** Counters in this process: each API node counts for itself. */
export function createRateLimits(limits: Limits, onRefused: OnRefused = () => {}): RateLimits {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const refuseWhenFull = (
    name: keyof Limits,
    counter: RateLimiterMemory,
    key: string,
    message: string,
  ) => refuse(counter, key, message, () => onRefused(name));
  const uploads = limiter(limits.uploadsPerMember, hour);
  const accountFailures = limiter(limits.failedLoginsPerAccount, fiveMinutes);
  const memberFailures = limiter(limits.failedLoginsPerAccount, fiveMinutes);
  const addressFailures = limiter(limits.failedLoginsPerAddress, fiveMinutes);
  const registrations = limiter(limits.registrationsPerAddress, hour);
  const wrongCodes = limiter(limits.wrongCadreCodesPerAddress, hour);
  const resetMails = limiter(limits.resetMailsPerRecipient, hour);
  const recipientVerifications = limiter(limits.verificationMails, hour);
  const memberVerifications = limiter(limits.verificationMails, hour);
  const accountTurn = createKeyedTurns(1);
  const memberTurn = createKeyedTurns(1);
  const addressTurn = createKeyedTurns(attemptsAtOnce);

  return {
    async upload(memberId) {
      await refuseWhenFull("uploadsPerMember", uploads, memberId, "Too many uploads");
      await uploads.penalty(memberId);
    },
    login({ username, ip }, attempt, signal) {
      const account = normalName(username);
      const address = addressKey(ip);
      // In turn, or a thousand guesses that arrive together would be tried before one has failed.
      return accountTurn(account, () =>
        addressTurn(address, async () => {
          await refuseWhenFull("failedLoginsPerAccount", accountFailures, account, tooManyLogins);
          await refuseWhenFull("failedLoginsPerAddress", addressFailures, address, tooManyLogins);
          const result = await attempt();
          if (result === undefined) {
            await accountFailures.penalty(account);
            await addressFailures.penalty(address);
          }
          return result;
        }, signal), signal);
    },
    confirm: (memberId, attempt, signal) =>
      memberTurn(memberId, async () => {
        const message = "Too many wrong passwords";
        await refuseWhenFull("failedLoginsPerAccount", memberFailures, memberId, message);
        const result = await attempt();
        if (result === undefined) await memberFailures.penalty(memberId);
        return result;
      }, signal),
    async register(ip) {
      const address = addressKey(ip);
      await refuseWhenFull(
        "registrationsPerAddress",
        registrations,
        address,
        "Too many registrations",
      );
      await registrations.penalty(address);
    },
    async cadreCode(ip, isRight) {
      const address = addressKey(ip);
      await refuseWhenFull(
        "wrongCadreCodesPerAddress",
        wrongCodes,
        address,
        "Too many wrong cadre codes",
      );
      if (isRight()) return true;
      await wrongCodes.penalty(address);
      return false;
    },
    async mayMailReset(email) {
      const { consumedPoints } = await resetMails.penalty(normalName(email));
      const mayMail = consumedPoints <= limits.resetMailsPerRecipient;
      if (!mayMail) onRefused("resetMailsPerRecipient");
      return mayMail;
    },
    async verificationMail({ memberId, email }) {
      const recipient = normalName(email);
      await refuseWhenFull(
        "verificationMails",
        memberVerifications,
        memberId,
        tooManyVerifications,
      );
      await refuseWhenFull(
        "verificationMails",
        recipientVerifications,
        recipient,
        tooManyVerifications,
      );
      await memberVerifications.penalty(memberId);
      await recipientVerifications.penalty(recipient);
    },
  };
}

const tooManyVerifications = "Too many verification mails";
const tooManyLogins = "Too many failed logins";

/** An IPv6 network counts as one: a single host has all of its /64. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = (ip.split("%")[0] ?? "").split("::");
  const groups = (text: string) => text === "" ? [] : text.split(":");
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = ip.includes("::")
    ? [...groups(head), ...Array<string>(Math.max(missing, 0)).fill("0"), ...groups(tail)]
    : groups(head);
  return `${all.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

async function refuse(
  limiter: RateLimiterMemory,
  key: string,
  message: string,
  onRefused: () => void,
) {
  const counted = await limiter.get(key);
  if (counted === null || counted.msBeforeNext <= 0) return;
  if (counted.consumedPoints < limiter.points) return;
  onRefused();
  // The count itself ends by a timer, also when the clock was set back meanwhile.
  const seconds = Math.min(Math.ceil(counted.msBeforeNext / 1000), limiter.duration);
  const retryAfterSeconds = Math.max(1, seconds);
  throw new Problem(429, `${message}, please try again later`, { retryAfterSeconds });
}
