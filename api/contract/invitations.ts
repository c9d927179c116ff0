import type { PublicUser } from "../../events/members/privacy.ts";

/** States of invitations, as staff filter them. */
export const invitationsShown = ["waiting", "opened", "joined", "declined", "bounced"] as const;
export type InvitationShown = typeof invitationsShown[number];

/** A person the program invited. */
export interface InvitedPerson extends Pick<PublicUser, "id" | "firstName" | "lastName"> {
  readonly email: string;
  readonly shown: InvitationShown;
  /** When they were invited, or the day on which they declined. ISO 8601, UTC. */
  readonly at: string;
  /** `over` once their link has expired; `without link` when it is deleted. */
  readonly link: "open" | "over" | "without link" | null;
}

export interface InvitationQuery {
  /** Of names. */
  readonly search: string;
  /** By default people who haven't answered. */
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
  /** Matches on all pages. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}
