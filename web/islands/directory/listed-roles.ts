import type { RoleCounts } from "../../../search/profile-search.ts";

const words = [
  ["alumni", "alum", "alumni"],
  ["cadre", "cadre", "cadre"],
  ["cadet", "cadet", "cadets"],
] as const;

/** Counts by role, such as "250 alumni, 26 cadre, 12 cadets"; empty when the total says the same. */
export function listedRoles(roles: RoleCounts | null): string {
  if (roles === null) return "";
  const listed = words.filter(([role]) => roles[role] > 0);
  if (listed.every(([role]) => role === "alumni")) return "";
  return listed.map(([role, one, several]) => `${roles[role]} ${roles[role] === 1 ? one : several}`)
    .join(", ");
}
