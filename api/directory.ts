import { type PublicProfile, publicProfile } from "../events/members/privacy.ts";
import type { MemberTable } from "../events/read/members.ts";
import type { ProfileHits, ProfileSearch } from "../search/profile-search.ts";
import { type DirectoryQuery, pageSize } from "./contract/directory.ts";
import type { Directory } from "./product.ts";

export interface DirectoryDependencies {
  readonly search: Pick<ProfileSearch, "find">;
  readonly table: Pick<MemberTable, "byIds">;
}

/** Lists of profiles. Nothing leaves it but the public projection, the owner's own included. */
export function createDirectory({ search, table }: DirectoryDependencies): Directory {
  async function find(
    query: DirectoryQuery,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly hits: ProfileHits; readonly profiles: PublicProfile[] }> {
    const { armyBranches, industries, locations, helpTopics } = query;
    const hits = await search.find({
      text: query.search,
      filters: { armyBranches, industries, locations, helpTopics },
      role: query.role,
      sort: query.sort,
      ...range,
    });
    const members = await table.byIds(hits.memberIds);
    const profiles = hits.memberIds.flatMap((memberId) => {
      const member = members.get(memberId);
      // The index may lag behind: whoever left or hid a moment ago is not shown.
      return member === undefined ? [] : publicProfile(member) ?? [];
    });
    return { hits, profiles };
  }

  return {
    async answer(query) {
      const offset = (query.page - 1) * pageSize;
      const { hits, profiles } = await find(query, { offset, limit: pageSize });
      return { profiles, total: hits.total, page: query.page, facets: hits.facets };
    },
    async list(query, range) {
      const { hits, profiles } = await find(query, range);
      return { profiles, total: hits.total };
    },
  };
}
