import { describe, it } from "vitest";
import { armyBranches, helpTopics } from "../../events/vocabulary.ts";
import type { ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { expectSame } from "../testing/agreement.ts";
import { memberIdOf, randomDocument, randomQuery } from "../testing/documents.ts";
import { only, profile } from "../testing/member-profiles.ts";
import { createRandom, type Random } from "../../events/testing/random.ts";
import { createReferenceSearch } from "../testing/reference.ts";
import { words } from "../text.ts";
import { createEmbeddedSearch } from "./embedded.ts";

const members = 600;
const queries = 60;

type Shape = (document: ProfileDocument, member: number, random: Random) => ProfileDocument;

const names =
  "José Zoë Nguyễn Jean-Luc D'Angelo O’Brien Łukasz Ægir İlker 李明 Иван محمد राज สมชาย 김민준 e\u0301ric ﬁona 𝒟ana"
    .split(" ");
const places = ["São Paulo", "Köln", "KÖLN", "Winston-Salem, NC", "Coeur d'Alene, ID", "東京"]
  .concat(["St. Louis, MO", "Fort Liberty (Bragg), NC", "Санкт-Петербург", "'s-Hertogenbosch"])
  .concat(["Dallas-Fort Worth (DFW), TX", "Austin, Texas", "New York City", "Portland OR"]);
const asked = "captain,texas,ny,dfw,oregon,resume,lawyer,a mentor for,2012".split(",");

const shapes: Record<string, Shape> = {
  "everyone in a place of their own": (document, member) => ({
    ...document,
    location: `Springfield ${member}`,
    company: `Company ${member}`,
  }),
  "nine of ten in one branch": (document, _, random) => ({
    ...document,
    armyBranch: random.chance(0.9) ? armyBranches[0] : document.armyBranch,
  }),
  "one topic and one word for all": (document) => ({
    ...document,
    helpTopics: [...helpTopics.slice(0, 1), ...document.helpTopics],
    bio: `leadership ${document.bio ?? ""}`,
  }),
  "one last name and one day for all": (document) => ({
    ...document,
    lastName: "Smith",
    updatedAtMs: 1,
  }),
  "names and places of many languages": (document, _, random) => ({
    ...document,
    firstName: random.pick(names),
    lastName: `${random.pick(names)} ${random.pick(names)}`,
    location: random.pick(places),
  }),
  "long texts": (document, _, random) => ({
    ...document,
    bio: Array.from({ length: 400 }, () => `${random.pick(names)}${random.int(500)}`).join(" "),
  }),
  "nearly nothing but an id": (document, member) =>
    member % 20 === 0
      ? document
      : profile(document.memberId, { role: document.role, updatedAtMs: document.updatedAtMs }),
};

/** A query with words or values of one of these profiles. */
function queryAbout(random: Random, document: ProfileDocument): ProfileQuery {
  const { firstName, lastName, location, armyBranch, helpTopics, rank, bio } = document;
  const known = words(
    [firstName, lastName, location, armyBranch, rank, ...helpTopics, bio].join(" "),
  );
  const questions = random.chance(0.5) ? random.some(asked, 1, 3) : [];
  const typed = [...questions, ...random.some(known.length === 0 ? ["smith"] : known, 0, 2)].join(
    " ",
  );
  return {
    ...randomQuery(random),
    text: random.chance(0.5) ? typed : typed.slice(0, -1),
    filters: only({
      armyBranches: random.chance(0.3) && armyBranch !== null ? [armyBranch] : [],
      locations: random.chance(0.2) && location !== null ? [location] : [],
    }),
  };
}

describe("embedded search agrees with the reference", () => {
  it.each(Object.entries(shapes))("with %s", async (_, shape) => {
    const random = createRandom(1);
    const [search, reference] = [createEmbeddedSearch(), createReferenceSearch()];
    const put = async (some: readonly ProfileDocument[]) => {
      await search.put(some);
      await reference.put(some);
    };
    const make = (member: number) =>
      shape({ ...randomDocument(random, members), memberId: memberIdOf(member) }, member, random);
    const documents = Array.from({ length: members }, (_, member) => make(member));
    await put(documents);
    for (let count = 0; count < queries; count++) {
      const query = queryAbout(random, random.pick(documents));
      expectSame(query, await search.find(query), await reference.find(query));
      await put([make(random.int(members))]);
    }
  });
});
