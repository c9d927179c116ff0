import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import { z } from "zod";
import type { MailImage } from "../mail.ts";
import type { Letter } from "./letter.ts";
import { dayMs, hourMs, letterKind, RecipientWithToken } from "./letter-kind.ts";
import { type Letterhead, siteName, tokenLink } from "./letterhead.ts";

/** The member of staff who invites. */
export interface Inviter {
  readonly memberId: string;
  /** With the rank: "LTC Dana Reyes". */
  readonly name: string;
  readonly title: string;
  readonly picture: MailImage | undefined;
  /** A sentence of theirs; empty without one. */
  readonly words: string;
}

/** `number` counts automatic reminders. */
export const InvitationLink = RecipientWithToken.extend({
  number: z.literal([1, 2]).optional(),
  /** The token of the link that stops these mails, added when they are sent. */
  stop: z.string().optional(),
});

/** The inviter is looked up when the mail is sent. Without one, the program invites. */
type Content = z.infer<typeof InvitationLink> & { readonly inviter?: Inviter | undefined };

/** What the program asks of alumni. */
export const askedPoints = [
  "Answer one cadet now and then",
  "Pause whenever you like",
  "Decide what others see",
] as const;

const commonParts = (
  { stop = "", inviter }: Pick<Content, "inviter" | "stop">,
  head: Letterhead,
) => ({
  unsubscribe: tokenLink(head, "/invitation/unsubscribe", stop),
  opensAccount: true as const,
  person: inviter,
  quote: inviter?.words ?? null,
  closing: [
    "Cadets can find you only after you choose to be shown. You can also decline, and we'll delete " +
    "your details.",
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

const whoInvites = (inviter: Inviter | undefined, head: Pick<Letterhead, "programName">) =>
  inviter?.name ?? `${head.programName} Army ROTC`;

export const invitationLetters = {
  // The link lives for two weeks after sending, however long the mail waited for a server.
  invitation: letterKind(
    InvitationLink,
    60 * dayMs,
    "invitation",
    ({ token, ...content }: Content, head) => ({
      ...commonParts(content, head),
      ...invitationOpening(content.inviter, head),
      points: askedPoints,
      action: { label: "See your invitation", link: tokenLink(head, "/invitation", token) },
    }),
  ),
  // For invited people who tried to sign up or to reset a password.
  "invitation-again": letterKind(
    InvitationLink,
    hourMs,
    "invitation",
    ({ token, ...content }: Content, head) => ({
      ...commonParts(content, head),
      subject: `Your invitation to ${siteName(head)}`,
      opening: `Someone, probably you, tried to use ${siteName(head)} with this address. ` +
        `${whoInvites(content.inviter, head)} invited you, and an account is prepared for you.`,
      action: { label: "See your invitation", link: tokenLink(head, "/invitation", token) },
    }),
  ),
  "invitation-reminder": letterKind(
    InvitationLink,
    14 * dayMs,
    "invitation",
    ({ token, number, ...content }: Content, head) => {
      const site = siteName(head);
      const who = whoInvites(content.inviter, head);
      const isLast = number === 2;
      return {
        ...commonParts(content, head),
        subject: isLast ? `Last reminder: join ${site}` : `Your invitation to ${site} is waiting`,
        opening: isLast
          ? `A month ago ${who} invited you to ${site}. This is our last reminder. If you'd like to ` +
            "help its cadets, it takes about two minutes to join."
          : `${who} invited you to ${site}. Its cadets are looking for people like you, who've been ` +
            "where they want to go.",
        ...isLast ? {} : { points: askedPoints },
        action: { label: "Accept or decline", link: tokenLink(head, "/invitation", token) },
      };
    },
  ),
};

/** Also shown to staff before anyone is invited. */
export function invitationOpening(
  inviter: Inviter | undefined,
  head: Pick<Letterhead, "programName">,
): Pick<Letter, "subject" | "opening"> {
  const site = siteName(head);
  return {
    subject: inviter ? `${inviter.name} invites you to ${site}` : `You're invited to ${site}`,
    opening:
      `${whoInvites(inviter, head)} invites you to ${site}, where the program's cadets find ` +
      "alumni who can help them.",
  };
}
