import { publicProfile } from "../../../events/members/privacy.ts";
import type { ChangedMember } from "../../../events/read/members.ts";
import type { FacetCount } from "../../../search/profile-search.ts";

export type Employers = ReturnType<typeof createEmployers>;

/** Counts how many people work for each employer, from profiles that every member may read. */
export function createEmployers({ update }: { readonly update: () => Promise<void> }) {
  const companies = new Map<string, string>();
  return {
    /** Receives changed members, as the search index does. */
    follow(changed: readonly ChangedMember[]): void {
      for (const { memberId, member } of changed) {
        const company = member && publicProfile(member)?.company;
        if (company) companies.set(memberId, company);
        else companies.delete(memberId);
      }
    },
    /** Most frequent first, in the spelling found first. */
    async count(): Promise<readonly FacetCount[]> {
      await update();
      const counts = new Map<string, { readonly value: string; count: number }>();
      for (const value of companies.values()) {
        const key = value.toLowerCase();
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { value, count: 1 });
        else known.count++;
      }
      return [...counts.values()].sort((one, other) => other.count - one.count);
    },
  };
}
