/**
 * Answers embedded in a page: each profile as a row of its card's values. As objects, property
 * names would take a twentieth of the page. Also runs in browsers.
 */
import type { DirectoryAnswer, FacetGroup } from "../../../api/contract/directory.ts";
import type { PublicProfile } from "../../../api/contract/profile.ts";
import { byGroup } from "../../../search/facets.ts";

const userFields = ["firstName", "lastName", "role", "isRoleConfirmed", "profileImageUrl"] as const;
const cardFields = [
  ...["userId", "formerName", "rank", "armyBranch", "mos", "classYear"] as const,
  ...["company", "jobTitle", "industry", "location"] as const,
  ...["helpTopics", "contacts", "takesRequests", "confirmedMonth"] as const,
];

/** The part of a profile shown on a card. */
export type CardProfile = Pick<PublicProfile, typeof cardFields[number]> & {
  readonly user: Pick<PublicProfile["user"], typeof userFields[number]>;
};

/** An answer that was fetched, or embedded in the page. */
export type SeenAnswer = Omit<DirectoryAnswer, "profiles"> & {
  readonly profiles: readonly CardProfile[];
};

/**
 * A card's values in the order of the fields, the user's first. Values that aren't shared are
 * `null`.
 */
type CardValues = readonly unknown[];

interface SeededAnswer extends Omit<DirectoryAnswer, "profiles" | "facets"> {
  readonly rows: readonly CardValues[];
  readonly counts: Readonly<Record<FacetGroup, Readonly<Record<string, number>>>>;
}

/** Returns the same object for the same answer, so that components can skip rendering. */
const seen = new WeakMap<SeededAnswer, SeenAnswer>();

export function seededAnswer(whole: DirectoryAnswer): SeededAnswer {
  const { profiles, facets, ...answer } = whole;
  const seeded = {
    ...answer,
    rows: profiles.map(rowOf),
    counts: byGroup((group) =>
      Object.fromEntries(facets[group].map(({ value, count }) => [value, count]))
    ),
  };
  // The server renders from the embedded form.
  seen.set(seeded, whole);
  return seeded;
}

export function seenAnswer(answer: DirectoryAnswer | SeededAnswer): SeenAnswer {
  if (!("rows" in answer)) return answer;
  const known = seen.get(answer) ?? unpacked(answer);
  seen.set(answer, known);
  return known;
}

function unpacked({ rows, counts, ...answer }: SeededAnswer): SeenAnswer {
  const facets = byGroup((group) =>
    Object.entries(counts[group]).map(([value, count]) => ({ value, count }))
  );
  return { ...answer, profiles: rows.map(cardOf), facets };
}

function rowOf(profile: PublicProfile): CardValues {
  const { user } = profile;
  return [
    ...userFields.map((name) => user[name]),
    ...cardFields.map((name) => profile[name] ?? null),
  ];
}

function cardOf(row: CardValues): CardProfile {
  const user = userFields.map((name, at) => [name, row[at]]);
  const others = cardFields.map((name, at) => [name, row[userFields.length + at] ?? undefined]);
  return { ...Object.fromEntries(others), user: Object.fromEntries(user) };
}
