import { contactField } from "../members/contact-fields.ts";
import { canView, contactsFor } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { type Audience, audiences } from "./audiences.ts";

const sentences: Readonly<Record<Audience, (contacts: string) => string>> = {
  members: (contacts) => `Members of the directory can see your ${contacts}.`,
  connections: (contacts) => `Only people you're in a conversation with can see your ${contacts}.`,
  nobody: (contacts) => `Other members can't see your ${contacts}.`,
};

/** Explains who can see a member's contacts, from the same rules that show them. */
export function whoSeesContacts(member: MemberRecord): readonly string[] {
  if (member.profile === null) {
    return ["Other members can't see your contact details."];
  }
  if (!canView(anyMember, member)) {
    const why = member.profile.isVisible ? "You aren't approved yet." : "Your profile is hidden.";
    return [`Other members can't see your contact details. ${why}`];
  }
  return audiences.flatMap((audience) => {
    const contacts = contactsFor(member, [audience]).map((name) =>
      contactField[name].contact.inWords
    );
    return contacts.length === 0 ? [] : [sentences[audience](lists.format(contacts))];
  });
}

const anyMember = { memberId: "", admission: null } as const;
const lists = new Intl.ListFormat("en-US", { type: "conjunction" });
