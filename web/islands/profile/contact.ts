/** Ways to reach a member as links that are safe to click, whatever text they are made of. Runs in browsers, too. */
import {
  type ContactField,
  contactField,
  contactOrder,
} from "../../../events/members/contact-fields.ts";

interface ContactWay {
  readonly kind: ContactField;
  readonly href: string;
  /** The member's text: an address or a number. */
  readonly text: string;
}

type ContactFields = { readonly [Name in ContactField]?: string | null };

/** The contacts of a profile, in the order of the form; empty without any. */
export function contactWays(profile: ContactFields): readonly ContactWay[] {
  return contactOrder.flatMap((kind) => {
    const text = profile[kind];
    const href = text ? contactHref(kind, text) : undefined;
    return text && href ? [{ kind, href, text }] : [];
  });
}

/** Link of a contact; `undefined` when it can't be made into one. */
export function contactHref(name: ContactField, text: string): string | undefined {
  switch (contactField[name].kind) {
    case "email":
      return mailHref(text);
    case "phone":
      return telHref(text);
    case "link":
      return webHref(text);
    default:
      return undefined;
  }
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
function webHref(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}
