import { beforeEach, describe, expect, it } from "vitest";
import type { ProfileDocument } from "../project-document.ts";
import { only, profile } from "./member-profiles.ts";
import type { Opened } from "./opened.ts";

/** Abilities that not every engine has. */
export interface Abilities {
  /** Whether it allows typos and relaxes a search that no profile matches as typed. */
  readonly looksFurther: boolean;
}

/** The part of the contract about text and order. */
export function describeMatching(opened: Opened, { looksFurther }: Abilities): void {
  const { find, idsFor } = opened;
  const said = (...parts: readonly string[]) => parts.map((typed) => ({ typed }));
  /** The ignored parts that such an engine reports if no one matches all. */
  const ignored = (...parts: readonly string[]) =>
    looksFurther ? { relaxed: { ignored: said(...parts) } } : { total: 0, relaxed: null };

  describe("text", () => {
    it("matches everything when empty or without letters and digits", async () => {
      await opened.search.put([profile("a"), profile("b")]);
      expect(await idsFor("")).toEqual(["a", "b"]);
      expect(await idsFor(" – !? 🎖️ ")).toEqual(["a", "b"]);
    });

    it("ignores case and diacritics", async () => {
      await opened.search.put([profile("a", { lastName: "Núñez" })]);
      expect(await idsFor("NUNEZ")).toEqual(["a"]);
      expect(await idsFor("ñuñeź")).toEqual(["a"]);
    });

    it("requires every word, in any field", async () => {
      await opened.search.put([
        profile("a", { jobTitle: "Pilot", location: "Dallas" }),
        profile("b", { jobTitle: "Pilot", location: "Austin" }),
      ]);
      expect(await idsFor("dallas pilot")).toEqual(["a"]);
    });

    it.each<[string, Partial<ProfileDocument>]>([
      ["first name", { firstName: "Quincy" }],
      ["last name", { lastName: "Quincy" }],
      ["job title", { jobTitle: "Quincy" }],
      ["company", { company: "Quincy" }],
      ["MOS", { mos: "Quincy" }],
      ["branch", { armyBranch: "Quincy" }],
      ["location", { location: "Quincy" }],
      ["help topics", { helpTopics: ["Other", "Quincy"] }],
      ["previous positions", { previousPositions: ["Other", "Quincy"] }],
      ["Army schools", { armySchools: ["Other", "Quincy"] }],
      ["expertise", { expertise: ["Other", "Quincy"] }],
      ["bio", { bio: "Grew up in Quincy." }],
    ])("is looked for in the %s", async (_, fields) => {
      await opened.search.put([profile("a", fields), profile("b")]);
      expect(await idsFor("quincy")).toEqual(["a"]);
    });

    it("matches a help topic under both of its labels", async () => {
      await opened.search.put([profile("a", { helpTopics: ["BOLC Prep"] })]);
      expect(await idsFor("bolc prep")).toEqual(["a"]);
      expect(await idsFor("preparation bolc")).toEqual(["a"]);
    });

    it("treats only the last word as a prefix", async () => {
      await opened.search.put([profile("a", { jobTitle: "Airborne instructor" })]);
      expect(await idsFor("airborne ins")).toEqual(["a"]);
      expect(await find({ text: "ins airborne" })).toMatchObject(ignored("ins"));
    });
  });

  describe("names of things", () => {
    it.each<[string, Partial<ProfileDocument>]>([
      ["CPT", { rank: "CPT" }],
      ["captain", { rank: "CPT" }],
      ["lieutenant colonel", { rank: "LTC" }],
      ["2014", { classYear: "2014" }],
      ["class of 2014", { classYear: "2014" }],
      ["class of '14", { classYear: "2014" }],
      ["doctor", { jobTitle: "Physician" }],
      ["LA", { location: "Los Angeles, CA" }],
      ["reservist", { dutyStatus: "Army Reserve" }],
      ["JAG", { armyBranch: "Judge Advocate General" }],
      ["helicopter pilot", { armyBranch: "Aviation" }],
      ["intel", { armyBranch: "Military Intelligence" }],
      ["energy", { industry: "Energy" }],
      ["lawyer", { industry: "law" }],
      ["cv", { helpTopics: ["Resume Review"] }],
      ["texas", { location: "Fort Worth, TX" }],
      ["tx", { location: "Austin, Texas" }],
      ["north carolina", { location: "Raleigh NC" }],
      ["dc", { location: "Washington, D.C." }],
      ["ft hood", { location: "Fort Hood, TX" }],
      ["dfw", { location: "Dallas-Fort Worth, Texas" }],
      ["dfw", { location: "Dallas (DFW)" }],
      // A property name of every JavaScript object.
      ["constructor", { location: "Constructor, TX" }],
    ])("%s finds a profile with %o", async (text, fields) => {
      await opened.search.put([profile("a", fields), profile("b")]);
      expect(await idsFor(text)).toEqual(["a"]);
    });

    it.each(["Stationed in me", "Hi there", "Portland or so", "IN Touch", "Kansas City, MO"])(
      "%s names no state by chance",
      async (location) => {
        await opened.search.put([profile("a", { location })]);
        for (const state of ["maine", "hawaii", "oregon", "indiana", "ks"]) {
          expect(await idsFor(state)).toEqual([]);
        }
      },
    );
  });

  describe("fillers", () => {
    beforeEach(() =>
      opened.search.put([
        profile("a", { firstName: "An", lastName: "Do", helpTopics: ["Resume Review"] }),
        profile("b", { firstName: "Andy", location: "Austin, TX" }),
      ])
    );

    it.each([
      ["a mentor for resume", ["a"]],
      ["who can help with resume in", ["a"]],
      ["someone in austin", ["b"]],
      // A text that ends with a filler has no unfinished word.
      ["resu for", []],
      // Alone they are ordinary words.
      ["an", ["a", "b"]],
      ["an do", ["a"]],
    ])("%s finds %o", async (text, memberIds) => {
      expect((await idsFor(text)).toSorted()).toEqual(memberIds);
    });
  });

  if (looksFurther) {
    describe("typos", () => {
      beforeEach(() =>
        opened.search.put([
          profile("a", { jobTitle: "Mess" }),
          profile("b", { jobTitle: "Judge" }),
          profile("c", { jobTitle: "Logistics" }),
        ])
      );

      it.each([
        ["none below four letters", "mss", []],
        ["one from four letters", "moss", ["a"]],
        ["a substituted letter", "jadge", ["b"]],
        ["a letter too many", "juddge", ["b"]],
        ["a letter missing in five", "logstics", ["c"]],
        ["swapped neighbours", "jugde", ["b"]],
        ["not two below nine letters", "jaddge", []],
        ["two from nine letters", "logixticx", ["c"]],
        ["not three", "xogixticx", []],
        ["a wrong first letter counts twice: not below nine", "fudge", []],
        ["a wrong first letter counts twice: from nine", "kogistics", ["c"]],
        ["and leaves nothing for another", "kogistixs", []],
        ["swapped first letters are a wrong first letter", "olgistics", ["c"]],
        ["none in an unfinished last word", "logsti", []],
        ["none in a word that somebody has as a beginning", "jud", ["b"]],
      ])("%s: %s", async (_, text, memberIds) => {
        expect(await idsFor(`${text}`)).toEqual(memberIds);
      });

      it("are allowed only if no profile has the typed word, even a filtered one", async () => {
        await opened.search.put([profile("d", { jobTitle: "Nudge", role: "cadet" })]);
        expect(await idsFor("nudge")).toEqual(["d"]);
        expect((await find({ text: "nudge", role: "alumni" })).total).toBe(0);
        await opened.search.remove(["d"]);
        expect(await idsFor("judg")).toEqual(["b"]);
        await opened.search.put([
          profile("e", { jobTitle: "Judging" }),
          profile("f", { bio: "Jadge" }),
        ]);
        expect(await idsFor("jadge")).toEqual(["f"]);
        await opened.search.remove(["f"]);
        expect(await idsFor("jadge")).toEqual(["b"]);
        // Someone has it as a beginning if it may be unfinished, and no one if not.
        expect(await idsFor("judgi")).toEqual(["e"]);
        await opened.search.put([profile("g", { jobTitle: "Judge, Mess" })]);
        expect(await idsFor("judgi mess")).toEqual(["g"]);
      });

      it("are allowed in every word", async () => {
        await opened.search.put([profile("d", { jobTitle: "Logistics judge" })]);
        expect(await idsFor("logstics jugde")).toEqual(["d"]);
        expect(await find({ text: "logstics jadg" })).toMatchObject(ignored("jadg"));
      });
    });
  }

  describe("an email address", () => {
    it("finds no one, and isn't split into words", async () => {
      await opened.search.put([
        profile("a", { firstName: "Pat", lastName: "Doe", company: "Example Company" }),
        profile("b", { bio: "Write to pat.doe@example.com" }),
      ]);
      const nothing = { memberIds: [], total: 0, relaxed: null };
      for (
        const text of [
          "pat.doe@example.com",
          "PAT@EXAMPLE",
          "p@c",
          "mailto:pat.doe@example.com?subject=Hi",
          "pat.doe＠example.com",
          "pat@example.com, doe@example.com",
        ]
      ) {
        expect(await find({ text })).toMatchObject(nothing);
      }
    });

    it("is a word that no one has, beside other words", async () => {
      await opened.search.put([
        profile("a", { firstName: "Pat", company: "Example Company" }),
        profile("b", { company: "Example Company" }),
      ]);
      const text = "Pat <pat.doe@example.com>";
      expect(await find({ text })).toMatchObject(ignored("pat.doe@example.com"));
      expect(await idsFor(text)).toEqual(looksFurther ? ["a"] : []);
    });

    it("requires letters on both sides of its sign", async () => {
      await opened.search.put([profile("a", { company: "Example" })]);
      for (const text of ["@example", "@ example", "example@", "example @"]) {
        expect(await idsFor(text)).toEqual(["a"]);
      }
    });
  });

  if (looksFurther) {
    describe("a search that no one matches completely", () => {
      beforeEach(() =>
        opened.search.put([
          profile("a", { armyBranch: "Aviation", location: "Dallas, TX", updatedAtMs: 1 }),
          profile("b", { armyBranch: "Aviation", location: "Austin, TX", updatedAtMs: 2 }),
          profile("c", { role: "cadet", location: "Reno, NV", helpTopics: ["Resume Review"] }),
          profile("d", { bio: "Texas aviation", updatedAtMs: 3 }),
          profile("e", { role: "cadet", location: "Waco, TX" }),
        ])
      );

      it("keeps the parts that weigh most, where rarer ones weigh more", async () => {
        // Two people have each of "aviation" and "texas" at most; one has "resume".
        expect(await find({ text: "texas resume" })).toMatchObject({
          memberIds: ["c"],
          total: 1,
          relaxed: { kept: said("resume"), ignored: said("texas") },
        });
        expect(await find({ text: "Aviation Zeebra in texas", sort: "recent" })).toMatchObject({
          memberIds: ["d", "b", "a"],
          total: 3,
          relaxed: { kept: said("Aviation", "texas"), ignored: said("Zeebra") },
          facets: { armyBranches: [{ value: "Aviation", count: 2 }] },
        });
        expect(await find({ text: "Aviation Zeebra texas", offset: 1, limit: 1 }))
          .toMatchObject({ memberIds: ["a"], total: 3 });
      });

      it("keeps the earlier of two with the same weight", async () => {
        await opened.search.put([
          profile("f", { company: "Acme" }),
          profile("g", { company: "Initech" }),
        ]);
        expect(await idsFor("acme initech")).toEqual(["f"]);
        expect(await idsFor("initech acme")).toEqual(["g"]);
      });

      it("considers only documents under the role and filters, and counts under the other groups", async () => {
        const filters = only({ locations: ["Waco, TX"] });
        expect(await find({ text: "texas aviation", filters })).toMatchObject({
          memberIds: ["e"],
          relaxed: { kept: said("texas"), ignored: said("aviation") },
          facets: {
            locations: [
              { value: "Austin, TX", count: 1 },
              { value: "Dallas, TX", count: 1 },
              { value: "Waco, TX", count: 1 },
            ],
          },
        });
        expect(await find({ text: "texas aviation", role: "cadet" }))
          .toMatchObject({ memberIds: ["e"], total: 1 });
      });

      it("finds nothing if no part matches, and relaxes no single part", async () => {
        const nothing = { memberIds: [], total: 0, relaxed: null };
        expect(await find({ text: "zebra unicorn" })).toMatchObject(nothing);
        expect(await find({ text: "a zebra" })).toMatchObject(nothing);
      });
    });
  }

  describe("order by relevance", () => {
    if (looksFurther) {
      it("puts fewer typos first, before better fields", async () => {
        await opened.search.put([
          profile("a", { lastName: "Logistik" }),
          profile("b", { bio: "Logistics" }),
        ]);
        expect(await idsFor("logistisc")).toEqual(["b", "a"]);
      });
    }

    it("then better fields, before whole words", async () => {
      const fields = [
        { lastName: "Finances" },
        { location: "Finance" },
        { jobTitle: "Finance" },
        { company: "Finance" },
        { armyBranch: "Finance" },
        { helpTopics: ["Finance"] },
        { previousPositions: ["Finance"] },
        { armySchools: ["Finance"] },
        { expertise: ["Finance"] },
        { bio: "Finance" },
      ];
      const ids = fields.map((_, rank) => `m${rank}`);
      await opened.search.put(fields.map((field, rank) => profile(`m${rank}`, field)).reverse());
      expect(await idsFor("finance")).toEqual(ids);
    });

    it("then whole words before prefixes", async () => {
      await opened.search.put([
        profile("a", { company: "Armory", updatedAtMs: 9 }),
        profile("b", { company: "Arm" }),
      ]);
      expect(await idsFor("arm")).toEqual(["b", "a"]);
    });

    it("then the latest change, then the member id", async () => {
      await opened.search.put([
        profile("c", { company: "Acme", updatedAtMs: 5 }),
        profile("b", { company: "Acme", updatedAtMs: 5 }),
        profile("a", { company: "Acme", updatedAtMs: 1 }),
      ]);
      expect(await idsFor("acme")).toEqual(["b", "c", "a"]);
    });

    it("takes the best field of each word, summed", async () => {
      await opened.search.put([
        profile("a", { jobTitle: "Gunner", bio: "Dallas" }),
        profile("b", { company: "Gunner", location: "Dallas" }),
      ]);
      expect(await idsFor("gunner dallas")).toEqual(["b", "a"]);
    });
  });

  describe("other orders", () => {
    beforeEach(() =>
      opened.search.put([
        profile("a", { firstName: "Zoë", lastName: "lee", updatedAtMs: 1 }),
        profile("b", { firstName: "Adam", lastName: "Lée", updatedAtMs: 3 }),
        profile("c", { firstName: "adam", lastName: "LEE", updatedAtMs: 2 }),
        profile("d", { firstName: "Bo", lastName: "Abel", updatedAtMs: 2 }),
      ])
    );

    it("recent: the latest change first, then by member id", async () => {
      expect((await find({ sort: "recent" })).memberIds).toEqual(["b", "c", "d", "a"]);
      expect((await find({ sort: "recent", text: "lee" })).memberIds).toEqual(["b", "c", "a"]);
    });

    it("name: last name, first name, folded, then by member id", async () => {
      expect((await find({ sort: "name" })).memberIds).toEqual(["d", "b", "c", "a"]);
      expect((await find({ sort: "name", text: "lee" })).memberIds).toEqual(["b", "c", "a"]);
    });

    it("returns any page, with the same total", async () => {
      const page = { sort: "name", offset: 1, limit: 2 } as const;
      expect(await find(page)).toMatchObject({ memberIds: ["b", "c"], total: 4 });
      expect(await find({ ...page, offset: 9 })).toMatchObject({ memberIds: [], total: 4 });
      expect(await find({ ...page, limit: 0 })).toMatchObject({ memberIds: [], total: 4 });
    });
  });
}
