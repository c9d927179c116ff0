import { beforeAll, describe, expect, it } from "vitest";
import type { ProfileRecord } from "../events/members/record.ts";
import { memberWith } from "../events/testing/members.ts";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { noFilters } from "./profile-search.ts";
import { projectDocument } from "./project-document.ts";

const search = createEmbeddedSearch();

function person(name: string, said: Partial<ProfileRecord>) {
  const [firstName = "", lastName = ""] = name.split(" ");
  const profile = { rank: "CPT" as const, classYear: "2012", location: null, bio: null, ...said };
  return memberWith({ memberId: name, firstName, lastName, role: "alumni", profile });
}

const everyone = [
  person("Dallas Whitfield", { location: "Reno, NV" }),
  person("Ann Dallas", { location: "Tulsa, OK" }),
  person("Eve Company", { company: "Dallas Energy", location: "Houston, TX" }),
  person("Flo Title", { jobTitle: "Dallas Sales Manager", location: "Boise, ID" }),
  person("Gus Texas", { company: "Texas Instruments", location: "Boise, ID" }),
  person("Hal Resident", { location: "Dallas, TX" }),
  person("Ida Resident", { location: "Dallas-Fort Worth, Texas" }),
  person("Jo Antonio", { location: "San Antonio, TX", rank: "MAJ" }),
  person("Kim Wainwright", { location: "Fort Wainwright, AK" }),
  person("Lou Alaska", { bio: "Led a platoon at Fort Wainwright.", location: "Miami, FL" }),
  person("Old Eighty", { classYear: "1988" }),
  person("Ned Ninety", { classYear: "1994" }),
  person("Nan Ninety", { classYear: "1999" }),
  person("Mel Thousand", { classYear: "2000", location: "Denver, CO" }),
  person("Tom Seven", { classYear: "2007" }),
  person("Bo Biography", { classYear: "2015", bio: "Born in the 90s, before 2000." }),
  person("Sol Selection", { helpTopics: ["SFAS Prep"], classYear: "2013" }),
  person("Vic Component", { helpTopics: ["Active vs Reserve"], classYear: "2013" }),
  person("Houston Blake", { location: "Salem, OR" }),
  person("Mabry Resident", { location: "Camp Mabry, TX" }),
  person("Austin Pruitt", { location: "Salem, OR" }),
  person("Bliss Resident", { location: "Fort Bliss, TX" }),
  person("Eli Company", { company: "El Paso Electric", location: "Salem, OR" }),
  person("Act Twelve", { classYear: "2012", dutyStatus: "Active Duty", location: "Salem, OR" }),
  person("Houston Resident", { location: "Houston, TX", rank: "1LT" }),
  person("Charlotte Dean", { location: "Fargo, ND" }),
  person("Cher Resident", { location: "Charlotte, NC" }),
  person("Lei Pearl", { location: "Pearl City, HI" }),
  person("Ida Portland", { location: "Portland, ME" }),
  person("Bo Portland", { location: "Portland, OR" }),
];

beforeAll(() => search.put(everyone.flatMap((one) => projectDocument(one) ?? [])));

async function found(text: string, limit = 20) {
  const query = { text, filters: noFilters, sort: "relevance" as const, offset: 0, limit };
  return await search.find(query);
}

