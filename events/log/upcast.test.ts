import { describe, expect, it } from "vitest";
import {
  createUpcast,
  type EventSchema,
  type EventShape,
  UnknownEvent,
  type UpcastStep,
} from "./upcast.ts";

/** A made-up history of three versions: a type that was renamed, and one that changed twice. */
const nameToList: UpcastStep = {
  facts: (facts) => ({ names: [(facts as { name: string }).name] }),
};
const countNames: UpcastStep = {
  facts: (facts) => ({
    ...facts as object,
    count: (facts as { names: string[] }).names.length,
  }),
  personal: (note, facts) => ({ note, about: (facts as { names: string[] }).names }),
};
const steps: EventSchema["steps"] = {
  1: { Named: nameToList, Gone: { type: "Left" }, Kept: { personal: () => "other" } },
  2: { Named: countNames },
};
const upcast = createUpcast({
  version: 3,
  types: new Set(["Named", "Left", "Kept"]),
  steps,
});

function given(stored: EventShape & { readonly schemaVersion: number }) {
  return upcast({ position: 7, ...stored });
}

describe("an event in an old shape", () => {
  it.each([
    [
      "of the first version goes through every step",
      { type: "Named", schemaVersion: 1, facts: { name: "a" }, personal: "hello" },
      {
        type: "Named",
        facts: { names: ["a"], count: 1 },
        personal: { note: "hello", about: ["a"] },
      },
    ],
    [
      "of a later version goes through the steps from there",
      { type: "Named", schemaVersion: 2, facts: { names: ["a", "b"] }, personal: "hello" },
      {
        type: "Named",
        facts: { names: ["a", "b"], count: 2 },
        personal: { note: "hello", about: ["a", "b"] },
      },
    ],
    [
      "whose personal part was erased is read all the same",
      { type: "Named", schemaVersion: 1, facts: { name: "a" }, personal: null },
      { type: "Named", facts: { names: ["a"], count: 1 }, personal: null },
    ],
    [
      "has the name that its type has today",
      { type: "Gone", schemaVersion: 1, facts: {}, personal: null },
      { type: "Left", facts: {}, personal: null },
    ],
    [
      "without a step stays as it is",
      { type: "Left", schemaVersion: 1, facts: { why: "x" }, personal: null },
      { type: "Left", facts: { why: "x" }, personal: null },
    ],
    [
      "of today stays as it is",
      { type: "Named", schemaVersion: 3, facts: { names: [], count: 0 }, personal: null },
      { type: "Named", facts: { names: [], count: 0 }, personal: null },
    ],
  ])("%s", (_, stored, expected) => {
    expect(given(stored)).toEqual(expected);
  });

  it("is left untouched itself", () => {
    const stored = Object.freeze({ facts: Object.freeze({ name: "a" }), personal: null });
    given({ type: "Named", schemaVersion: 1, ...stored });
    expect(stored).toEqual({ facts: { name: "a" }, personal: null });
  });
});

describe("an event that no one here knows", () => {
  it.each([
    ["an unknown type", "Promoted", 1],
    ["a later schema version", "Named", 4],
    ["a type that was given up before that version", "Gone", 3],
    ["a version that never was", "Named", 0],
    ["the name of something that every object has", "toString", 1],
  ])("is refused for %s, with all that helps", (_, type, schemaVersion) => {
    expect(upcast.knows({ type, schemaVersion })).toBe(false);
    const read = () => given({ type, schemaVersion, facts: {}, personal: null });
    expect(read).toThrow(UnknownEvent);
    expect(read).toThrow(
      `The event at log position 7, type "${type}" in schema version ${schemaVersion}, is unknown ` +
        "to this version of the product: start the version that wrote it, or a later one",
    );
  });
});
