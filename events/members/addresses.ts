/**
 * Addresses of an account. A new one is confirmed by its mailbox while the old one works, and the
 * old one can undo the change for a week, so that neither a typo nor a stranger at an open browser
 * takes an account from its owner.
 */
import { dayMs } from "../day.ts";
import { Refusal } from "../errors.ts";
import type { EventOf } from "../event-of.ts";
import type { addressEventSchemas } from "./address-events.ts";
import { normalName } from "./claims.ts";

type AddressEvent = EventOf<typeof addressEventSchemas>;

/** How long an earlier address can undo a change. */
export const undoDays = 7;

/** A member's addresses besides `email`. */
export interface MoreAddresses {
  /** Not confirmed yet. Its mailbox may be someone else's. */
  readonly asked: { readonly email: string; readonly as: "main" | "second" } | null;
  /** Confirmed. Members sign in and send replies with it, as with `email`. */
  readonly second: string | null;
  /** Addresses from before the changes of the last week, oldest first. */
  readonly former: readonly FormerAddresses[];
}

export interface FormerAddresses {
  readonly email: string;
  readonly second: string | null;
  /** When they were replaced. ISO 8601. */
  readonly until: string;
}

export const noMoreAddresses: MoreAddresses = { asked: null, second: null, former: [] };

interface Addressed {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly addresses: MoreAddresses;
}

export type AddressCommand =
  /** Requests a second address, or another main one. Repeated for another code. */
  | { readonly type: "AskAddress"; readonly as: "main" | "second"; readonly email: string }
  | { readonly type: "DropAskedAddress" }
  /** `email` is the address whose mailbox confirmed it. */
  | { readonly type: "ConfirmAddress"; readonly email: string }
  /** `ifMain` is the main address to replace; any if absent. */
  | { readonly type: "SwapAddresses"; readonly ifMain?: string }
  | { readonly type: "RemoveSecondAddress" }
  /** By the owner of `email`, a main address from the last week. */
  | { readonly type: "UndoAddressChange"; readonly email: string }
  | { readonly type: "EndFormerAddresses" };

export function decideAddresses(
  record: Addressed,
  command: AddressCommand,
  now: Date,
): AddressEvent[] {
  const { email: main, emailVerified, addresses: { asked, second } } = record;
  switch (command.type) {
    case "AskAddress": {
      const { as, email } = command;
      if (!emailVerified) {
        throw new Refusal("member/address-unconfirmed", "Confirm your email address first");
      }
      if (isSame(email, main) || isSame(email, second)) {
        throw alreadyYours(as === "main" && isSame(email, second));
      }
      return [{ type: "AddressAsked", facts: { as }, personal: { email } }];
    }
    case "DropAskedAddress":
      return asked === null ? [] : [{ type: "AskedAddressDropped", facts: {}, personal: null }];
    case "ConfirmAddress":
      if (asked?.email !== command.email) {
        throw new Refusal("member/email-changed", "Your email address has changed since then");
      }
      return [{
        type: "AddressConfirmed",
        facts: { as: asked.as },
        personal: { email: asked.email },
      }];
    case "SwapAddresses":
      if (second === null || (command.ifMain ?? main) !== main) return [];
      return [{ type: "AddressesSwapped", facts: {}, personal: null }];
    case "RemoveSecondAddress":
      return second === null ? [] : [{ type: "SecondAddressRemoved", facts: {}, personal: null }];
    case "UndoAddressChange": {
      const before = formerOf(record, command.email, now);
      if (before === undefined) {
        throw new Refusal("member/email-changed", "This change can't be undone anymore");
      }
      const { email, second } = before;
      return [{ type: "AddressChangeUndone", facts: {}, personal: { email, second } }];
    }
    case "EndFormerAddresses": {
      const { former } = record.addresses;
      if (recentOnly(former, now.getTime()).length === former.length) return [];
      return [{ type: "FormerAddressesEnded", facts: {}, personal: null }];
    }
  }
}

/** Addresses to which the owner of an earlier main address can return. */
export function formerOf(
  { addresses: { former } }: Pick<Addressed, "addresses">,
  email: string,
  now: Date,
): FormerAddresses | undefined {
  // Use the oldest: a stranger in the account may have changed it twice.
  return recentOnly(former, now.getTime()).find((before) => before.email === email);
}