describe("a place behind 'in' or 'near'", () => {
  it.each([
    "captains in dallas",
    "captains living in the Dallas area",
    "near dallas",
    "CPT in DFW",
  ])(
    "ranks people there before names and employers: %s",
    async (text) => {
      const { memberIds } = await found(text, 2);
      expect(memberIds.toSorted()).toEqual(["Hal Resident", "Ida Resident"]);
    },
  );

  it("can have several words", async () => {
    expect((await found("majors in san antonio")).memberIds).toEqual(["Jo Antonio"]);
  });

  it("is a state before it is an employer", async () => {
    const { memberIds } = await found("in texas");
    expect(memberIds).toHaveLength(8);
    expect(memberIds.at(-1)).toBe("Gus Texas");
  });

  it("can be one of two", async () => {
    const { memberIds } = await found("in dallas or houston", 4);
    expect(memberIds.toSorted())
      .toEqual(["Eve Company", "Hal Resident", "Houston Resident", "Ida Resident"]);
  });

  it.each([
    ["in dallas, houston or austin", ["Eve", "Hal", "Ida", "Houston", "Mabry"]],
    ["captains in houston, dallas, or reno", ["Eve", "Hal", "Ida", "Dallas"]],
    ["in san antonio, dallas or fort wainwright", ["Jo", "Hal", "Ida", "Kim"]],
    ["in boise, denver or san antonio", ["Flo", "Gus", "Mel", "Jo"]],
    ["in dallas and san antonio", ["Hal", "Ida", "Jo"]],
    ["near tulsa/reno", ["Ann", "Dallas"]],
    ["in dallas, texas", ["Hal", "Ida"]],
    ["fargo, reno, or tulsa", ["Charlotte", "Dallas", "Ann"]],
    ["portland, maine or tulsa, oklahoma", ["Ida", "Ann"]],
    ["in portland me, reno nv or charlotte nc", ["Ida", "Dallas", "Cher"]],
    ["in portland, oregon and portland, maine", ["Bo", "Ida"]],
    ["captains in dallas tx or boise id", ["Hal", "Ida", "Flo", "Gus"]],
    ["in dallas, texas or reno", ["Hal", "Ida", "Dallas"]],
    ["fort wainwright ak or reno nv", ["Kim", "Dallas"]],
  ])("may be one of several: %s", async (text, names) => {
    const { memberIds } = await found(text, names.length);
    expect(memberIds.map((name) => name.split(" ")[0]).toSorted()).toEqual(names.toSorted());
  });

  it.each([["in ok", "OK"], ["captains in ok", "OK"], ["someone in or", "OR"], ["in hi", "HI"]])(
    "can be a state whose code is a word: %s",
    async (text, code) => {
      const there = everyone.filter(({ profile }) => profile?.location?.endsWith(`, ${code}`));
      const { memberIds } = await found(text, there.length);
      expect(memberIds.toSorted()).toEqual(there.map(({ memberId }) => memberId).toSorted());
    },
  );

  it.each(["captains near me", "denver or", "someone who can help me in"])(
    "isn't a state in a sentence: %s",
    async (text) => {
      expect((await found(text)).relaxed).toBeNull();
      expect((await found(text)).total).toBeGreaterThan(0);
    },
  );

  it.each([
    "infantry outside texas",
    "captains outside of Texas",
    "who isn't in texas",
    "that aren't in texas",
  ])(
    "can be excluded in several ways: %s",
    async (text) => {
      const { memberIds } = await found(text, 50);
      expect(memberIds).toContain("Kim Wainwright");
      expect(memberIds).not.toContain("Hal Resident");
    },
  );

  it("can be one of several states whose codes are words", async () => {
    const { memberIds } = await found("in or, ok or me", 6);
    const there = everyone.filter(({ profile }) => /, (?:OR|OK|ME)$/.test(profile?.location ?? ""));
    expect(there.map(({ memberId }) => memberId)).toEqual(expect.arrayContaining([...memberIds]));
  });

  it("can be one of several excluded ones", async () => {
    const { memberIds } = await found("captains not in dallas, houston or san antonio", 50);
    expect(memberIds).toContain("Kim Wainwright");
    for (const there of ["Hal Resident", "Ida Resident", "Eve Company", "Jo Antonio"]) {
      expect(memberIds).not.toContain(there);
    }
  });

  it("doesn't match its namesake in another state", async () => {
    expect((await found("portland me")).memberIds).toEqual(["Ida Portland"]);
    expect((await found("portland or")).memberIds).toEqual(["Bo Portland"]);
    expect((await found("captains in portland me", 1)).memberIds).toEqual(["Ida Portland"]);
  });

  it.each([
    ["moving to charlotte", "Cher Resident"],
    ["I just moved to charlotte", "Cher Resident"],
    ["PCSing to Charlotte", "Cher Resident"],
    ["stationed at Charlotte", "Cher Resident"],
    ["near austin", "Mabry Resident"],
    ["in el paso", "Bliss Resident"],
  ])("is where someone moves, or a post beside it: %s", async (text, name) => {
    expect((await found(text, 1)).memberIds).toEqual([name]);
  });

  it("is a name without such a word", async () => {
    expect((await found("Dallas", 2)).memberIds.toSorted()).toEqual([
      "Ann Dallas",
      "Dallas Whitfield",
    ]);
  });
});

it.each(["fort wainwright alaska", "Ft. Wainwright, AK", "captains from Fort Wainwright Alaska"])(
  "finds a post by its full name in any place: %s",
  async (text) => {
    expect((await found(text)).memberIds).toEqual(["Kim Wainwright", "Lou Alaska"]);
  },
);

