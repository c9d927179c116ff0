import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import { z } from "zod";
import type { Letter } from "./letter.ts";
import { dayMs, hourMs, letterKind, RecipientWithToken } from "./letter-kind.ts";
import { type Letterhead, siteName, tokenLink } from "./letterhead.ts";

/** `number` counts automatic reminders. */
export const InvitationLink = RecipientWithToken.extend({
  number: z.literal([1, 2]).optional(),
  /** The token of the link that stops these mails, added when they are sent. */
  stop: z.string().optional(),
});

const commonParts = (stop: string, head: Letterhead) => ({
  unsubscribe: tokenLink(head, "/invitation/unsubscribe", stop),
  opensAccount: true as const,
  closing: [
    "If you don't want to join, you can decline there, and we'll delete what we prepared. If you do " +
    "nothing, no one will ever see it.",
  ],
  details: [
    `The link works once, for ${lasting(tokenLifetimeMs.invitation)}.`,
    {
      label: "Don't email me again about this",
      link: tokenLink(head, "/invitation/unsubscribe", stop),
    },
  ],
  because: `${head.programName} Army ROTC has this address on its list of alumni`,
});

export const invitationLetters = {
  // The link lives for two weeks after sending, however long the mail waited for a server.
  invitation: letterKind(
    InvitationLink,
    60 * dayMs,
    "invitation",
    ({ token, stop = "" }, head) => ({
      ...commonParts(stop, head),
      ...invitationOpening(head),
      action: { label: "See your invitation", link: tokenLink(head, "/invitation", token) },
    }),
  ),
  // For invited people who tried to sign up or to reset a password.
  "invitation-again": letterKind(
    InvitationLink,
    hourMs,
    "invitation",
    ({ token, stop = "" }, head) => ({
      ...commonParts(stop, head),
      subject: `Your invitation to ${siteName(head)}`,
      opening: `Someone, probably you, tried to use ${siteName(head)} with this address. ` +
        `${head.programName} Army ROTC prepared an account for you. To use it, accept your ` +
        "invitation and choose a password.",
      action: { label: "See your invitation", link: tokenLink(head, "/invitation", token) },
    }),
  ),
  "invitation-reminder": letterKind(
    InvitationLink,
    14 * dayMs,
    "invitation",
    ({ token, number, stop = "" }, head) => {
      const site = siteName(head);
      const isLast = number === 2;
      return {
        ...commonParts(stop, head),
        subject: isLast ? `Last reminder: join ${site}` : `Your invitation to ${site} is waiting`,
        opening: isLast
          ? `A month ago ${head.programName} Army ROTC invited you to ${site}. This is our last ` +
            "reminder. If you'd like to help its cadets, it takes about five minutes to join."
          : `${head.programName} Army ROTC invited you to ${site}. Its cadets are looking for ` +
            "people like you, who've been where they want to go, and who'd answer a question now and then.",
        action: { label: "Accept or decline", link: tokenLink(head, "/invitation", token) },
      };
    },
  ),
};

/** Also shown on the import page before anyone is invited. */
export function invitationOpening(
  head: Pick<Letterhead, "programName">,
): Pick<Letter, "subject" | "opening"> {
  const site = siteName(head);
  return {
    subject: `You're invited to ${site}`,
    opening: `${head.programName} Army ROTC invites you to ${site}, where its cadets find alumni ` +
      "who can help them. We prepared an account for you. No one can see it until you accept.",
  };
}
