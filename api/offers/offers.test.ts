import { describe, expect, it } from "vitest";
import { allShared } from "../../events/members/profile.ts";
import type { MemberRecord, ProfileRecord } from "../../events/members/record.ts";
import { memberWith } from "../../events/testing/members.ts";
import { createOffers, noOffers } from "./offers.ts";

const admitted = { admission: null };
const usual = {
  industry: "Consulting",
  location: "Fort Worth, TX",
  mos: "11A",
  armySchools: ["Ranger School"],
};

function offering(profiles: readonly Partial<ProfileRecord>[], more: Partial<MemberRecord> = {}) {
  const members = profiles.map((profile, at) =>
    memberWith({ memberId: `m${at}`, profile: { ...usual, ...profile }, ...more })
  );
  let atMs = 0;
  let reads = 0;
  const offers = createOffers({
    now: () => new Date(atMs),
    table: {
      async changedSince(position, limit) {
        if (position < 0) reads += 1;
        return members.map((member, at) => ({ memberId: member.memberId, position: at, member }))
          .filter((changed) => changed.position > position).slice(0, limit);
      },
    },
  });
  return { offers, pass: (ms: number) => atMs += ms, reads: () => reads };
}

describe("values that the profile form offers", () => {
  it("are what several profiles share, the most frequent first, in their most frequent spelling", async () => {
    const { offers } = offering([
      { location: "Dallas, TX", industry: "Energy", mos: "11A", armySchools: ["Ranger School"] },
      { location: "dallas, tx", industry: "Energy", mos: "12A", armySchools: ["Ranger School"] },
      { location: "Dallas, TX", industry: "Law", mos: "11A", armySchools: [] },
      { location: "DFW", industry: "Energy", mos: "15A", armySchools: ["Pathfinder"] },
      { location: "Austin, TX", industry: null, mos: "11A", armySchools: [] },
      { location: "Austin, TX", industry: "Law", mos: "12A", armySchools: [] },
    ]);
    expect(await offers(admitted)).toEqual({
      location: ["Dallas, TX", "Austin, TX"],
      industry: ["Energy", "Law"],
      mos: ["11A", "12A"],
      armySchools: ["Ranger School"],
    });
  });

  it("count a profile once, whatever it repeats", async () => {
    const { offers } = offering([{ armySchools: ["Sapper", "Sapper"], location: "Reno, NV" }]);
    expect(await offers(admitted)).toEqual(noOffers);
  });

  it.each(["location", "industry", "specialty"] as const)(
    "have nothing of a %s that is not shared",
    async (name) => {
      const hidden = { sharedFields: { ...allShared, [name]: false } };
      const field = name === "specialty" ? "mos" : name;
      expect((await offering([{}, {}]).offers(admitted))[field]).toHaveLength(1);
      expect((await offering([{}, hidden]).offers(admitted))[field]).toEqual([]);
    },
  );

  it("have nothing of hidden profiles, nor of who has not been let in", async () => {
    const hidden = [{ isVisible: false }, { isVisible: false }];
    expect(await offering(hidden).offers(admitted)).toEqual(noOffers);
    const waiting = { admission: { state: "waiting" } } as Partial<MemberRecord>;
    expect(await offering([{}, {}], waiting).offers(admitted)).toEqual(noOffers);
    const viewer = { admission: waiting.admission ?? null };
    expect(await offering([{}, {}]).offers(viewer)).toEqual(noOffers);
  });

  it("are counted once an hour, over as many pages as there are", async () => {
    const { offers, pass, reads } = offering(Array.from({ length: 1200 }, () => ({})));
    expect((await offers(admitted)).industry).toEqual(["Consulting"]);
    await offers(admitted);
    expect(reads()).toBe(1);
    pass(60 * 60 * 1000);
    await offers(admitted);
    expect(reads()).toBe(2);
  });
});
