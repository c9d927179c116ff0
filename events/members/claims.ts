import { createHmac } from "node:crypto";
import type { Claim, Commit } from "../store/event-log.ts";
import type { MemberRecord } from "./record.ts";

/** A username or email address in the form used to compare: NFKC, lower case, trimmed. */
export function normalName(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** Claims names by a keyed hash, so that the log doesn't contain them. */
export function claimChange(
  claimKey: Uint8Array,
  before: MemberRecord | undefined,
  after: MemberRecord | undefined,
): Pick<Commit, "claim" | "release"> {
  const [held, wanted] = [namesOf(before), namesOf(after)];
  const toClaims = (names: ReadonlyMap<string, Name>) =>
    [...names.values()].map(({ kind, name }) => nameClaim(claimKey, kind, name));
  return {
    claim: toClaims(without(wanted, held)),
    release: toClaims(without(held, wanted)),
  };
}

interface Name {
  readonly kind: "username" | "email";
  readonly name: string;
}

/**
 * Names that no other account can have, by their normalized form. Includes former addresses, since
 * they can be restored.
 */
function namesOf(member: MemberRecord | undefined): ReadonlyMap<string, Name> {
  if (member === undefined) return new Map();
  const { username, email, addresses: { second, former } } = member;
  const addresses = [email, second, ...former.flatMap((before) => [before.email, before.second])];
  const names: readonly Name[] = [
    { kind: "username", name: username },
    ...addresses.flatMap((name) => name === null ? [] : [{ kind: "email", name } as const]),
  ];
  return new Map(names.map((each) => [`${each.kind} ${normalName(each.name)}`, each]));
}

function without(names: ReadonlyMap<string, Name>, others: ReadonlyMap<string, Name>) {
  return new Map([...names].filter(([compared]) => !others.has(compared)));
}

/** Claim of a username or address, however it is written. */
export function nameClaim(
  claimKey: Uint8Array,
  kind: Name["kind"],
  name: string,
): Claim {
  return claimOf(claimKey, kind, normalName(name));
}

/** The mailbox of an address without its tag: `kim@example.com` for `Kim+1@example.com`. */
export function mailboxOf(address: string): string {
  return normalName(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

/** Claim of a handled report: if two people handle it at once, one succeeds. */
export function reportClaim(claimKey: Uint8Array, reportId: string): Claim {
  return claimOf(claimKey, "report", reportId);
}

function claimOf(claimKey: Uint8Array, kind: Claim["kind"], text: string): Claim {
  return { kind, digest: createHmac("sha256", claimKey).update(`${kind}:${text}`).digest("hex") };
}
