import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSlots } from "./failures.ts";

describe("slots of keys", () => {
  it("are so many at most, and used alike, whatever strangers make up", () => {
    const slots = createSlots(randomBytes(32), 6);
    const counts = new Map<number, number>();
    for (let name = 0; name < 6400; name++) {
      const slot = slots(`name${name}`);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, i) => i),
    );
    expect(Math.max(...counts.values())).toBeLessThan(200);
  });

  it("are the same for the same secret, and others for another", () => {
    const secret = randomBytes(32);
    const names = Array.from({ length: 100 }, (_, name) => `name${name}`);
    const [one, same, other] = [secret, secret, randomBytes(32)].map((key) =>
      names.map(createSlots(key, 20))
    );
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});
