import type { MeasuredPage } from "./measure.ts";

export const signedOutPages: readonly MeasuredPage[] = [
  { name: "landing", path: "/", kind: "read" },
  { name: "landing, registration", path: "/?mode=register", kind: "read" },
  { name: "forgot password", path: "/forgot-password", kind: "read" },
  { name: "reset password", path: "/reset-password?token=t", kind: "read" },
  { name: "confirm email", path: "/verify-email?token=t", kind: "read" },
];

/**
 * @param memberId Id of a member with a profile.
 * @param connectionId A conversation of theirs.
 */
export function memberPages(memberId: string, connectionId: string): readonly MeasuredPage[] {
  return [
    { name: "home", path: "/", kind: "read" },
    { name: "cadre", path: "/cadre", kind: "directory" },
    { name: "alumni", path: "/alumni", kind: "directory" },
    { name: "directory", path: "/directory", kind: "directory" },
    { name: "directory, searched", path: "/directory?search=resume", kind: "directory" },
    {
      name: "directory, nobody found",
      path: "/directory?search=zzzz&armyBranches=Armor",
      kind: "directory",
    },
    { name: "profile view", path: `/alumni/${memberId}`, kind: "read" },
    { name: "own profile", path: "/profile", kind: "read" },
    { name: "own profile, privacy", path: "/profile?tab=privacy", kind: "read" },
    { name: "profile edit", path: "/profile/edit", kind: "used" },
    { name: "view as a cadet", path: "/profile/preview", kind: "read" },
    { name: "connections", path: "/connections", kind: "read" },
    { name: "my contacts", path: "/contacts", kind: "read" },
    { name: "conversation", path: `/connections/${connectionId}`, kind: "read" },
    { name: "ask for help", path: `/connections/new?to=${memberId}`, kind: "used" },
    { name: "role selection", path: "/select-role", kind: "used" },
    { name: "404", path: "/nowhere", kind: "read" },
  ];
}
