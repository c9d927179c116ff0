/**
 * The log: everything that happened, in order, for ever. It knows streams, not people: one stream
 * a member, facts in clear beside a payload that is sealed under that member's key.
 *
 * @module
 */
import type { NewMail, Outbox } from "./outbox.ts";

/** JSON that is the same text wherever it is written: see `canonical.ts`. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export interface NewEvent {
  /** UUID. An append whose event ids are all there already is answered with what is there. */
  readonly eventId: string;
  readonly type: string;
  /** Which shape of this type the facts and the payload have, from 1. */
  readonly schemaVersion: number;
  /** Names nobody: statistics read it without a key. */
  readonly facts: Json;
  /** Ciphertext; `null` when the event has nothing personal. */
  readonly sealed: Uint8Array | null;
}

/** Who or what caused an event. */
export interface Cause {
  /** Member id of whoever did it, or a name such as `system`. */
  readonly actorId: string;
  /** The same for everything that one request led to. */
  readonly correlationId: string;
  /** What directly led to it: a request or an event id. */
  readonly causationId: string;
}

/** An event as it stands in the log. */
export interface Recorded extends NewEvent, Cause {
  /** Place in the whole log, from 1, growing; there can be gaps. */
  readonly position: number;
  readonly memberId: string;
  /** Place in its stream, from 1, without gaps. */
  readonly version: number;
  /** Milliseconds since 1970; never less than an earlier event's, but where `Commit.isByDay`. */
  readonly atMs: number;
  /** SHA-256 of the sealed payload, in hex, which stays when the payload is erased. */
  readonly sealedDigest: string | null;
  /** SHA-256 over this event and its predecessor's hash, in hex. */
  readonly hash: string;
}

/** Where a stream ends: what the next event follows. */
export type Head = Pick<Recorded, "version" | "hash">;

/** A name that one member at a time can have, or a report that was handled. */
export interface Claim {
  readonly kind: "username" | "email" | "report";
  /** Keyed hash of the normalised name: the log itself does not know the name. */
  readonly digest: string;
}

/** What is recorded together for one stream. */
export interface Commit {
  readonly memberId: string;
  /** The stream's last event, or `emptyStream`. */
  readonly head: Head;
  readonly events: readonly NewEvent[];
  readonly cause: Cause;
  /** Nothing clear says more of its time than the UTC day: the log has the time at which that began. */
  readonly isByDay?: boolean;
  readonly claim?: readonly Claim[];
  readonly release?: readonly Claim[];
  /** Streams of others that were read to decide on this, and where they ended: they still have to. */
  readonly unchanged?: readonly Pick<Commit, "memberId" | "head">[];
  /** Waits in the outbox from the moment that the events are recorded. */
  readonly mail?: readonly NewMail[];
  /** Streams of which every sealed payload, claim and waiting mail is deleted. */
  readonly erase?: readonly string[];
}

export interface ReadOptions {
  /** Events after this position. */
  readonly after: number;
  readonly limit: number;
}

export interface EventLog {
  /** Mails that wait to be sent. */
  readonly outbox: Outbox;
  /**
   * Records all commits, or none of them.
   *
   * @throws {VersionConflict} When a stream, or one that has to be unchanged, does not end at its `head`.
   * @throws {ClaimTaken} When another member has a claimed name.
   */
  append(commits: readonly Commit[]): Promise<Recorded[]>;
  /** Events of one member after a version, in order: all of them, without one; empty when there are none. */
  readStream(memberId: string, after?: number): Promise<Recorded[]>;
  /** Events of several streams, in order of position. */
  readStreams(streams: readonly string[]): Promise<Recorded[]>;
  /** The events at these positions, in order; those that are not there are left out. */
  readAt(positions: readonly number[]): Promise<Recorded[]>;
  /** Events of everyone, in order of position; fewer than the limit when they are large, none at the end. */
  read(options: ReadOptions): Promise<Recorded[]>;
  /** Position of the last event; 0 in an empty log. */
  lastPosition(): Promise<number>;
  /** The latest time of an event, in milliseconds since 1970; 0 in an empty log. */
  lastAtMs(): Promise<number>;
  /**
   * Deletes sealed payloads, which `verify` then does not miss, and empties the write-ahead log of them unless
   * somebody reads from it. Harmless when repeated.
   */
  forget(what: { readonly positions: readonly number[] }): Promise<void>;
  /** Overwrites what erasures have deleted, so that it can be found in no file. Harmless when repeated. */
  forgetErased(): Promise<void>;
}

/** Another writer was first: read the stream again and decide anew. */
export class VersionConflict extends Error {
  override readonly name = "VersionConflict";
}

/** Another member has this name. */
export class ClaimTaken extends Error {
  override readonly name = "ClaimTaken";

  constructor(readonly kind: Claim["kind"]) {
    super(`This ${kind} is claimed by another member`);
  }
}

/** Head of a stream without events. */
export const emptyStream: Head = { version: 0, hash: "0".repeat(64) };
