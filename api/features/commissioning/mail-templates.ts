/** Mails about a commission. Their link opens the reader's own page without signing in. */
import { lasting } from "../../../events/amounts.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { type Letterhead, pageLink, siteName } from "../../mail/templates/letterhead.ts";

/** Kind of the mail by which staff remind a cadet. */
export const reminderKind = "commissioning-reminder";

/** A letter without the reader's name, which the mail adds. */
export type CommissioningLetter = Omit<Letter, "firstName" | "unsubscribe">;

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

const linkLasts = `The link works for ${
  lasting(tokenLifetimeMs["conversation-links"])
}, without signing in. Don't forward this email: anyone with the link can answer as you.`;

interface ConfirmNews {
  /** The date of the reader's class, such as `2027-05-15`. */
  readonly date: string;
  /** Whether that date is in the future. */
  readonly isBefore: boolean;
  readonly isByStaff: boolean;
  readonly link: string;
}

export function confirmLetter(
  { date, isBefore, isByStaff, link }: ConfirmNews,
  head: Letterhead,
): CommissioningLetter {
  const day = longDay.format(Date.parse(date));
  return {
    subject: `Confirm your commission on ${siteName(head)}`,
    opening:
      `Your class ${isBefore ? "commissions" : "commissioned"} on ${day}. Confirm your own ` +
      "commission with one button. We filled in what your profile says, and you can " +
      "change them. You'll be listed as alumni from then on.",
    action: { label: "Confirm my commission", link },
    closing: [
      "No one else sees these details before you confirm, and you can undo it for a week.",
      "If you aren't commissioning this year, say so on the same page, and we won't ask again.",
    ],
    details: [linkLasts],
    because: isByStaff
      ? "the program's staff want to know who in your class commissioned"
      : "your class commissions, and you are in the directory",
  };
}

export function lastingAddressLetter(head: Letterhead): CommissioningLetter {
  return {
    subject: `Your email address on ${siteName(head)} may end`,
    opening:
      "The only email address that we have for you is your university's or the military's. " +
      "Once it closes, you can't sign in with it, and our emails won't reach you.",
    action: {
      label: "Add an address that stays with you",
      link: pageLink(head, "/profile/addresses"),
    },
    closing: ["Other members don't see it."],
    because: "you commissioned, and have no other address here",
  };
}
