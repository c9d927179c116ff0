import { expect, it } from "vitest";
import { challengeLifetimeMs, type ChallengePurpose, Challenges } from "./challenges.ts";

const start = Date.parse("2026-11-02T12:00:00.000Z");

function given(secret = 1) {
  const clock = { ms: start };
  return {
    clock,
    challenges: new Challenges(new Uint8Array(32).fill(secret), () => new Date(clock.ms)),
  };
}

it("is valid for ten minutes, for its purpose and member, at its installation", () => {
  const { clock, challenges } = given();
  const made = challenges.make("confirm", "jane");
  expect(challenges.make("confirm", "jane")).not.toBe(made);
  const isValid = (purpose: ChallengePurpose = "confirm", memberId = "jane") =>
    challenges.isValid(made, purpose, memberId);
  expect(isValid()).toBe(true);
  expect(isValid("add")).toBe(false);
  expect(isValid("sign in")).toBe(false);
  expect(isValid("confirm", "john")).toBe(false);
  expect(isValid("confirm", "")).toBe(false);
  expect(given(2).challenges.isValid(made, "confirm", "jane")).toBe(false);
  clock.ms = start + challengeLifetimeMs - 1;
  expect(isValid()).toBe(true);
  clock.ms++;
  expect(isValid()).toBe(false);
  // A challenge from a node whose clock is ahead.
  clock.ms = start - 1;
  expect(isValid()).toBe(false);
});

it("is refused if any character of it is changed, added or missing", () => {
  const { challenges } = given();
  const made = challenges.make("sign in", "");
  for (let at = 0; at < made.length; at++) {
    const other = made[at] === "A" ? "B" : "A";
    expect(challenges.isValid(made.slice(0, at) + other + made.slice(at + 1), "sign in", "")).toBe(
      false,
    );
  }
  for (const changed of ["", `${made}A`, `${made}=`, ` ${made}`, made.slice(0, -1), "%"]) {
    expect(challenges.isValid(changed, "sign in", "")).toBe(false);
  }
});
