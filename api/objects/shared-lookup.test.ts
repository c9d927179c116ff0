import { describe, expect, it, vi } from "vitest";
import type { LookupFunction } from "node:net";
import { createSharedLookup } from "./shared-lookup.ts";

/** A name server that answers on request, and the answers that callers got. */
function given() {
  const asked: { readonly name: string; readonly answer: Parameters<LookupFunction>[2] }[] = [];
  const lookup = createSharedLookup((name, _, answer) => void asked.push({ name, answer }));
  const ask = (name: string, options = {}) => {
    const told = vi.fn();
    lookup(name, options, told);
    return told;
  };
  return { asked, ask };
}

describe("looking up a name", () => {
  it("shares one query and answer among simultaneous callers", () => {
    const { asked, ask } = given();
    const all = Array.from({ length: 100 }, () => ask("objects.example.com"));
    expect(asked).toHaveLength(1);
    asked[0]?.answer(null, "192.0.2.1", 4);
    for (const told of all) expect(told.mock.calls).toEqual([[null, "192.0.2.1", 4]]);
  });

  it("queries again afterwards, even after a failure", () => {
    const { asked, ask } = given();
    const failed = ask("objects.example.com");
    const error = Object.assign(new Error("No name server answers"), { code: "EAI_AGAIN" });
    asked[0]?.answer(error, "", 0);
    expect(failed.mock.calls[0]?.[0]).toBe(error);
    const again = ask("objects.example.com");
    asked[1]?.answer(null, "192.0.2.2", 4);
    expect(again).toHaveBeenCalledWith(null, "192.0.2.2", 4);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("queries separately for another name or kind of address", () => {
    const { asked, ask } = given();
    ask("objects.example.com");
    ask("other.example.com");
    ask("objects.example.com", { family: 6 });
    expect(asked).toHaveLength(3);
  });
});
