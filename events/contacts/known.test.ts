import { describe, expect, it } from "vitest";
import type { MemberRecord } from "../members/record.ts";
import { memberWith } from "../testing/members.ts";
import { isKnown } from "./known.ts";

const domains = ["tcu.example.edu"];
const at = "2026-03-01T12:00:00.000Z";
const admittedBy = (by: "confirmation" | "domain" | "staff") => ({
  admission: { state: "admitted", by, at },
} as const);
const knows = (member: Partial<MemberRecord>, ...mentors: Partial<MemberRecord>[]) =>
  isKnown(
    { ...memberWith(), ...member },
    mentors.map((mentor) => ({ ...memberWith(), ...mentor })),
    domains,
  );

const known: [string, Partial<MemberRecord>][] = [
  ["was invited", { isInvited: true }],
  ["was accepted by staff", admittedBy("staff")],
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

describe("a known member", () => {
  it.each(known)("is one who %s", (_, member) => {
    expect(knows(member)).toBe(true);
  });

  it.each(strangers)("is not one who %s", (_, member) => {
    expect(knows(member)).toBe(false);
  });

  it.each(known)("is one whose request was accepted by a mentor who %s", (_, mentor) => {
    const others = strangers.map(([, other]) => other);
    expect(knows({}, ...others, mentor)).toBe(true);
  });

  it.each(strangers)("is not one whose request was accepted by a mentor who %s", (_, mentor) => {
    expect(knows({}, mentor)).toBe(false);
  });
});
