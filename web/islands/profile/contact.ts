/**
 * Ways to reach a member as links that are safe to click, whatever text they are made of. Runs in
 * browsers, too.
 *
 * @module
 */
import type { PublicProfile } from "../../../api/contract/profile.ts";

export type ContactKind = "primaryEmail" | "secondaryEmail" | "phone" | "linkedin";

export interface ContactWay {
  readonly kind: ContactKind;
  readonly href: string;
  /** What the member wrote: an address or a number. */
  readonly text: string;
}

type ContactFields = Pick<
  PublicProfile,
  "primaryEmail" | "secondaryEmail" | "phoneNumber" | "linkedinUrl"
>;

/** The ways this profile offers, in the order they are shown; none when it offers none. */
export function contactWays(profile: ContactFields): readonly ContactWay[] {
  const { primaryEmail, secondaryEmail, phoneNumber, linkedinUrl } = profile;
  return [
    way("primaryEmail", primaryEmail, mailHref),
    way("secondaryEmail", secondaryEmail, mailHref),
    way("phone", phoneNumber, telHref),
    way("linkedin", linkedinUrl, linkedinHref),
  ].filter((way) => way !== undefined);
}

function way(
  kind: ContactKind,
  text: string | null,
  hrefOf: (text: string) => string | undefined,
): ContactWay | undefined {
  const href = text ? hrefOf(text) : undefined;
  return text && href ? { kind, href, text } : undefined;
}

/** Everything but the at sign is encoded, so that no header such as `?bcc=` can be smuggled in. */
export function mailHref(address: string): string {
  return `mailto:${address.trim().split("@").map(encodeURIComponent).join("@")}`;
}

/** Digits and a leading plus; `undefined` when there is no digit to call. */
export function telHref(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return undefined;
  return `tel:${/^[^\d]*\+/.test(phone) ? "+" : ""}${digits}`;
}

/** The address as the browser reads it, when it is an https one. */
function linkedinHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "https:" ? href : undefined;
}
