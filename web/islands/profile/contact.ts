/** Contacts of a member as links that are safe to click, for any text. Also runs in browsers. */
import {
  type ContactField,
  contactField,
  contactOrder,
} from "../../../events/members/contact-fields.ts";

export interface ContactWay {
  readonly kind: ContactField;
  /** `undefined` for a telephone number that can't be called as written. */
  readonly href: string | undefined;
  /** The member's text: an address or a number. */
  readonly text: string;
}

type ContactFields = { readonly [Name in ContactField]?: string | null };

/** The contacts of a profile, in the order of the form; empty without any. */
export function contactWays(profile: ContactFields): readonly ContactWay[] {
  return contactOrder.flatMap((kind) => {
    const text = profile[kind];
    const href = text ? contactHref(kind, text) : undefined;
    return text && (href || contactField[kind].kind === "phone") ? [{ kind, href, text }] : [];
  });
}

/** Link of a contact; `undefined` if the text can't be made into one. */
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

/** Encodes everything except the at sign, so that no header such as `?bcc=` can be injected. */
export function mailHref(address: string): string {
  return `mailto:${address.trim().split("@").map(encodeURIComponent).join("@")}`;
}

const extension = /(?<![a-z])(?:ext|x)|#/i;
const divider = /[,;/|]|(?<![a-z])or(?![a-z])/i;
/** Shorter numbers can't be called from elsewhere. */
const fewestDigits = 7;

/**
 * Link to the first number in a text, without its extension. US numbers get their country code.
 * `undefined` without a number to call.
 */
export function telHref(phone: string): string | undefined {
  const text = phone.normalize("NFKC");
  const [withoutExtension = ""] = text.split(extension);
  // In "817/555-0100", the character that otherwise divides two numbers is within one.
  const number = withoutExtension.split(divider)
    .reduce((read, piece) => digitsOf(read).length < fewestDigits ? read + piece : read, "");
  const isInternational = /^[^\d]*(?:\+|0(?=0|11))/.test(number);
  // The zero in "+44 (0)20" isn't dialed from abroad; 00 and 011 mean the plus.
  const digits = digitsOf(isInternational ? number.replace("(0)", "") : number)
    .replace(isInternational ? /^(?:011|00)/ : "", "");
  if (digits.length < fewestDigits) return undefined;
  if (isInternational) return `tel:+${digits}`;
  const isDefenseNetwork = /(?<![a-z])DSN(?![a-z])/i.test(text);
  const [, national] = /^1?([2-9]\d{9})$/.exec(digits) ?? [];
  return national === undefined || isDefenseNetwork ? `tel:${digits}` : `tel:+1${national}`;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** The address as the browser reads it, if it is an https one. */
function webHref(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}
