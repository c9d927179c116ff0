import { describe, expect, it } from "vitest";
import type { FacetCount } from "../../../search/profile-search.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import type { ChangedMember } from "../../../events/read/members.ts";
import { memberWith } from "../../../events/testing/members.ts";
import type { Directory } from "./directory.ts";
import { createEmployers } from "./employers.ts";
import { findOffers } from "./offers.ts";

const noOffers = { industry: [], company: [], location: [] };

function partsOf(locations: readonly FacetCount[]) {
  const facets = { industries: [], locations };
  const directory = { count: async () => ({ facets }) } as unknown as Directory;
  return { directory, employers: { count: async () => [] } };
}

describe("employers suggested by the form", () => {
  const people = (company: string, profile: Partial<ProfileRecord> = {}) =>
    ["one", "two", "three"].map((name) => {
      const memberId = `${company} ${name}`;
      return {
        memberId,
        position: 1,
        member: memberWith({ memberId, profile: { company, ...profile } }),
      };
    });
  const offered = async (...changed: readonly ChangedMember[]) => {
    const employers = createEmployers({ update: async () => {} });
    employers.follow(changed);
    return (await findOffers({ ...partsOf([]), employers }, { admission: null })).company;
  };

  it("are shown by at least three people, in any spelling", async () => {
    const [one, two, three] = people("Acme");
    if (!one || !two || !three) throw new Error("No one");
    const other = { ...three, member: memberWith({ memberId: "x", profile: { company: "ACME" } }) };
    expect(await offered(one, two, other)).toEqual(["Acme"]);
    expect(await offered(one, two)).toEqual([]);
    // Several changes by one person still count once.
    expect(await offered(one, two, two, one)).toEqual([]);
  });

  it("don't include those of hidden people, applicants, or former members", async () => {
    const [one, two, three] = people("Acme");
    if (!one || !two || !three) throw new Error("No one");
    expect(await offered(...people("Acme", { isVisible: false }))).toEqual([]);
    const admission = { state: "waiting", needs: "approval", since: "" } as const;
    const waiting = memberWith({
      memberId: three.memberId,
      admission,
      profile: { company: "Acme" },
    });
    expect(await offered(one, two, { ...three, member: waiting })).toEqual([]);
    expect(await offered(one, two, three, { ...three, member: undefined })).toEqual([]);
  });
});

describe("values suggested by the profile form", () => {
  it("come from several profiles, most frequent first, in their most frequent spelling", async () => {
    const parts = partsOf([
      { value: "Dallas, TX", count: 5 },
      { value: "Austin, TX", count: 3 },
      { value: "dallas, tx", count: 3 },
      { value: "Reno, NV", count: 2 },
    ]);
    expect((await findOffers(parts, { admission: null })).location)
      .toEqual(["Dallas, TX", "Austin, TX"]);
  });

  it("are empty for applicants, and while search is unavailable", async () => {
    const waiting = { state: "waiting" } as never;
    const parts = partsOf([{ value: "Dallas, TX", count: 5 }]);
    expect(await findOffers(parts, { admission: waiting })).toEqual(noOffers);
    const directory = { count: () => Promise.reject(new Error("Search is unavailable")) };
    expect(await findOffers({ ...parts, directory }, { admission: null })).toEqual(noOffers);
  });
});
