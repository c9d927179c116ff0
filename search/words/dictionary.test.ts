import { describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { Dictionary, none } from "./dictionary.ts";

describe("Dictionary", () => {
  it("gives a word the same number each time, and others other numbers", () => {
    const dictionary = new Dictionary();
    const arm = dictionary.add("arm");
    const army = dictionary.add("army");
    expect(dictionary.add("arm")).toBe(arm);
    expect(army).not.toBe(arm);
    expect(dictionary.find("army")).toBe(army);
    expect(dictionary.find("ar")).toBe(none);
  });

  it("keeps words whose beginning or continuation goes", () => {
    const dictionary = new Dictionary();
    const [arm = none, army = none] = ["arm", "army", "armor"].map((text) => dictionary.add(text));
    dictionary.remove(arm);
    expect(dictionary.find("arm")).toBe(none);
    expect(dictionary.nodeOf("arm")).not.toBe(none);
    dictionary.remove(army);
    expect(dictionary.nodeOf("army")).toBe(none);
    expect(dictionary.find("armor")).not.toBe(none);
  });

  it("does not grow while as many words go as come", () => {
    const dictionary = new Dictionary();
    const random = createRandom(1);
    const invent = () => String(random.int(1e9));
    const known = Array.from({ length: 200 }, () => dictionary.add(invent()));
    const nodes = dictionary.letter.length;
    const most = Math.max(...known);
    for (let round = 0; round < 5000; round++) {
      dictionary.remove(known[round % 200] ?? none);
      known[round % 200] = dictionary.add(invent());
    }
    expect(Math.max(...known)).toBeLessThanOrEqual(most);
    expect(dictionary.letter.length).toBe(nodes);
  });
});
