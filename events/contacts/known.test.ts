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
  ["was approved by staff", admittedBy("staff")],
  ["is confirmed cadre", { role: "cadre", isCadreConfirmed: true }],
  ["confirmed an address of a domain", { email: "pat@TCU.example.edu", emailVerified: true }],
];
const strangers: [string, Partial<MemberRecord>][] = [
  ["only registered", {}],
  ["confirmed an address", { emailVerified: true, ...admittedBy("confirmation") }],
  ["has an unconfirmed address of a domain", { email: "pat@tcu.example.edu" }],
  ["confirmed an address of a similar domain", {
    email: "pat@not-tcu.example.edu",
    emailVerified: true,
  }],
  ["was admitted by a domain that was removed", admittedBy("domain")],
  ["chose the cadre role without confirmation", { role: "cadre" }],
  ["was confirmed cadre before and has another role now", {
    role: "alumni",
    isCadreConfirmed: true,
  }],
  ["is waiting for approval", { admission: { state: "waiting", needs: "approval", since: at } }],
  ["was invited and declined later", {
    isInvited: true,
    admission: { state: "refused", words: null, at },
  }],
  ["was declined", { admission: { state: "refused", words: null, at } }],
];

describe("a known member", () => {
  it.each(known)("is a member who %s", (_, member) => {
    expect(knows(member)).toBe(true);
  });

  it.each(strangers)("is not a member who %s", (_, member) => {
    expect(knows(member)).toBe(false);
  });

  it.each(known)("is a member whose request was accepted by a mentor who %s", (_, mentor) => {
    const others = strangers.map(([, other]) => other);
    expect(knows({}, ...others, mentor)).toBe(true);
  });

  it.each(strangers)(
    "is not a member whose request was accepted by a mentor who %s",
    (_, mentor) => {
      expect(knows({}, mentor)).toBe(false);
    },
  );
});
