/**
 * Texts of a profile: names, initials, and texts for empty fields. Cards, pages and badges use the
 * same. Also runs in browsers.
 */
import { roleTraits } from "../../../events/vocabulary.ts";
import type {
  OwnProfile,
  PublicProfile,
  PublicUser,
  ViewedProfile,
} from "../../../api/contract/profile.ts";

/** A profile as others see it, or as its owner does. */
export type ShownProfile = OwnProfile | PublicProfile | ViewedProfile;

const locationMissing = "Location not specified";
export const industryMissing = "Industry not specified";
const nameMissing = "Unknown";
const nothing = "N/A";
/** Shown for a role that the program has not confirmed. */
export const unconfirmedCadre = "Cadre, not confirmed";

type Named = Pick<PublicUser, "firstName" | "lastName">;

/** First and last name, or `Unknown`. */
export function fullName({ firstName, lastName }: Named): string {
  return [firstName, lastName].map((name) => name.trim()).filter(Boolean).join(" ") || nameMissing;
}

/** First letters of first and last name; `?` without either. */
export function initials({ firstName, lastName }: Named): string {
  // Spread by code point, since a name may start with a character of two UTF-16 units.
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

/** The earliest month of a confirmation that is less than a year old: `2025-12` in November 2026. */
export function confirmedSince(now: Date): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11));
  return month.toISOString().slice(0, "2025-12".length);
}

/** Shown only for the last year, so that it isn't a "last seen". */
export const confirmedText = "Confirmed this year";

/** `Class of {year}`; for cadre, the years that they served. */
export function classText(
  { classYear, user }: Pick<ShownProfile, "classYear"> & {
    readonly user: Pick<PublicUser, "role">;
  },
): string {
  const years = classYear || nothing;
  return user.role && roleTraits[user.role].years === "service" ? years : `Class of ${years}`;
}

/** The branch with the MOS in parentheses, only the branch, or `N/A`. */
export function specialtyText({ armyBranch, mos }: Pick<ShownProfile, "armyBranch" | "mos">) {
  if (!armyBranch) return nothing;
  return mos ? `${armyBranch} (${mos})` : armyBranch;
}

export function locationText({ location }: Pick<ShownProfile, "location">): string {
  return location || locationMissing;
}

export function industryText({ industry }: Pick<ShownProfile, "industry">): string {
  return industry || industryMissing;
}
