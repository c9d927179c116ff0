import { createHmac } from "node:crypto";
import type { Claim, Commit } from "../log/event-log.ts";
import type { MemberRecord } from "./record.ts";

/** A username or email address in the form used to compare: NFKC, lower case, trimmed. */
export function normalName(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** Names are claimed by a keyed hash, so that the log doesn't contain them. */
export function claimChange(
  claimKey: Uint8Array,
  before: MemberRecord | undefined,
  after: MemberRecord | undefined,
): Pick<Commit, "claim" | "release"> {
  const had = claimsOf(claimKey, before);
  const has = claimsOf(claimKey, after);
  return {
    claim: has.filter((claim) => !had.some((old) => isSame(old, claim))),
    release: had.filter((claim) => !has.some((kept) => isSame(kept, claim))),
  };
}

export function claimsOf(claimKey: Uint8Array, member: MemberRecord | undefined): Claim[] {
  if (member === undefined) return [];
  return (["username", "email"] as const)
    .map((kind) => claimOf(claimKey, kind, normalName(member[kind])));
}

function isSame(one: Claim, other: Claim): boolean {
  return one.kind === other.kind && one.digest === other.digest;
}

/** The mailbox of an address without its tag: `kim@example.com` for `Kim+1@example.com`. */
export function mailboxOf(address: string): string {
  return normalName(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

/** Claim of a handled report: if several handle it at once, one succeeds. */
export function reportClaim(claimKey: Uint8Array, reportId: string): Claim {
  return claimOf(claimKey, "report", reportId);
}

function claimOf(claimKey: Uint8Array, kind: Claim["kind"], text: string): Claim {
  return { kind, digest: createHmac("sha256", claimKey).update(`${kind}:${text}`).digest("hex") };
}