/**
 * Whether a cadet whose class graduates by the end of this commissioning cycle has only one
 * address.
 * It may be the university's and end then. Uses their profile's class, or else the program's list.
 */
export function needsLastingAddress(
  { role, emailVerified, addresses: { asked, second }, classYear }: Addressed & {
    readonly role: string | null;
    readonly classYear: string | null;
  },
  now: Date,
): boolean {
  if (role !== "cadet" || !emailVerified || asked !== null || second !== null) return false;
  const october = 9;
  const cycle = now.getUTCFullYear() + (now.getUTCMonth() >= october ? 1 : 0);
  return /^\d{4}$/.test(classYear ?? "") && Number(classYear) <= cycle;
}

/** Until when the oldest former address can undo its change; `undefined` without one. */
export function undoUntilMs({ former: [oldest] }: MoreAddresses): number | undefined {
  return oldest && Date.parse(oldest.until) + undoDays * dayMs;
}

/** The main or second address that equals a given one, in the member's spelling. */
export function ownAddress(
  { email, addresses: { second } }: Pick<Addressed, "email" | "addresses">,
  address: string,
): string | undefined {
  if (isSame(address, email)) return email;
  return second !== null && isSame(address, second) ? second : undefined;
}

/** Normalized addresses with which they sign in, and from which we accept replies. */
export function confirmedAddresses(
  { email, emailVerified, addresses: { second } }: Addressed,
): readonly string[] {
  return [...emailVerified ? [email] : [], ...second === null ? [] : [second]].map(normalName);
}

export function evolveAddresses<R extends Addressed>(
  record: R,
  event: AddressEvent,
  at: string,
): R {
  const { email, emailVerified, addresses } = record;
  const atMs = Date.parse(at);
  const withThese = (changes: Partial<MoreAddresses>, main?: string): R => ({
    ...record,
    ...main !== undefined && { email: main, emailVerified: true },
    addresses: { ...addresses, ...changes },
  });
  /** Applies changes that the current main address can undo. */
  const undoable = (changes: Partial<MoreAddresses>, main?: string): R => {
    const before = { email, second: addresses.second, until: at };
    const former = [...recentOnly(addresses.former, atMs), ...emailVerified ? [before] : []];
    return withThese({ ...changes, former }, main);
  };
  switch (event.type) {
    case "AddressAsked":
      if (event.personal === null) return record;
      return withThese({ asked: { email: event.personal.email, as: event.facts.as } });
    case "AskedAddressDropped":
      return withThese({ asked: null });
    case "AddressConfirmed":
      if (event.personal === null) return record;
      return event.facts.as === "main"
        ? undoable({ asked: null }, event.personal.email)
        : undoable({ asked: null, second: event.personal.email });
    case "AddressesSwapped":
      if (addresses.second === null) return record;
      return undoable({ second: email }, addresses.second);
    case "SecondAddressRemoved":
      return undoable({ second: null });
    case "AddressChangeUndone":
      if (event.personal === null) return record;
      return withThese(
        {
          asked: null,
          second: event.personal.second,
          former: beforeOldest(recentOnly(addresses.former, atMs), event.personal.email),
        },
        event.personal.email,
      );
    case "FormerAddressesEnded":
      return withThese({ former: recentOnly(addresses.former, atMs) });
  }
}

function recentOnly(former: readonly FormerAddresses[], nowMs: number): readonly FormerAddresses[] {
  return former.filter(({ until }) => nowMs - Date.parse(until) < undoDays * dayMs);
}

/**
 * Keeps older addresses: their owners can still undo changes, even after a stranger undid their own
 * change.
 */
function beforeOldest(
  former: readonly FormerAddresses[],
  restored: string,
): readonly FormerAddresses[] {
  return former.slice(0, Math.max(0, former.findIndex(({ email }) => email === restored)));
}

function isSame(one: string, other: string | null): boolean {
  return other !== null && normalName(one) === normalName(other);
}

function alreadyYours(isSecond: boolean): Refusal {
  const message = isSecond
    ? "This is your second address. Make it your main one instead"
    : "This is already your address";
  return new Refusal("member/address-yours", message, { email: message });
}
