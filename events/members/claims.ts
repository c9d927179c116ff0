import { createHmac } from "node:crypto";
import type { Claim, Commit } from "../store/event-log.ts";
import type { MemberRecord } from "./record.ts";

/** A username or email address in the form used to compare: NFKC, lower case, trimmed. */
export function normalName(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

const names = ["username", "email"] as const;

/** Names are claimed by a keyed hash, so that the log doesn't contain them. */
export function claimChange(
  claimKey: Uint8Array,
  before: MemberRecord | undefined,
  after: MemberRecord | undefined,
): Pick<Commit, "claim" | "release"> {
  const changed = names.filter((kind) =>
    !before || !after || normalName(before[kind]) !== normalName(after[kind])
  );
  return {
    claim: claimsOf(claimKey, after, changed),
    release: claimsOf(claimKey, before, changed),
  };
}

export function claimsOf(
  claimKey: Uint8Array,
  member: MemberRecord | undefined,
  kinds: readonly (typeof names)[number][] = names,
): Claim[] {
  if (member === undefined) return [];
  return kinds.map((kind) => nameClaim(claimKey, kind, member[kind]));
}

/** Claim of a username or address, however it is written. */
export function nameClaim(
  claimKey: Uint8Array,
  kind: (typeof names)[number],
  name: string,
): Claim {
  return claimOf(claimKey, kind, normalName(name));
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
