import { beforeEach } from "vitest";
import {
  noFilters,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
} from "../profile-search.ts";

/** An index that is empty at the start of each test, with shortcuts to query it. */
export interface Opened {
  readonly search: ProfileSearch;
  /** Finds the first page of everything, changed by `query`. */
  find(query?: Partial<ProfileQuery>): Promise<ProfileHits>;
  idsFor(text: string): Promise<readonly string[]>;
}

export function open(create: () => Promise<ProfileSearch>): Opened {
  let search: ProfileSearch;

  beforeEach(async () => {
    search = await create();
  });

  function find(query: Partial<ProfileQuery> = {}): Promise<ProfileHits> {
    const everything = { text: "", filters: noFilters, sort: "relevance" } as const;
    return search.find({ ...everything, offset: 0, limit: 24, ...query });
  }

  return {
    get search() {
      return search;
    },
    find,
    async idsFor(text) {
      return (await find({ text })).memberIds;
    },
  };
}
