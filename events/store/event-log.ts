import type { Statement } from "./database-port.ts";
import type { NewMail, Outbox } from "./outbox.ts";

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export interface NewEvent {
  /** UUID. An append whose ids are all stored returns the stored events. */
  readonly eventId: string;
  readonly type: string;
  /** Version of the shape of facts and personal part, from 1. */
  readonly schemaVersion: number;
  /** Identifies no one: statistics read it without a key. */
  readonly facts: Json;
  /** Ciphertext; `null` if the event has nothing personal. */
  readonly sealed: Uint8Array | null;
}

export interface Cause {
  /** Member id of the person who acted, or a name such as `system`. */
  readonly actorId: string;
  /** Shared by all events of one request. */
  readonly correlationId: string;
}

export interface StoredEvent extends NewEvent, Cause {
  /** Position in the log, from 1, ascending, with gaps. */
  readonly position: number;
  /** A member's id, or another stream's name. */
  readonly stream: string;
  /** The member whose key sealed it; `null` if nothing is sealed, or once they are erased. */
  readonly authorId: string | null;
  /** Position in its stream, from 1, without gaps. */
  readonly version: number;
  /** Milliseconds since 1970. Order is by position: another process's clock may differ. */
  readonly atMs: number;
}

export type Head = Pick<StoredEvent, "version">;

/** A name that only one member can have, or a handled report. */
export interface Claim {
  readonly kind: "username" | "email" | "report";
  /** Keyed hash of the normalized name: the log doesn't contain the name. */
  readonly digest: string;
}

export interface Commit {
  readonly stream: string;
  /**
   * The member whose key sealed the events, and who gets the claims and mails; the stream's name by
   * default.
   */
  readonly authorId?: string;
  /** The stream's last event, or `emptyStream`. */
  readonly head: Head;
  readonly events: readonly NewEvent[];
  readonly cause: Cause;
  /** Time of the decision; now by default. */
  readonly atMs?: number;
  /** Whether only the UTC day is stored as its time, as the start of that day. */
  readonly isByDay?: boolean;
  /** Two members, in order, whose only stream begins with this. */
  readonly begins?: readonly [lowId: string, highId: string] | undefined;
  readonly claim?: readonly Claim[];
  readonly release?: readonly Claim[];
  /** Ends of other streams that the decision depends on. The append fails if one has moved. */
  readonly unchanged?: readonly Pick<Commit, "stream" | "head">[];
  /** Mails that enter the outbox with the events. */
  readonly mail?: readonly NewMail[];
  /** Statements for the same transaction, after those of all commits. */
  readonly along?: readonly Statement[];
  /** Members whose personal parts, streams with others, claims and waiting mails are deleted. */
  readonly erase?: readonly string[];
}

export interface ReadOptions {
  readonly after: number;
  readonly limit: number;
}

export interface EventLog {
  readonly outbox: Outbox;
  /**
   * Stores all commits, or none.
   * @throws {VersionConflict} When a stream doesn't end at its `head`, two have one already, an
   * `unchanged` one has moved, or `along` is refused.
   * @throws {ClaimTaken} When another member has a claimed name.
   */
  append(commits: readonly Commit[]): Promise<StoredEvent[]>;
  /** The time for events decided now. Never less than this process's last one. */
  time(): number;
  readStream(stream: string, after?: number): Promise<StoredEvent[]>;
  /** Events sealed by a member's key, in any stream, in order. */
  readBy(authorId: string): Promise<StoredEvent[]>;
  /** The stream of two members, given in order, and its end; `undefined` if they have none. */
  between(
    two: readonly [lowId: string, highId: string],
  ): Promise<Head & Pick<StoredEvent, "stream"> | undefined>;
  headOf(stream: string): Promise<Head>;
  /** The events at these positions, in order; missing ones are left out. */
  readAt(positions: readonly number[]): Promise<StoredEvent[]>;
  /** All events in order of position. Fewer than the limit if they are large; empty at the end. */
  read(options: ReadOptions): Promise<StoredEvent[]>;
  lastPosition(): Promise<number>;
  /** The latest time of an event, in milliseconds since 1970; 0 in an empty log. */
  lastAtMs(): Promise<number>;
  /** Overwrites personal parts, and empties the write-ahead log. */
  forget(what: { readonly positions: readonly number[] }): Promise<void>;
}

/** Another writer was first: read the stream again and decide again. */
export class VersionConflict extends Error {
  override readonly name = "VersionConflict";
}

/** Other writers were first at every try of a command. Nothing was stored. */
export class TooManyConflicts extends Error {
  override readonly name = "TooManyConflicts";
}

export class ClaimTaken extends Error {
  override readonly name = "ClaimTaken";

  constructor(readonly kind: Claim["kind"]) {
    super(`This ${kind} is claimed by another member`);
  }
}

export const emptyStream: Head = { version: 0 };
