import type { User } from "../api/contract/account.ts";
import type { MemberRecord } from "../events/members/record.ts";

/** The signed-in user as `GET /api/user` answers it. */
export function ownUser(member: MemberRecord): User {
  return {
    id: member.memberId,
    username: member.username,
    email: member.email,
    emailVerified: member.emailVerified,
    firstName: member.firstName,
    lastName: member.lastName,
    profileImageUrl: member.profileImageUrl,
    role: member.role,
    createdAt: member.createdAt,
    updatedAt: member.updatedAt,
  };
}
