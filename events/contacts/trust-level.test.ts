import { describe, expect, it } from "vitest";
import type { MemberRecord } from "../members/record.ts";
import { memberWith } from "../testing/members.ts";
import { trustLevelOf } from "./trust-level.ts";

const domains = ["tcu.example.edu"];
const at = "2026-03-01T12:00:00.000Z";
const admittedBy = (by: "confirmation" | "domain" | "staff" | "operator") => ({
  admission: { state: "admitted", by, at },
} as const);
const trustLevel = (member: Partial<MemberRecord>, ...mentors: Partial<MemberRecord>[]) =>
  trustLevelOf(
    { ...memberWith(), ...member },
    mentors.map((mentor) => ({ ...memberWith(), ...mentor })),
    domains,
  );

const known: [string, Partial<MemberRecord>][] = [
  ["was invited", { isInvited: true }],
  ["was accepted by staff", admittedBy("staff")],
  ["was accepted by an operator", admittedBy("operator")],
  ["is confirmed cadre", { role: "cadre", isCadreConfirmed: true }],
  ["confirmed an address of a domain", { email: "pat@TCU.example.edu", emailVerified: true }],
];
const strangers: [string, Partial<MemberRecord>][] = [
  ["registered", {}],
  ["confirmed an address", { emailVerified: true, ...admittedBy("confirmation") }],
  ["has an address of a domain and did not confirm it", { email: "pat@tcu.example.edu" }],
  ["confirmed one that only ends so", { email: "pat@not-tcu.example.edu", emailVerified: true }],
  ["came in by a domain that is none now", admittedBy("domain")],
  ["says that they are cadre", { role: "cadre" }],
  ["was confirmed and is cadre no more", { role: "alumni", isCadreConfirmed: true }],
  ["waits", { admission: { state: "waiting", needs: "approval", since: at } }],
  ["was invited and refused since", {
    isInvited: true,
    admission: { state: "refused", words: null, at },
  }],
  ["was refused", { admission: { state: "refused", words: null, at } }],
];

describe("the trustLevel of who looks at contacts", () => {
  it.each(known)("is known for who %s", (_, member) => {
    expect(trustLevel(member)).toBe("known");
  });

  it.each(strangers)("is a stranger's for who %s", (_, member) => {
    expect(trustLevel(member)).toBe("stranger");
  });

  it("is known once a mentor whom the program knows has said yes, and answered with another one", () => {
    const yes = strangers.map(([, mentor]) => mentor);
    expect(trustLevel({}, ...yes)).toBe("answered");
    for (const [, mentor] of known) expect(trustLevel({}, ...yes, mentor)).toBe("known");
  });
});
