import { whoSeesContacts } from "../../../events/contacts/promises.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";

/** Tells a member who can see their contacts now, with a link to change it. */
export function WhoSeesContacts({ member }: { readonly member: MemberRecord }) {
  return (
    <p className="contacts-who note">
      {whoSeesContacts(member).join(" ")}{" "}
      {member.profile?.isVisible && <a href={paths.contacts()}>Change who can see them</a>}
    </p>
  );
}
