/** Texts of directories. Also runs in browsers. */
import type { DirectoryName } from "../../paths.ts";
import type { RoleCounts } from "../../../search/profile-search.ts";
import type { DirectoryQuery, Relaxed } from "../../../api/contract/directory.ts";
import { hasAddress } from "../../../search/text.ts";

/** Texts of each of the three directories. */
export interface Variant {
  readonly title: (program: string) => string;
  readonly subtitle?: string;
  readonly count: (total: number) => string;
  readonly loading: string;
  readonly placeholder: "spinner" | "skeletons";
  readonly empty: string;
}

const ofAlumni = {
  count: (total: number) => `${total} alumni found`,
  loading: "Loading...",
  placeholder: "skeletons",
  empty: "No alumni found matching your filters",
} as const;

export const variants: Readonly<Record<DirectoryName, Variant>> = {
  cadre: {
    title: (program) => `${program} Army ROTC Cadre`,
    count: (total) => `${total} cadre members found`,
    loading: "Loading cadre...",
    placeholder: "spinner",
    empty: "No cadre members found matching your filters",
  },
  alumni: {
    title: (program) => `${program} Army ROTC Alumni Directory`,
    ...ofAlumni,
  },
  directory: {
    title: () => "Alumni Directory",
    subtitle: "Find experienced mentors to guide your military career",
    ...ofAlumni,
  },
};

const words = [
  ["alumni", "alum", "alumni"],
  ["cadre", "cadre", "cadre"],
  ["cadet", "cadet", "cadets"],
] as const;

/** Counts by role, such as "250 alumni, 26 cadre, 12 cadets"; empty if the total says the same. */
export function listedRoles(roles: RoleCounts | null): string {
  if (roles === null) return "";
  const listed = words.filter(([role]) => roles[role] > 0);
  if (listed.every(([role]) => role === "alumni")) return "";
  return listed.map(([role, one, several]) => `${roles[role]} ${roles[role] === 1 ? one : several}`)
    .join(", ");
}

/** Says that no one matches everything, and who is shown instead. */
export function relaxedText({ showing }: Relaxed): string {
  return `No one matches everything. Showing ${showing}.`;
}

/** Shown when someone searches for an email address; empty otherwise. */
export function addressHint({ search }: Pick<DirectoryQuery, "search">): string | undefined {
  return hasAddress(search)
    ? "You can't find people by email address. Search by name instead."
    : undefined;
}
