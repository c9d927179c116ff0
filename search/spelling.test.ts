import { describe, expect, it } from "vitest";
import { formsOfName } from "./named-things.ts";
import { createSpelling } from "./spelling.ts";
import { ownSynonyms } from "./synonyms.ts";
import { wishOf } from "./wish.ts";

describe("spelling", () => {
  const spelled = createSpelling(new Set(["lieutenant", "bragg", "brig", "ranger", "ode"]));

  it.each([
    ["leutenant", "lieutenant"],
    ["brag", "bragg"],
    ["lieutenant", undefined],
    ["granger", undefined],
    ["oda", undefined],
    ["leutenent colonels", undefined],
  ])("of %s is %s", (word, right) => {
    expect(spelled(word)).toBe(right);
  });
});

describe("forms of a name", () => {
  it.each([
    ["11B", ["11B", "11 bravo"]],
    ["black hawk", ["black hawk", "blackhawk"]],
    ["Command and General Staff College", [
      "Command and General Staff College",
      "command and general staff",
    ]],
    ["pilot", ["pilot"]],
  ])("%s", (name, forms) => {
    expect(formsOfName(name)).toEqual(forms);
  });
});

describe("a wish", () => {
  const typedParts = (text: string) => wishOf(text, ownSynonyms).parts.map(({ typed }) => typed);
  const refused = (text: string) => wishOf(text, ownSynonyms).without.map(({ word }) => word);

  it.each([
    ["leutenant colonels", ["leutenant colonels"]],
    ["TXARNG", ["Texas", "Guard"]],
    ["software developer or cloud architect", ["software developer or cloud architect"]],
    ["i dont want to go active", ["go active"]],
  ])("reads %s as one thing each: %o", (text, parts) => {
    expect(typedParts(text)).toEqual(parts);
  });

  it("refuses by phrases, too, and never another word for a topic", () => {
    expect(refused("airborne but i dont want infantry")).toContain("infantry");
    expect(refused("i dont want to go active")).toEqual([]);
  });

  it("takes a word like no name unchanged, in a sentence that names something", () => {
    const [trumpet] =
      wishOf("i am in the trumpet section and want ranger school", ownSynonyms).parts;
    expect(trumpet).toMatchObject({
      typed: "trumpet",
      any: [{ isExact: true }, { isExact: true }],
    });
  });
});
