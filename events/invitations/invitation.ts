import { Refusal } from "../errors.ts";
import type { EventOf } from "../event-of.ts";
import type { invitationEventSchemas, RenewalWay } from "./invitation-events.ts";

type InvitationEvent = EventOf<typeof invitationEventSchemas>;

interface Invited {
  /** `null` for who was not invited. */
  readonly invitation: Invitation | null;
}

/** What became of an invitation. Times are ISO 8601, UTC, milliseconds. */
export interface Invitation {
  /** Whether they have joined. */
  readonly isAnswered: boolean;
  /** When staff or time last had an invitation mailed. */
  readonly mailedAt: string;
  /** How many reminders went out by themselves. */
  readonly reminders: 0 | 1 | 2;
  /** Whether the last mail was refused, since there is no such address. */
  readonly isBounced: boolean;
}

export type InvitationCommand =
  | {
    readonly type: "RenewInvitation";
    readonly way: RenewalWay;
    /** Only who was mailed nothing since: of two who remind at once, one does. */
    readonly unlessMailedSince?: string | undefined;
  }
  | { readonly type: "NoteBounce" };

/** The actor of everything that the command's import records; of what staff imports, it is who did it. */
export const importActor = "import";

const isId = (text: string) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

/** What an account begins with that somebody else has prepared; demo data is nobody's invitation. */
export function invitationBy(
  { memberId, actorId, at }: {
    readonly memberId: string;
    readonly actorId: string;
    readonly at: string;
  },
): Invitation | null {
  if (actorId !== importActor && (actorId === memberId || !isId(actorId))) return null;
  return { isAnswered: false, mailedAt: at, reminders: 0, isBounced: false };
}

/** Whether the program has invited them, and they have not joined. */
export function isPending({ invitation }: Invited): boolean {
  return invitation !== null && !invitation.isAnswered;
}

/** Of who was invited, from when they have a password of their own. */
export function answered(invitation: Invitation | null): Invitation | null {
  return invitation && { ...invitation, isAnswered: true };
}

/** What an invitation is after one of its events. */
export function evolveInvitation(
  invitation: Invitation | null,
  event: InvitationEvent,
  at: string,
): Invitation | null {
  if (invitation === null || invitation.isAnswered) return invitation;
  if (event.type === "InvitationBounced") return { ...invitation, isBounced: true };
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

/**
 * Rules of an invitation; `[]` when it is done already, or time has nothing to say any more.
 *
 * @throws {Refusal} When they have answered.
 */
export function decideInvitation(
  { invitation }: Invited,
  command: InvitationCommand,
): InvitationEvent[] {
  if (command.type === "NoteBounce") {
    if (invitation === null || invitation.isAnswered || invitation.isBounced) return [];
    return [{ type: "InvitationBounced", facts: {}, personal: null }];
  }
  const { way, unlessMailedSince } = command;
  const number =
    { "first-reminder": 1, "second-reminder": 2, mail: undefined, link: undefined }[way];
  if (invitation === null || invitation.isAnswered) {
    if (number !== undefined || unlessMailedSince !== undefined) return [];
    throw new Refusal("invitation/answered", "They have answered the invitation");
  }
  if (number !== undefined && (invitation.isBounced || invitation.reminders >= number)) return [];
  if (unlessMailedSince !== undefined && invitation.mailedAt > unlessMailedSince) return [];
  return [{ type: "InvitationRenewed", facts: { way }, personal: null }];
}
