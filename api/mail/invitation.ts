import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface Invitation {
  readonly firstName: string;
  readonly token: string;
  /** Of a reminder that goes out by itself. */
  readonly number?: 1 | 2 | undefined;
}

/** Invites somebody whom the program knows. */
export function invitationLetter(invitation: Invitation, head: Letterhead): Letter {
  return {
    ...shared(invitation, head),
    ...firstWords(head),
    action: { label: "See your invitation", link: linkOf(invitation, head) },
  };
}

/** What an invitation begins with. */
export function firstWords(
  head: Pick<Letterhead, "programName">,
): Pick<Letter, "subject" | "opening"> {
  const site = siteName(head);
  return {
    subject: `You're invited to ${site}`,
    opening: `${head.programName} Army ROTC invites you to ${site}, where its cadets find alumni ` +
      "who can help them. We prepared an account for you. No one can see it until you accept.",
  };
}

/** Reminds who has not answered; the last one says that it is the last. */
export function reminderLetter(invitation: Invitation, head: Letterhead): Letter {
  const isLast = invitation.number === 2;
  return {
    ...shared(invitation, head),
    subject: isLast
      ? `Last reminder: join ${siteName(head)}`
      : `Your invitation to ${siteName(head)} is waiting`,
    opening: isLast
      ? `A month ago ${head.programName} Army ROTC invited you to ${
        siteName(head)
      }. This is our last ` +
        "reminder. If you'd like to help its cadets, it takes about five minutes to join."
      : `${head.programName} Army ROTC invited you to ${
        siteName(head)
      }. Its cadets are looking for ` +
        "people like you, who've been where they want to go, and who'd answer a question now and then.",
    action: { label: "Accept or decline", link: linkOf(invitation, head) },
  };
}

function shared(invitation: Invitation, head: Letterhead) {
  return {
    firstName: invitation.firstName,
    unsubscribe: linkOf(invitation, head, "/invitation/unsubscribe"),
    closing: [
      "The link works once, for 14 days.",
      "If you don't want to join, you can decline there. We'll delete what we prepared and won't " +
      "write again. If you do nothing, no one will ever see it.",
    ],
    because: `${head.programName} Army ROTC has this address on its list of alumni`,
  };
}

function linkOf({ token }: Invitation, { appOrigin }: Letterhead, path?: string): string {
  return invitationLink(appOrigin, token, path);
}

/** Where an invitation is accepted or declined. */
export function invitationLink(appOrigin: string, token: string, path = "/invitation"): string {
  const link = new URL(path, appOrigin);
  link.searchParams.set("token", token);
  return link.href;
}
