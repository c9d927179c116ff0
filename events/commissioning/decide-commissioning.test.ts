import { describe, expect, it } from "vitest";
import { dayMs } from "../day.ts";
import type { MemberEvent } from "../members/events.ts";
import { decide } from "../members/decide.ts";
import { evolve, type Member, recordIn, unknownMember } from "../members/evolve.ts";
import type { MemberCommand } from "../members/commands.ts";
import { at, given } from "../testing/given.ts";
import { memberWith, profileFieldsWith, registered } from "../testing/members.ts";
import {
  asksFrom,
  classDateOf,
  hasLastingAddress,
  hasPutOff,
  isAskedNow,
  undoCommissionUntil,
} from "./commissioning.ts";
import { canBeReminded } from "./decide-commissioning.ts";

const cadet = registered({ role: "cadet" });
const input = {
  classYear: "2026",
  rank: "2LT",
  armyBranch: "Aviation",
  component: "Army Reserve",
} as const;
const confirms = { type: "ConfirmCommission", ...input } as const;
const undoes = { type: "UndoCommission" } as const;
const putsOff = { type: "PutOffCommission", isForGood: false } as const;
const reminds = { type: "RemindOfCommission" } as const;
const verified: MemberEvent = { type: "EmailVerified", facts: {}, personal: null };
const suspended: MemberEvent = { type: "MemberSuspended", facts: {}, personal: null };
const roleIs = (role: "cadet" | "alumni" | "cadre", previousRole: "cadet" | "alumni" | "cadre") =>
  ({ type: "RoleSelected", facts: { role, previousRole }, personal: null }) as const;
const commissioned: MemberEvent = {
  type: "Commissioned",
  facts: { classYear: "2026", branch: "Aviation", component: "Army Reserve", rank: "2LT" },
  personal: null,
};
const withProfile = (fields: Readonly<Record<string, unknown>> = {}): MemberEvent[] => [
  cadet,
  ...given(cadet).decide({
    type: "CreateProfile",
    fields: profileFieldsWith({ classYear: "2026", rank: "CDT", armyBranch: "Armor", ...fields }),
  }),
];

/** Carries out commands one after the other, each at its time after the first. */
function after(events: readonly MemberEvent[], ...steps: (readonly [MemberCommand, number])[]) {
  let member: Member = unknownMember;
  const take = (some: readonly MemberEvent[], atMs: number) => {
    for (const event of some) member = evolve(member, { memberId: "member-1", atMs, event });
  };
  take(events, at.getTime());
  for (const [command, days] of steps) {
    const now = new Date(at.getTime() + days * dayMs);
    take(decide(member, command, now), now.getTime());
  }
  return recordIn(member)!;
}

describe("confirming a commission", () => {
  it("makes a cadet alumni and changes only the confirmed details of their profile", () => {
    given(...withProfile()).when(confirms).thenEvents(
      commissioned,
      roleIs("alumni", "cadet"),
      {
        type: "ProfileChanged",
        facts: {
          changed: ["rank", "armyBranch", "dutyStatus"],
          rank: "2LT",
          armyBranch: "Aviation",
          dutyStatus: "Army Reserve",
        },
        personal: {},
      },
    );
    const [before, now] = [after(withProfile()), after(withProfile(), [confirms, 1])];
    expect(now.role).toBe("alumni");
    expect(now.profile).toMatchObject({
      ...before.profile,
      ...{ rank: "2LT", armyBranch: "Aviation", dutyStatus: "Army Reserve" },
      ...{ updatedAt: now.updatedAt, publicUpdatedAt: now.updatedAt },
      confirmedAt: now.updatedAt,
    });
  });

  it("offers the details, with those of the list, to a cadet without a profile", () => {
    const listed: MemberEvent = {
      type: "DetailsOffered",
      facts: {},
      personal: { fields: { classYear: "2025", location: "Waco, TX" }, cells: [] },
    };
    given(cadet, listed).when(confirms).thenTypes("Commissioned", "RoleSelected", "DetailsOffered");
    const { offer, profile } = after([cadet, listed], [confirms, 0]);
    expect(profile).toBeNull();
    expect(offer?.fields).toEqual({
      ...{ classYear: "2026", rank: "2LT", armyBranch: "Aviation", dutyStatus: "Army Reserve" },
      location: "Waco, TX",
    });
  });

  it("ignores a second confirmation", () => {
    given(cadet, commissioned, roleIs("alumni", "cadet"))
      .when({ ...confirms, rank: "CPT" }).thenNothing();
  });

  it("is refused for everyone but cadets with access to the directory", () => {
    given(registered({ role: "alumni" })).when(confirms).thenRefused("commissioning/no-cadet");
    given(cadet, roleIs("cadre", "cadet")).when(confirms).thenRefused("commissioning/no-cadet");
    given(registered({ role: null })).when(confirms).thenRefused("commissioning/no-cadet");
    given(cadet, suspended).when(confirms).thenRefused("program/suspended");
    const waits: MemberEvent = {
      ...{ type: "AdmissionRequested", facts: { needs: "approval" }, personal: null },
    };
    given(cadet, waits).when(confirms).thenRefused("program/suspended");
  });

  it("names the problem of each field", () => {
    given(cadet).when({
      ...confirms,
      ...{ classYear: "27", rank: "CDT", armyBranch: "", component: "Veteran" },
    }).thenRefused("commissioning/invalid", {
      classYear: "Class year must be a year from 1900 to 2036",
      rank: "Select your rank",
      armyBranch: "Select your branch",
      component: "Select where you'll serve",
    });
  });
});

