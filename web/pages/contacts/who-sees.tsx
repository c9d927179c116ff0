import { Link, Text } from "@radix-ui/themes";
import { whoSeesContacts } from "../../../events/contacts/promises.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";

/** Tells a member who can see their contacts now, with a link to change it. */
export function WhoSeesContacts({ member }: { readonly member: MemberRecord }) {
  return (
    <Text as="p" size="2" color="gray" className="contacts-who">
      {whoSeesContacts(member).join(" ")}{" "}
      {member.profile?.isVisible && (
        <Link href={paths.contacts()}>Change who sees your contacts</Link>
      )}
    </Text>
  );
}
