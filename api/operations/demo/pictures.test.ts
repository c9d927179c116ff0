import { describe, expect, it } from "vitest";
import { keysOfPicture } from "../../objects/keys.ts";
import { makeUpPeople } from "./made-up-people.ts";
import { createSeedPictures, drawFace } from "./pictures.ts";

describe("pictures of made-up people", () => {
  it("are the same for the same name, and others for others", async () => {
    expect(await drawFace("pat")).toEqual(await drawFace("pat"));
    expect(await drawFace("pat")).not.toEqual(await drawFace("kim"));
  });

  it("become what an upload becomes: a large and a small one, under the member's own keys", async () => {
    const files = new Map<string, Uint8Array>();
    const pictureOf = createSeedPictures({
      objects: { put: async (key, bytes) => void files.set(key, bytes) },
      pathSecret: new Uint8Array(32),
      newId: () => crypto.randomUUID(),
    });
    const people = makeUpPeople({ profiles: 8, seed: 1, year: 2026 });
    const paths = await Promise.all(people.map((person) => pictureOf(person, crypto.randomUUID())));
    const made = paths.filter((path) => path !== undefined);
    expect(made.length).toBeGreaterThan(4);
    expect(made.length).toBeLessThan(people.length);
    expect([...files.keys()].sort()).toEqual(made.flatMap(keysOfPicture).sort());
    for (const bytes of files.values()) {
      expect(new TextDecoder("latin1").decode(bytes.slice(8, 12))).toBe("WEBP");
    }
    people.forEach(({ profile }, at) => profile ?? expect(paths[at]).toBe(undefined));
  });
});
