import { describe, expect, it } from "vitest";
import { newKey } from "../vault/seal.ts";
import { createPrivateStreams, isPrivateStream } from "./private-streams.ts";

const memberId = "6a1f0c9e-7f0e-4b0a-9d6c-2d8f5a4b3c21";
const other = "6a1f0c9e-7f0e-4b0a-9d6c-2d8f5a4b3c22";

describe("private streams", () => {
  const { nameOf, ownerOf } = createPrivateStreams(newKey());

  it("tell whose they are with the secret", () => {
    expect(ownerOf(nameOf(memberId, 12))).toEqual({ memberId, number: 12 });
    expect(ownerOf(memberId)).toEqual({ memberId, number: 0 });
    expect([nameOf(memberId, 1), memberId].map(isPrivateStream)).toEqual([true, false]);
  });

  it("have the same names after a restart, and others with another secret", () => {
    const secret = newKey();
    const name = createPrivateStreams(secret).nameOf(memberId, 1);
    expect(createPrivateStreams(secret).nameOf(memberId, 1)).toBe(name);
    expect(nameOf(memberId, 1)).not.toBe(name);
    expect(ownerOf(name).memberId).not.toBe(memberId);
  });

  it("begin with nothing that two of a member, or of one number, share", () => {
    const names = [1, 2, 3, 10, 100].flatMap((number) => [
      nameOf(memberId, number),
      nameOf(`7${memberId}`, number),
    ]);
    expect(new Set(names.map((name) => name.slice("private-".length, 18))).size).toBe(10);
    expect(nameOf(memberId, 1)).not.toBe(nameOf(other, 1));
  });
});
