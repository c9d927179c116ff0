/**
 * One made-up person, and everything that the product has told them it keeps.
 *
 * @module
 */
import type { TalkDoubt } from "./talks.ts";

export interface Account {
  readonly is: "there";
  readonly username: string;
  readonly password: string;
  readonly profile: { readonly bio: string; readonly isVisible: boolean } | null;
  /** The start of the digest of the file that is their picture. */
  readonly picture: string | null;
}

/** A person's state, as far as the product's answers tell. */
export type State = { readonly is: "nobody" } | Account | { readonly is: "erased" };

export interface Person {
  /** A word that is in all of the person's data, and nowhere else. */
  readonly mark: string;
  readonly email: string;
  state: State;
  /** What a request without an answer may have made of them. */
  doubt: State | undefined;
  memberId: string | undefined;
  cookie: string | undefined;
  /** How many changes the log must have: each is one commit. */
  changes: number;
  /** How many of them were noted in the vault, and not in the log yet, when it was last looked at. */
  unrecorded: number;
  /** All changes, to find a missing one. */
  readonly done: string[];
  /** Counts what they have written, so that no text comes twice. */
  turn: number;
  /** How often they have asked for a link to reset their password. */
  resetsAsked: number;
  /** Whether the address is confirmed: only then they can ask others. */
  isConfirmed: boolean;
  /** What a request without an answer may have made of a talk. */
  talkDoubt: TalkDoubt | undefined;
  /** Changes of which nothing can be told, since the other one left. */
  mayBe: number;
  /** How many of their requests have expired. */
  expired: number;
}

/** @param former Whose names, set free by an erasure, this one takes. */
export function newPerson(mark: string, former?: Person): Person {
  return {
    mark,
    email: former?.email ?? `${mark}@example.com`,
    state: { is: "nobody" },
    doubt: undefined,
    memberId: undefined,
    cookie: undefined,
    changes: 0,
    unrecorded: 0,
    done: [],
    turn: 0,
    resetsAsked: 0,
    isConfirmed: false,
    talkDoubt: undefined,
    mayBe: 0,
    expired: 0,
  };
}

/** The account of a person who has one. */
export function accountOf({ state }: Person): Account {
  if (state.is !== "there") throw new Error("No one is there");
  return state;
}

/** Their next text that was never before. */
export function nextText(person: Person): string {
  person.turn += 1;
  return `${person.mark} turn${String(person.turn).padStart(5, "0")}`;
}
