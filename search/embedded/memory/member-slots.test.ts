import { describe, expect, it } from "vitest";
import { createRandom } from "../../testing/random.ts";
import { createMemberSlots } from "./member-slots.ts";

describe("createMemberSlots", () => {
  it("finds whoever has a slot, and nobody else, while members come and go and the table grows", () => {
    const random = createRandom(1);
    const memberIds: string[] = [];
    const table = createMemberSlots(memberIds);
    const expected = new Map<string, number>();
    const free: number[] = [];
    let room = 0;
    const growTo = (capacity: number) => {
      room = capacity;
      for (const step of table.grow(capacity)) step();
    };
    for (let step = 0; step < 5000; step++) {
      const [gone] = expected.keys();
      if (gone !== undefined && random.chance(0.3)) {
        const slot = expected.get(gone)!;
        table.remove(slot);
        memberIds[slot] = "";
        expected.delete(gone);
        free.push(slot);
        continue;
      }
      const slot = free.pop() ?? memberIds.length;
      if (slot >= room) growTo(Math.ceil(room * 1.5) + 1);
      memberIds[slot] = `member ${step}`;
      table.add(slot);
      expected.set(memberIds[slot], slot);
    }
    for (let step = 0; step < 5000; step++) {
      expect(table.find(`member ${step}`)).toBe(expected.get(`member ${step}`));
    }

    const again = createMemberSlots(memberIds);
    for (const step of again.grow(room)) step();
    again.restore(table.image(memberIds.length));
    for (const [memberId, slot] of expected) expect(again.find(memberId)).toBe(slot);
  });
});