describe("undoing a confirmation", () => {
  it("restores role and profile within seven days, except for later changes", () => {
    const before = after(withProfile());
    const changed = { type: "ChangeProfile", fields: { armyBranch: "Infantry" } } as const;
    const now = after(withProfile(), [confirms, 0], [changed, 1], [undoes, 6.99]);
    expect(now.role).toBe("cadet");
    expect(now.commissioning).toEqual({ answer: null, remindedAt: null });
    expect(now.profile).toMatchObject({
      classYear: before.profile?.classYear,
      rank: "CDT",
      dutyStatus: null,
      armyBranch: "Infantry",
    });
  });

  it("expires after seven days, to the millisecond", () => {
    const record = after(withProfile(), [confirms, 0]);
    const until = new Date(at.getTime() + 7 * dayMs);
    expect(undoCommissionUntil(record, new Date(until.getTime() - 1))).toEqual(until);
    expect(undoCommissionUntil(record, until)).toBeUndefined();
    const alumnus = [cadet, commissioned, roleIs("alumni", "cadet")];
    given(...alumnus).when(undoes, new Date(until.getTime() - 1))
      .thenTypes("CommissioningUndone", "RoleSelected", "DetailsOffered");
    given(...alumnus).when(undoes, until).thenRefused("commissioning/too-late");
  });

  it("is refused after a change of role or a suspension, and does nothing without a confirmation", () => {
    const alumnus = [cadet, commissioned, roleIs("alumni", "cadet")];
    given(...alumnus, roleIs("cadre", "alumni")).when(undoes).thenRefused("commissioning/no-cadet");
    given(...alumnus, suspended).when(undoes).thenRefused("program/suspended");
    given(cadet).when(undoes).thenNothing();
    given(...alumnus, { type: "CommissioningUndone", facts: {}, personal: null })
      .when(undoes).thenNothing();
  });

  it("withdraws the offered details, and offers them again after another confirmation", () => {
    const undone = after([cadet], [confirms, 0], [undoes, 1]);
    expect(undone.offer?.fields).toEqual({ classYear: "2026", armyBranch: "Aviation" });
    const again = after([cadet], [confirms, 0], [undoes, 1], [confirms, 2]);
    expect(again.offer?.fields).toMatchObject({ rank: "2LT", dutyStatus: "Army Reserve" });
    expect(again.offer?.answered).toEqual([]);
  });
});

