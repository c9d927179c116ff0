import { publicProfile } from "../../events/members/privacy.ts";
import { isAdmitted } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { MemberRecord } from "../../events/members/record.ts";

/** Fields of free text that would be one facet, or one word, in many spellings. */
export type OfferedField = "industry" | "location" | "mos" | "armySchools";

export type Offers = Readonly<Record<OfferedField, readonly string[]>>;

const cachedForMs = 60 * 60 * 1000;
const batch = 500;
/** Enough profiles to count from; more would delay other requests. */
const maxProfiles = 20_000;
/** A value that only one profile has is private. */
const minProfiles = 2;
const maxValues = 60;

/**
 * Values that a form offers: those that several profiles show to all members, the most frequent first, each in its most
 * frequent spelling. They are cached for an hour. Applicants, who can't see profiles, are offered none.
 */
export function createOffers(
  { table, now }: { readonly table: Pick<MemberTable, "changedSince">; readonly now: () => Date },
) {
  let cached: { readonly untilMs: number; readonly offers: Promise<Offers> } | undefined;

  async function count(): Promise<Offers> {
    const counts: Counts = {
      industry: new Map(),
      location: new Map(),
      mos: new Map(),
      armySchools: new Map(),
    };
    let position = -1;
    for (let seen = 0; seen < maxProfiles;) {
      const changed = await table.changedSince(position, batch);
      for (const { member } of changed) if (member !== undefined) add(member, counts);
      seen += changed.length;
      position = changed.at(-1)?.position ?? position;
      if (changed.length < batch) break;
    }
    return {
      industry: mostFrequent(counts.industry),
      location: mostFrequent(counts.location),
      mos: mostFrequent(counts.mos),
      armySchools: mostFrequent(counts.armySchools),
    };
  }

  return async (viewer: Pick<MemberRecord, "admission">): Promise<Offers> => {
    if (!isAdmitted(viewer)) return noOffers;
    const nowMs = now().getTime();
    if (cached === undefined || cached.untilMs <= nowMs) {
      cached = { untilMs: nowMs + cachedForMs, offers: count() };
    }
    try {
      return await cached.offers;
    } catch {
      // The form works without them.
      cached = undefined;
      return noOffers;
    }
  };
}

export const noOffers: Offers = { industry: [], location: [], mos: [], armySchools: [] };

/** How many profiles have a value, by its folded text and then by its spelling. */
type Counts = Readonly<Record<OfferedField, Map<string, Map<string, number>>>>;

function add(member: MemberRecord, counts: Counts): void {
  const shared = publicProfile(member);
  if (shared === undefined) return;
  const { industry, location, mos, armySchools } = shared;
  const said = { industry: [industry], location: [location], mos: [mos], armySchools };
  for (const field of Object.keys(said) as OfferedField[]) {
    const values = said[field].filter((value) => value != null && value !== "") as string[];
    for (const value of new Set(values)) {
      const spellings = counts[field].get(value.toLowerCase()) ?? new Map<string, number>();
      spellings.set(value, (spellings.get(value) ?? 0) + 1);
      counts[field].set(value.toLowerCase(), spellings);
    }
  }
}

function mostFrequent(values: Counts[OfferedField]): string[] {
  return [...values.values()]
    .map((spellings) => ({
      total: [...spellings.values()].reduce((sum, count) => sum + count, 0),
      text: [...spellings].reduce((one, other) => other[1] > one[1] ? other : one)[0],
    }))
    .filter(({ total }) => total >= minProfiles)
    .sort((one, other) => other.total - one.total || (one.text < other.text ? -1 : 1))
    .slice(0, maxValues)
    .map(({ text }) => text);
}
