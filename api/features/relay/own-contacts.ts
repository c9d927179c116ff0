import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Letter } from "../../mail/inbound/inbound-mail.ts";
import { maskKnown } from "../../mail/inbound/text/mask-known.ts";
import type { RemoveOwnLinks } from "../../mail/templates/own-links.ts";
import type { LeftOut } from "./arrivals.ts";

/** Addresses from which a member writes. Only those of the account can be verified. */
export function addressesOf({ email, addresses, profile }: MemberRecord): string[] {
  return [email, addresses.second, profile?.primaryEmail, profile?.secondaryEmail]
    .flatMap((address) => address ? [normalName(address)] : []);
}

/** Whether a mail's author, in lower case, is an address of a member. */
export function isAddressOf(member: MemberRecord, author: string | undefined) {
  return author !== undefined && addressesOf(member).includes(author);
}

/**
 * Removes the author's own addresses, numbers and links from a text. Also returns what was left
 * out.
 */
export function withoutContacts(
  { text, attachments, cut }: Letter,
  member: MemberRecord,
  removeOwnLinks: RemoveOwnLinks,
) {
  const numbers = member.profile?.phoneNumber ? [member.profile.phoneNumber] : [];
  // Longer texts are refused later.
  const { text: safe, removed } = text.length > mostToSearch
    ? { text, removed: 0 }
    : removeOwnLinks(text);
  const { text: shown, found } = maskKnown(safe, { addresses: addressesOf(member), numbers });
  const unknown = cut.filter(({ is }) => is === "contact").flatMap((each) => each.text.split("\n"));
  const contacts = [...new Set([...found, ...unknown])];
  const leftOut: LeftOut = {
    attachments,
    masked: found.length + unknown.length,
    links: removed,
    cut: [
      ...cut.filter(({ is }) => is !== "contact"),
      ...contacts.length > 0 ? [{ is: "contact" as const, text: contacts.join("\n") }] : [],
    ],
  };
  return { text: shown, leftOut };
}

const mostToSearch = 20_000;
