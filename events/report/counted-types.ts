import type { MemberEventType } from "../members/events.ts";

/** Whether any statistic looks at events of a type: at their facts, or at that they happened. */
const isCounted: Readonly<Record<MemberEventType, boolean>> = {
  MemberRegistered: true,
  RoleSelected: true,
  ProfileCreated: true,
  ProfileChanged: true,
  ProfileShown: true,
  ProfileHidden: true,
  ProfileDeleted: true,
  MemberErased: true,
  AccountDetailsChanged: false,
  EmailVerified: false,
  PasswordReset: false,
  PrivacyChanged: false,
  ProfileImageChanged: false,
};

/** A type as a replay sees it. */
export interface SeenType {
  readonly type: MemberEventType;
  readonly isCounted: boolean;
}

/** The type of this name; none when this version of the product does not know it. */
export function seenType(name: string): SeenType | undefined {
  if (!Object.hasOwn(isCounted, name)) return undefined;
  const type = name as MemberEventType;
  return { type, isCounted: isCounted[type] };
}
