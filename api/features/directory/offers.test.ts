import { describe, expect, it } from "vitest";
import type { FacetCount } from "../../../search/profile-search.ts";
import type { Directory } from "./directory.ts";
import { findOffers } from "./offers.ts";

const noOffers = { industry: [], location: [] };

function directoryOf(locations: readonly FacetCount[]): Directory {
  const facets = { industries: [], locations };
  return { count: async () => ({ facets }) } as unknown as Directory;
}

describe("values that the profile form offers", () => {
  it("are those of several profiles, the most frequent first, in their most frequent spelling", async () => {
    const directory = directoryOf([
      { value: "Dallas, TX", count: 5 },
      { value: "Austin, TX", count: 3 },
      { value: "dallas, tx", count: 2 },
      { value: "Reno, NV", count: 1 },
    ]);
    expect((await findOffers(directory, { admission: null })).location)
      .toEqual(["Dallas, TX", "Austin, TX"]);
  });

  it("are none for applicants, nor while search is unavailable", async () => {
    const waiting = { state: "waiting" } as never;
    const directory = directoryOf([{ value: "Dallas, TX", count: 5 }]);
    expect(await findOffers(directory, { admission: waiting })).toEqual(noOffers);
    const count = () => Promise.reject(new Error("Search is unavailable"));
    expect(await findOffers({ count } as unknown as Directory, { admission: null }))
      .toEqual(noOffers);
  });
});
