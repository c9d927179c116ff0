/**
 * The table of all proofs of identity. A row says what a proof shows and what it is accepted for. The file with its
 * name checks it, limits tries and uses it up.
 *
 * @module
 */
import type { MemberRecord } from "../../../events/members/record.ts";
import { isConstraintError, type Statement } from "../../../events/store/database.ts";

type Use =
  | "sign in"
  | "confirm it is you"
  | "set a password"
  | "accept an invitation"
  | "confirm an address"
  | "take an account back";

interface ProofRow {
  /** The factor: something that the member knows or has, or both. */
  readonly factor: "known" | "had" | "both";
  /** Whether it shows that they read mail to their current address. */
  readonly readsMailbox: boolean;
  /** Whether reading their mail is enough to get it. */
  readonly comesByMail: boolean;
  readonly uses: readonly Use[];
}

export const proofTable = {
  password: {
    factor: "known",
    readsMailbox: false,
    comesByMail: false,
    uses: ["sign in", "confirm it is you", "set a password"],
  },
  /** A staff member's password set by email, which only proves that they read the mail. */
  "mailed-password": {
    factor: "had",
    readsMailbox: false,
    comesByMail: true,
    uses: ["sign in", "confirm it is you", "set a password"],
  },
  code: {
    factor: "had",
    readsMailbox: true,
    comesByMail: true,
    uses: ["sign in", "confirm it is you", "accept an invitation"],
  },
  /** Mailed to an address that isn't theirs yet, and typed while signed in. */
  "address-code": {
    factor: "had",
    readsMailbox: false,
    comesByMail: true,
    uses: ["confirm an address"],
  },
  /** On a device that the member has, unlocked by a PIN, finger or face. */
  passkey: {
    factor: "both",
    readsMailbox: false,
    comesByMail: false,
    uses: ["sign in", "confirm it is you"],
  },
  link: {
    factor: "had",
    readsMailbox: true,
    comesByMail: true,
    uses: ["set a password", "accept an invitation", "confirm an address"],
  },
  /** Mailed to the replaced main address. */
  "undo-link": {
    factor: "had",
    readsMailbox: false,
    comesByMail: true,
    uses: ["take an account back"],
  },
  /** Made by the operator or printed by the service, for a person who can't read their mail. */
  "operator-link": {
    factor: "had",
    readsMailbox: false,
    comesByMail: false,
    uses: ["set a password"],
  },
} as const satisfies Readonly<Record<string, ProofRow>>;

type Table = typeof proofTable;
export type ProofKind = keyof Table;

/** The kinds that are accepted for a use: the compiler refuses others. */
export type ProofFor<U extends Use> = {
  [K in ProofKind]: U extends Table[K]["uses"][number] ? K : never;
}[ProofKind];

/** A proof that was checked. */
export interface Proved<K extends ProofKind = ProofKind> {
  readonly kind: K;
  readonly member: MemberRecord;
  /**
   * Statements that use it up, for the transaction of the change. The transaction fails if the proof isn't valid
   * anymore. Called for every attempt.
   * @throws {Problem} If it is already known not to be valid anymore.
   */
  readonly using: () => Promise<readonly Statement[]>;
}

/** Times of a session's proofs by kind, in milliseconds since 1970. */
export type ProofTimes = Readonly<Partial<Record<ProofKind, number>>>;

/** Whether an impostor would need something that the member knows, and something that they have. */
export function isProvedTwice(proofs: ProofTimes): boolean {
  const factors = factorsOf(proofs);
  return factors.has("both") || factors.has("known") && factors.has("had");
}

export function factorsOf(proofs: ProofTimes): ReadonlySet<ProofRow["factor"]> {
  return new Set(Object.keys(proofs).map((kind) => proofTable[kind as ProofKind].factor));
}

/** Time of the latest proof; `undefined` without one. */
export function provedAtMs(proofs: ProofTimes): number | undefined {
  const times = Object.values(proofs);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Uses up a proof together with its change, both or neither.
 *
 * @param write Writes these statements and its own in one transaction.
 * @throws {Problem} If another request has used it up.
 */
export async function spend<T>(
  { using }: Pick<Proved, "using">,
  write: (using: readonly Statement[]) => Promise<T>,
): Promise<T> {
  try {
    return await write(await using());
  } catch (error) {
    if (isConstraintError(error)) await using();
    throw error;
  }
}
