import { describe, expect, it } from "vitest";
import { createUpcast, UnknownEvent } from "../log/upcast.ts";
import { upcast } from "../members/upcast.ts";
import { cycleNamed } from "./cycle.ts";
import { ofToday } from "./old-shapes.ts";
import type { Page } from "./pages.ts";
import { createCounting } from "./replay.ts";

/** A made-up first version: roles were called kinds, and leaving had another name. */
const toToday = createUpcast({
  version: 2,
  types: new Set(["MemberRegistered", "MemberErased"]),
  steps: {
    1: {
      MemberRegistered: ({ facts, ...event }) => ({
        ...event,
        facts: { role: (facts as { kind: string }).kind },
      }),
      MemberLeft: (event) => ({ ...event, type: "MemberErased" }),
    },
  },
});

const page: Page = {
  after: 10,
  upTo: 13,
  count: 3,
  memberIds: "a\nb\na",
  types: "MemberRegistered\nMemberRegistered\nMemberLeft",
  times: [1, 2, 3].map((day) => Date.UTC(2026, 0, day)).join("\n"),
  facts: '{"kind":"cadet"}\n{"role":"alumni"}\n{}',
};

describe("a page with events of several schema versions", () => {
  it("reads as if all of them had been written today", () => {
    expect(ofToday(page, "1\n2\n1", toToday)).toEqual({
      ...page,
      types: "MemberRegistered\nMemberRegistered\nMemberErased",
      facts: '{"role":"cadet"}\n{"role":"alumni"}\n{}',
    });
  });

  it("is counted so", () => {
    const cycles = [cycleNamed(2026, { month: 10, day: 1 })];
    const counting = createCounting({ cycles, atMs: Date.UTC(2027, 0, 1) }, toToday);
    counting.take({ ...page, versions: "1\n2\n1" });
    expect(counting.finish()).toHaveLength(1);
  });

  it("is refused when one of them is of a later version, by its position", () => {
    expect(() => ofToday(page, "1\n3\n1", toToday)).toThrow(UnknownEvent);
    expect(() => ofToday(page, "1\n3\n1", toToday)).toThrow("at log position 12");
  });

  it("is refused when a type is unknown", () => {
    const unknown = { ...page, types: page.types.replace("MemberLeft", "Nonsense") };
    expect(() => ofToday(unknown, "1\n1\n1", upcast)).toThrow(
      'at log position 13, type "Nonsense"',
    );
  });
});
