import VCard from "vcard-creator";
import type { MemberRecord } from "../../../events/members/record.ts";

/** vCard 3.0: the version that phones, Outlook and Google's contacts all import. UTF-8. */
export function contactCard(member: MemberRecord): string {
  const { firstName, lastName, email, profile, updatedAt } = member;
  const card = new VCard()
    .addRevision(new Date(profile?.updatedAt ?? updatedAt))
    .addName({ givenName: firstName, familyName: lastName });
  const addresses = new Set([profile?.primaryEmail ?? email, profile?.secondaryEmail]);
  for (const address of addresses) if (address) card.addEmail({ address });
  if (profile === null) return card.toString();
  if (profile.phoneNumber) card.addPhoneNumber({ number: profile.phoneNumber });
  if (profile.company) card.addCompany({ name: profile.company });
  if (profile.jobTitle) card.addJobtitle(profile.jobTitle);
  if (profile.location) card.addAddress({ locality: profile.location, type: ["work"] });
  for (const url of [profile.linkedinUrl, profile.calendarUrl]) if (url) card.addUrl({ url });
  if (profile.formerName) {
    // The property that Apple's and Google's contacts use: vCard 3.0 has none.
    card.addCustomProperty({ name: "X-MAIDENNAME", value: escaped(profile.formerName) });
  }
  if (profile.bio) card.addNote(profile.bio);
  return card.toString();
}

/** Escapes a value. The library leaves values of custom properties unchanged. */
function escaped(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&");
}
