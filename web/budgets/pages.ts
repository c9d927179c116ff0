import type { MeasuredPage } from "./measure.ts";

export const signedOutPages: readonly MeasuredPage[] = [
  { name: "landing", path: "/" },
  { name: "landing, registration", path: "/?mode=register" },
  { name: "forgot password", path: "/forgot-password" },
  { name: "reset password", path: "/reset-password?token=t" },
  { name: "confirm email", path: "/verify-email?token=t" },
];

/**
 * @param memberId Somebody with a profile.
 * @param connectionId A conversation of theirs.
 */
export function memberPages(memberId: string, connectionId: string): readonly MeasuredPage[] {
  return [
    { name: "home", path: "/" },
    { name: "cadre", path: "/cadre" },
    { name: "alumni", path: "/alumni" },
    { name: "directory", path: "/directory" },
    { name: "directory, searched", path: "/directory?search=resume" },
    { name: "directory, nobody found", path: "/directory?search=zzzz&armyBranches=Armor" },
    { name: "profile view", path: `/alumni/${memberId}` },
    { name: "own profile", path: "/profile" },
    { name: "own profile, privacy", path: "/profile?tab=privacy" },
    { name: "profile edit", path: "/profile/edit" },
    { name: "view as a cadet", path: "/profile/preview" },
    { name: "connections", path: "/connections" },
    { name: "my contacts", path: "/contacts" },
    { name: "conversation", path: `/connections/${connectionId}` },
    { name: "ask for help", path: `/connections/new?to=${memberId}` },
    { name: "role selection", path: "/select-role" },
    { name: "404", path: "/nowhere" },
  ];
}
