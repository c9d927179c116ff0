import { publicProfile } from "../../events/members/privacy.ts";
import { isAdmitted } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { MemberRecord } from "../../events/members/record.ts";

/** Free texts whose spellings should agree, as facets or words. */
export type OfferedField = "industry" | "location" | "mos" | "armySchools";

export type Offers = Readonly<Record<OfferedField, readonly string[]>>;

const cachedForMs = 60 * 60 * 1000;
/** Enough profiles to count from. */
const maxProfiles = 20_000;
/** A value of only one profile is private. */
const minProfiles = 2;
const maxValues = 60;

export const noOffers: Offers = { industry: [], location: [], mos: [], armySchools: [] };

/**
 * Values that a form offers: shown to all members by several profiles, most frequent first. Cached
 * for an hour. Applicants can't see profiles, so they are offered none.
 */
export function createOffers(
  { table, now }: { readonly table: Pick<MemberTable, "changedSince">; readonly now: () => Date },
) {
  let cached: { readonly untilMs: number; readonly offers: Promise<Offers> } | undefined;

  async function count(): Promise<Offers> {
    const profiles = (await table.changedSince(-1, maxProfiles))
      .flatMap(({ member }) => member && publicProfile(member) || []);
    const valuesOf = (field: OfferedField) =>
      mostFrequent(
        profiles.map((profile) =>
          new Set([profile[field] ?? []].flat().filter((value) => value !== ""))
        ),
      );
    return {
      industry: valuesOf("industry"),
      location: valuesOf("location"),
      mos: valuesOf("mos"),
      armySchools: valuesOf("armySchools"),
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

/** @param values Those of each profile. */
function mostFrequent(values: readonly ReadonlySet<string>[]): string[] {
  const all = values.flatMap((each) => [...each]);
  return [...Map.groupBy(all, (value) => value.toLowerCase()).values()]
    .filter((spellings) => spellings.length >= minProfiles)
    .map((spellings) => {
      const [text = ""] = [...Map.groupBy(spellings, (spelling) => spelling)]
        .toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
      return { text, total: spellings.length };
    })
    .sort((one, other) => other.total - one.total || (one.text < other.text ? -1 : 1))
    .slice(0, maxValues)
    .map(({ text }) => text);
}
