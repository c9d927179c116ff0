import type { MemberRecord } from "../../events/members/record.ts";
import type { Role } from "../../events/vocabulary.ts";

/** An account as shown to its owner. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Replaces `email` once it is confirmed. */
  readonly pendingEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  readonly role: Role | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function toUser(member: MemberRecord): User {
  const { memberId: id, username, email, emailVerified, firstName, lastName } = member;
  const { asked } = member.addresses;
  const pendingEmail = asked?.as === "main" ? asked.email : null;
  const { profileImageUrl, role, createdAt, updatedAt } = member;
  return {
    ...{ id, username, email, emailVerified, pendingEmail, firstName, lastName },
    ...{ profileImageUrl, role, createdAt, updatedAt },
  };
}
