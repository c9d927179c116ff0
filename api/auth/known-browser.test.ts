import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKnownBrowsers, knownForMs } from "./known-browser.ts";

const secret = randomBytes(32);
const jane = { memberId: "jane's id", changedAtMs: 1 };

function given(at = { ms: Date.parse("2026-03-01T12:00:00Z") }) {
  return { at, browsers: createKnownBrowsers(secret, () => at.ms) };
}

describe("a known browser", () => {
  it("is recognized by its id only for the account that signed in", () => {
    const { browsers } = given();
    const [one, other] = [browsers.issue(jane), browsers.issue(jane)];
    expect(browsers.idOf(one, jane)).toMatch(/^[\w-]{22}$/);
    expect(browsers.idOf(one, jane)).not.toBe(browsers.idOf(other, jane));
    expect(browsers.idOf(one, { ...jane, memberId: "joe's id" })).toBeUndefined();
    expect(one).not.toContain("jane");
  });

  it("is unknown after the password changes or its time has passed", () => {
    const { at, browsers } = given();
    const token = browsers.issue(jane);
    expect(browsers.idOf(token, { ...jane, changedAtMs: 2 })).toBeUndefined();
    at.ms += knownForMs - 1;
    expect(browsers.idOf(token, jane)).toBeDefined();
    at.ms += 1;
    expect(browsers.idOf(token, jane)).toBeUndefined();
  });

  it("can't be forged", () => {
    const { browsers } = given();
    const token = browsers.issue(jane);
    const [id = "", endsAt = "", signature = ""] = token.split(".");
    const elsewhere = createKnownBrowsers(randomBytes(32), () => 0).issue(jane);
    const made = [
      "",
      "a.b.c",
      elsewhere,
      `${id}.${endsAt}.`,
      `${id}.${Number(endsAt) + 1}.${signature}`,
      `${"A".repeat(22)}.${endsAt}.${signature}`,
      `${token}A`,
      "x".repeat(100_000),
    ];
    expect(made.filter((text) => browsers.idOf(text, jane) !== undefined)).toEqual([]);
  });
});
