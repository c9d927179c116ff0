import { normalName } from "../../events/members/claims.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { Letter } from "../mail/arriving/arriving-mail.ts";
import { maskKnown } from "../mail/arriving/text/mask-known.ts";
import type { LeftOut } from "./arrivals.ts";

/** Addresses from which a member writes. Only the account's own one can be verified. */
export function addressesOf({ email, profile }: MemberRecord): string[] {
  return [email, profile?.primaryEmail, profile?.secondaryEmail].flatMap((address) =>
    address ? [normalName(address)] : []
  );
}

/** The text without its author's own addresses and numbers, and what was left out. */
export function withoutContacts({ text, attachments, cut }: Letter, member: MemberRecord) {
  const numbers = member.profile?.phoneNumber ? [member.profile.phoneNumber] : [];
  const { text: shown, masked } = maskKnown(text, { addresses: addressesOf(member), numbers });
  const leftOut: LeftOut = { attachments, masked, cut: [...cut] };
  return { text: shown, leftOut };
}
