/**
 * What staff read of invitations. Runs in browsers, too.
 *
 * @module
 */
import type { PublicUser } from "../../events/members/privacy.ts";

/** What became of invitations, as staff filter them. */
export const invitationsShown = ["waiting", "opened", "joined", "declined", "bounced"] as const;
export type InvitationShown = typeof invitationsShown[number];

/** A person the program invited. */
export interface InvitedPerson extends Pick<PublicUser, "id" | "firstName" | "lastName"> {
  readonly email: string;
  readonly shown: InvitationShown;
  /** When they were invited, or the day on which they declined. ISO 8601, UTC. */
  readonly at: string;
  /** `open` while their link works, `over` once it has had its time, `without link` when it is gone. */
  readonly link: "open" | "over" | "without link" | null;
}

export interface InvitationQuery {
  /** Of names. */
  readonly search: string;
  /** Those without an answer, without it. */
  readonly show?: InvitationShown | undefined;
  /** From 1. */
  readonly page: number;
}

export interface InvitationPage {
  /** The latest first. */
  readonly people: readonly InvitedPerson[];
  readonly counts: Readonly<Record<InvitationShown, number>>;
  /** How many were mailed nothing for a week, and may be reminded. */
  readonly silent: number;
  /** How many fit. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}
