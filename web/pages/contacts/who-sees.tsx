import { whoSeesContacts } from "../../../events/contacts/promises.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";

export interface WhoSeesContactsProps {
  readonly member: MemberRecord;
}

/** Tells a member who can see their contacts now, with a link to change it. */
export function WhoSeesContacts({ member }: WhoSeesContactsProps) {
  return (
    <p className="contacts-who note">
      {whoSeesContacts(member).join(" ")}{" "}
      {member.profile?.isVisible && <a href={paths.contacts()}>Change who can see them</a>}
    </p>
  );
}
