import type { MeasuredPage } from "./measure.ts";

export const signedOutPages: readonly MeasuredPage[] = [
  ["read", "landing", "/"],
  ["read", "landing, registration", "/?mode=register"],
  ["read", "forgot password", "/forgot-password"],
  ["read", "reset password", "/reset-password?token=t"],
  ["read", "confirm email", "/verify-email?token=t"],
];

/**
 * @param memberId Id of a member with a profile.
 * @param connectionId A conversation of theirs.
 */
export const memberPages = (memberId: string, connectionId: string): readonly MeasuredPage[] => [
  ["read", "home", "/"],
  ["directory", "cadre", "/cadre"],
  ["directory", "alumni", "/alumni"],
  ["directory", "directory", "/directory"],
  ["directory", "directory, searched", "/directory?search=resume"],
  ["directory", "directory, no one found", "/directory?search=zzzz&armyBranches=Armor"],
  ["read", "profile view", `/alumni/${memberId}`],
  ["read", "own profile", "/profile"],
  ["read", "own profile, privacy", "/profile?tab=privacy"],
  ["used", "profile edit", "/profile/edit"],
  ["read", "view as a cadet", "/profile/preview"],
  ["read", "connections", "/connections"],
  ["read", "my contacts", "/contacts"],
  ["read", "conversation", `/connections/${connectionId}`],
  ["used", "ask for help", `/connections/new?to=${memberId}`],
  ["used", "role selection", "/select-role"],
  ["read", "404", "/nowhere"],
];