describe("answering not this year", () => {
  it("seals whether it is for good, and ignores a repeated answer", () => {
    given(...withProfile()).when(putsOff).thenEvents({
      type: "CommissioningPutOff",
      facts: {},
      personal: { classYear: "2026", isForGood: false },
    });
    const record = after(withProfile(), [putsOff, 0]);
    expect(hasPutOff(record)).toBe(true);
    const said: MemberEvent = {
      ...{ type: "CommissioningPutOff", facts: {} },
      personal: { classYear: "2026", isForGood: false },
    };
    given(...withProfile(), said).when(putsOff).thenNothing();
    given(...withProfile(), said).when({ ...putsOff, isForGood: true })
      .thenTypes("CommissioningPutOff");
  });

  it("applies to this class only, unless it is for good", () => {
    const later = { type: "ChangeProfile", fields: { classYear: "2027" } } as const;
    expect(hasPutOff(after(withProfile(), [putsOff, 0], [later, 1]))).toBe(false);
    const forGood = { ...putsOff, isForGood: true };
    expect(hasPutOff(after(withProfile(), [forGood, 0], [later, 1]))).toBe(true);
  });

  it("doesn't prevent a confirmation, and is refused after one", () => {
    expect(after(withProfile(), [putsOff, 0], [confirms, 1]).role).toBe("alumni");
    given(cadet, commissioned).when(putsOff).thenRefused("commissioning/confirmed");
    given(registered()).when(putsOff).thenRefused("commissioning/no-cadet");
  });
});

describe("a reminder by staff", () => {
  it("is sent at most once in seven days, and never after an answer", () => {
    const asked = [...withProfile(), verified];
    given(...asked).when(reminds).thenTypes("CommissioningReminded");
    const record = after(asked, [reminds, 0]);
    const in7days = new Date(at.getTime() + 7 * dayMs);
    expect(canBeReminded(record, new Date(in7days.getTime() - 1))).toBe(false);
    expect(canBeReminded(record, in7days)).toBe(true);
    expect(canBeReminded(after(asked, [putsOff, 0]), in7days)).toBe(false);
    expect(canBeReminded(after(asked, [confirms, 0]), in7days)).toBe(false);
    given(...asked, suspended).when(reminds).thenNothing();
    given(...withProfile()).when(reminds).thenNothing();
  });
});

describe("a class's date", () => {
  const dates = [{ classYear: "2026", date: "2026-05-15" }];
  const profile = { classYear: "2026" };
  const asked = memberWith({ role: "cadet", profile });
  const day = (text: string) => new Date(text);

  it("asks cadets from two weeks before until they answer", () => {
    expect(asksFrom(dates[0]!)).toEqual(day("2026-05-01"));
    expect(isAskedNow(asked, dates, day("2026-04-30T23:59:59.999Z"))).toBe(false);
    expect(isAskedNow(asked, dates, day("2026-05-01"))).toBe(true);
    expect(isAskedNow(asked, dates, day("2027-05-01"))).toBe(true);
    expect(isAskedNow(memberWith({ profile }), dates, day("2026-05-01"))).toBe(false);
  });

  it("follows the profile's class year, else the program's list", () => {
    const offer = { fields: { classYear: "2026" }, cells: [], answered: [] };
    const of = (member: Parameters<typeof memberWith>[0]) =>
      classDateOf(memberWith({ role: "cadet", ...member }), dates)?.date;
    expect(of({ profile: null, offer })).toBe("2026-05-15");
    expect(of({ profile: { classYear: "2027" }, offer })).toBeUndefined();
    expect(of({ profile: { classYear: "2024-2026" } })).toBeUndefined();
    expect(of({ profile: null })).toBeUndefined();
  });
});

describe("a lasting address", () => {
  const has = (email: string, second: string | null = null, emailVerified = true) =>
    hasLastingAddress(
      { email, emailVerified, addresses: { asked: null, second, former: [] } },
      ["cadets.example.com"],
    );
  it.each([
    ["pat@example.com", true],
    ["pat@tcu.edu", false],
    ["pat@mail.tcu.edu", false],
    ["pat@army.mil", false],
    ["pat@oxford.ac.uk", false],
    ["pat@cadets.example.com", false],
    ["pat@edu.example.com", true],
    ["pat@myedu", true],
  ])("%s: %s", (email, isLasting) => {
    expect(has(email)).toBe(isLasting);
    expect(has(email, null, false)).toBe(false);
    expect(has(email, "pat@example.org")).toBe(true);
  });
});