describe("class years counted from this year", () => {
  const yearNow = new Date().getUTCFullYear();
  const search = createEmbeddedSearch();
  const ages = [0, 1, 3, 5, 6, 10, 11, 25];
  beforeAll(() =>
    search.put(
      ages.map((age) => person(`Age ${age}`, { classYear: `${yearNow - age}` }))
        .flatMap((one) => projectDocument(one) ?? []),
    )
  );

  const agesFound = async (text: string) => {
    const query = { text, filters: noFilters, sort: "relevance" as const, offset: 0, limit: 20 };
    const { memberIds } = await search.find(query);
    return memberIds.map((name) => Number(name.slice(4))).sort((a, b) => a - b);
  };

  it.each([
    ["last 10 years", [0, 1, 3, 5, 6, 10]],
    ["graduated in the last ten years", [0, 1, 3, 5, 6, 10]],
    ["captains of the past decade", [0, 1, 3, 5, 6, 10]],
    ["within the last 3 years", [0, 1, 3]],
    ["past five years", [0, 1, 3, 5]],
    ["grads over the past couple of years", [0, 1]],
    ["the last few years", [0, 1, 3, 5]],
    ["recent grads", [0, 1, 3, 5]],
    ["recently commissioned", [0, 1, 3, 5]],
    ["recent alumni", [0, 1, 3, 5]],
    ["not recent graduates", [6, 10, 11, 25]],
    ["graduated more than 10 years ago", [10, 11, 25]],
    ["graduated about 6 years ago", [6]],
  ])("are a span: %s", async (text, expected) => {
    expect(await agesFound(text)).toEqual(expected);
  });

  it.each(["my last 2 years", "recent graduate school"])(
    "match no other years: %s",
    async (text) => {
      expect(await agesFound(text)).toEqual([]);
    },
  );
});

describe("class years", () => {
  const nineties = ["Nan Ninety", "Ned Ninety"];
  const older = [...nineties, "Old Eighty"];
  it.each([
    ["graduated before 2000", older],
    ["commissioned prior to 2000", older],
    ["pre-2000", older],
    ["1999 or earlier", older],
    ["in the 90s", nineties],
    ["class of the '90s", nineties],
    ["from the 1990s", nineties],
    ["the nineties", nineties],
    ["late 90s", ["Nan Ninety"]],
    ["before the 90s", ["Old Eighty"]],
    ["between 1994 and 2000", [...nineties, "Mel Thousand"]],
    ["from 1994 to 2000", [...nineties, "Mel Thousand"]],
    ["classes of 1994-2000", [...nineties, "Mel Thousand"]],
    ["1994-2000 grads", [...nineties, "Mel Thousand"]],
    ["captains in the early 2000s", ["Mel Thousand"]],
    ["after 2014", ["Bo Biography"]],
    ["since 2015", ["Bo Biography"]],
    ["2013 or later", ["Bo Biography", "Sol Selection", "Vic Component"]],
    ["not since 2000", older],
    ["before the class of 2000", older],
    ["graduated before the year 2000", older],
    ["after class of 2014", ["Bo Biography"]],
    ["graduated before '00", older],
    ["between the class of 1994 and 2000", [...nineties, "Mel Thousand"]],
    ["classes of 1994-00", [...nineties, "Mel Thousand"]],
    ["80s and 90s", older],
    ["after 1994 and before 2000", ["Nan Ninety"]],
    ["2013 to present", ["Bo Biography", "Sol Selection", "Vic Component"]],
    ["2013 - now", ["Bo Biography", "Sol Selection", "Vic Component"]],
    ["class of 2012 on active duty", ["Act Twelve"]],
    ["no later than 1999", older],
    ["not older than 2013", ["Bo Biography", "Sol Selection", "Vic Component"]],
    ["before 9/11", [...older, "Mel Thousand"]],
  ])("of a span: %s", async (text, people) => {
    expect((await found(text)).memberIds.toSorted()).toEqual(people.toSorted());
  });

  it.each(["in their 90s", "in their late 90s", "in his early 90s", "in her mid 90s"])(
    "are no ages: %s",
    async (text) => {
      expect((await found(text)).memberIds).toEqual(["Bo Biography"]);
    },
  );

  it("match no neighboring years when empty", async () => {
    expect((await found("class of 2001")).total).toBe(0);
    expect((await found("2002")).total).toBe(0);
  });

  it.each([
    "after 10 years",
    "graduated after 12 years",
    "from 12 to 20 people",
    "2 to 4 years",
    "24/7",
  ])(
    "match no other numbers: %s",
    async (text) => {
      expect((await found(text)).memberIds).not.toContain("Bo Biography");
    },
  );

  it("stay spans in suggestions behind them", async () => {
    const suggest = async (text: string) =>
      (await search.suggest({ text, filters: noFilters })).map((
        { search, text },
      ) => [search, text]);
    expect(await suggest("before 2000 in den")).toEqual([]);
    expect(await suggest("before 2001 in den")).toEqual([["before 2001", "Denver, CO"]]);
    expect(await suggest("captains before 2001 colorad"))
      .toEqual([["captains before 2001 Colorado", "Colorado"]]);
    expect(await suggest("before 20")).toEqual([]);
  });

  it("are plain words alone", async () => {
    expect((await found("class of 1994")).memberIds).toEqual(["Ned Ninety"]);
  });
});

it.each([
  ["SERE", "Sol Selection"],
  ["sf selection", "Sol Selection"],
  ["GRB", "Vic Component"],
])("%s leads to people who help with it", async (text, name) => {
  expect((await found(text)).memberIds).toEqual([name]);
});
