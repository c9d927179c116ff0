import { Refusal } from "../errors.ts";
import type { EventOf } from "../event-of.ts";
import { z } from "zod";
import { type Admission, hasDied } from "../program/admission.ts";

type InvitationEvent = EventOf<typeof invitationEventSchemas>;

interface Invited {
  readonly invitation: Invitation | null;
  readonly admission: Admission | null;
}

/** State of an invitation. Times are ISO 8601, UTC, milliseconds. */
export interface Invitation {
  readonly isAnswered: boolean;
  readonly mailedAt: string;
  readonly reminders: 0 | 1 | 2;
  /** Whether the last mail bounced because the address doesn't exist. */
  readonly isBounced: boolean;
  /** Whether they asked us not to email them about it again. */
  readonly isMuted: boolean;
  /** The staff member who invited; `null` if a command did. */
  readonly invitedBy: string | null;
  /** Their words, sealed under their key, in base64, until it is answered. */
  readonly words: string | null;
}

export type InvitationCommand =
  | {
    readonly type: "RenewInvitation";
    readonly way: RenewalWay;
    /** Only if no mail was sent since this time, so that two staff members send one reminder. */
    readonly unlessMailedSince?: string | undefined;
  }
  /** @see {@link Invitation.words} */
  | { readonly type: "WriteInvitation"; readonly words: string }
  | { readonly type: "NoteBounce" }
  | { readonly type: "MuteInvitation" };

/** Actor of imports by command. Imports by staff have the person as actor. */
export const importActor = "import";

const isId = (text: string) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

/** Invitation of a new account that someone else created; demo data has none. */
export function invitationBy(
  { memberId, actorId, at }: {
    readonly memberId: string;
    readonly actorId: string;
    readonly at: string;
  },
): Invitation | null {
  if (actorId !== importActor && (actorId === memberId || !isId(actorId))) return null;
  const invitedBy = actorId === importActor ? null : actorId;
  return {
    isAnswered: false,
    mailedAt: at,
    reminders: 0,
    isBounced: false,
    isMuted: false,
    invitedBy,
    words: null,
  };
}

export function isPending({ invitation, admission }: Invited): boolean {
  return invitation !== null && !invitation.isAnswered && !hasDied({ admission });
}

export function answered(invitation: Invitation | null): Invitation | null {
  return invitation && { ...invitation, isAnswered: true, words: null };
}

export function evolveInvitation(
  invitation: Invitation | null,
  event: InvitationEvent,
  at: string,
): Invitation | null {
  if (invitation === null || invitation.isAnswered) return invitation;
  if (event.type === "InvitationBounced") return { ...invitation, isBounced: true };
  if (event.type === "InvitationMuted") return { ...invitation, isMuted: true };
  if (event.type === "InvitationWritten") {
    return { ...invitation, words: event.personal?.words ?? null };
  }
  switch (event.facts.way) {
    case "link":
      return invitation;
    case "mail":
      return { ...invitation, mailedAt: at, isBounced: false };
    case "first-reminder":
      return { ...invitation, mailedAt: at, reminders: 1 };
    case "second-reminder":
      return { ...invitation, mailedAt: at, reminders: 2 };
  }
}

/** Decides a command on an invitation; `[]` if it is done already, or is no longer due. */
export function decideInvitation(
  { invitation, admission }: Invited,
  command: InvitationCommand,
): InvitationEvent[] {
  if (command.type === "WriteInvitation") {
    const { words } = command;
    if (invitation === null || invitation.isAnswered || invitation.words === words) return [];
    return [{ type: "InvitationWritten", facts: {}, personal: { words } }];
  }
  if (command.type === "NoteBounce") {
    if (invitation === null || invitation.isAnswered || invitation.isBounced) return [];
    return [{ type: "InvitationBounced", facts: {}, personal: null }];
  }
  if (command.type === "MuteInvitation") {
    if (invitation === null || invitation.isAnswered || invitation.isMuted) return [];
    return [{ type: "InvitationMuted", facts: {}, personal: null }];
  }
  const { way, unlessMailedSince } = command;
  const number =
    { "first-reminder": 1, "second-reminder": 2, mail: undefined, link: undefined }[way];
  if (invitation === null || !isPending({ invitation, admission })) {
    if (number !== undefined || unlessMailedSince !== undefined) return [];
    throw new Refusal("invitation/answered", "They have answered the invitation");
  }
  if (invitation.isMuted && way !== "link") {
    if (number !== undefined || unlessMailedSince !== undefined) return [];
    throw new Refusal(
      "invitation/muted",
      "They asked us not to email them about their invitation again",
    );
  }
  if (number !== undefined && (invitation.isBounced || invitation.reminders >= number)) return [];
  if (unlessMailedSince !== undefined && invitation.mailedAt > unlessMailedSince) return [];
  return [{ type: "InvitationRenewed", facts: { way }, personal: null }];
}

/** How an invitation was renewed: mailed by staff or the service, or as a link that staff copied. */
const renewalWays = ["mail", "link", "first-reminder", "second-reminder"] as const;
export type RenewalWay = typeof renewalWays[number];

export const invitationEventSchemas = {
  InvitationRenewed: {
    facts: z.strictObject({ way: z.enum(renewalWays) }),
    personal: z.null(),
  },
  /** Words of the staff member who invites. */
  InvitationWritten: {
    facts: z.strictObject({}),
    personal: z.strictObject({ words: z.string() }),
  },
  /** A mail server reported that the address doesn't exist. */
  InvitationBounced: { facts: z.strictObject({}), personal: z.null() },
  /** They asked for no more mail about it. */
  InvitationMuted: { facts: z.strictObject({}), personal: z.null() },
} as const;
