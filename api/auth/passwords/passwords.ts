import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { PasswordHashing } from "./argon2id.ts";
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  type Lane,
} from "../limits/concurrency-limit.ts";

export type Passwords = ReturnType<typeof createPasswords>;

declare const isChecked: unique symbol;

/** A chosen password that passed `requireGoodPassword`. */
export type NewPassword = string & { readonly [isChecked]: true };

/** Key of the hashing queue: one password of each at a time, members' before strangers'. */
export type PasswordRequester = { readonly memberId: string } | { readonly ip: string };

/** A hash takes 19 MiB and a core. One core stays free, so that a flood can't delay reading. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

/** The queue that can be answered while people still wait. More are refused at once. */
const maxWaiting = 300;

export function createPasswords(hashing: PasswordHashing) {
  const hashingLimit = createConcurrencyLimit(atOnce, maxWaiting);
  const ownLimit = createKeyedConcurrencyLimit(1, maxWaiting);
  const decoyHash = hashing.hash(randomBytes(32).toString("base64url"));

  return {
    /** @throws {TooManyWaiting} If too many wait, in total or with this key. @throws {Abandoned} */
    hash(password: NewPassword, asks: PasswordRequester, signal?: AbortSignal): Promise<string> {
      const [by, lane]: [string, Lane] = "ip" in asks
        ? [`ip ${asks.ip}`, "other"]
        : [`member ${asks.memberId}`, "first"];
      return ownLimit(by, () => hashingLimit(() => hashing.hash(password), signal, lane), signal);
    },
    /**
     * Takes as long without a hash as with one, so the time doesn't reveal whether an account
     * exists. A malformed hash matches no password.
     *
     * @param lane First lane for known members, so that they don't wait for strangers.
     * @throws {Abandoned} When the signal aborted before hashing began.
     * @throws {TooManyWaiting} When too many others wait.
     */
    async verify(
      hash: string | undefined,
      password: string,
      signal?: AbortSignal,
      lane?: Lane,
    ): Promise<boolean> {
      const wellFormed = hash?.startsWith("$argon2id$") ? hash : undefined;
      const compared = wellFormed ?? await decoyHash;
      const compare = () => hashing.verify(compared, password).catch(() => false);
      const fits = await hashingLimit(compare, signal, lane);
      return fits && wellFormed !== undefined;
    },
  };
}
