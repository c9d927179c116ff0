import { renderToString } from "react-dom/server";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { Avatar, avatarTints } from "./avatar.tsx";

describe("an avatar without a picture", () => {
  const tintOf = (id: string) =>
    /avatar-tint-(\d+)/.exec(renderToString(createElement(Avatar, { initials: "DW", id })))?.[1];

  it("has a color by its id, and not always the same one", () => {
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    expect(ids.map(tintOf)).toEqual(ids.map(tintOf));
    expect(new Set(ids.map(tintOf)).size).toBe(avatarTints);
  });
});
