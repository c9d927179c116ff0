import { describe, expect, it } from "vitest";
import { dayMs } from "../../../../events/day.ts";
import { sharedAtFirst } from "../../../../events/vocabulary.ts";
import type { MemberRecord, ProfileRecord } from "../../../../events/members/record.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
import { aMember, anAlum, aProfile } from "../../../testing/members.ts";
import { createTestSite } from "../../../testing/site.ts";
import { textOf } from "../../../testing/staff-site.ts";

const path = "/program/commissioning";
const input = {
  classYear: "2026",
  rank: "2LT",
  armyBranch: "Armor",
  component: "Active Duty",
} as const;

const cadet = (
  memberId: string,
  profile: Partial<ProfileRecord> | null = {},
  changes: Partial<MemberRecord> = {},
) =>
  aMember({
    ...{ memberId, firstName: memberId, lastName: "Cadet", emailVerified: true },
    profile: profile && aProfile({ classYear: "2026", ...profile }),
    ...changes,
  });
const staff = (memberId: string) =>
  aMember({ memberId, role: "cadre", isCadreConfirmed: true, emailVerified: true });

async function given(...members: readonly MemberRecord[]) {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const site = await createTestSite({
    members: [staff("stan"), staff("stella"), anAlum("dana"), ...members],
    now: () => new Date(clock.ms),
  });
  const post = async (form: Readonly<Record<string, string>>, who = "stan") => {
    const answer = await site.send(path, form, who);
    await site.testApp.settled();
    return answer;
  };
  return {
    ...site,
    clock,
    post,
    setDate: (date: string, classYear = "2026") =>
      post({ does: "commissioning-date", classYear, date }),
    remind: (who = "stan") => post({ does: "remind", classYear: "2026" }, who),
    text: async (at = path) => textOf(await site.page(at, "stan")),
    confirm: (memberId: string) => site.execute(memberId, { type: "ConfirmCommission", ...input }),
  };
}

describe("commissioning classes", () => {
  it("are visible only to staff", async () => {
    const site = await given(cadet("ann"));
    for (const who of ["dana", "ann"]) {
      expect((await site.get(path, who)).status).toBe(404);
      expect((await site.post({ does: "remind", classYear: "2026" }, who)).status).toBe(404);
    }
    expect(await site.text()).toContain("No class has a date yet");
  });

  it("have a date that staff set, move and remove, with a history entry each", async () => {
    const site = await given();
    await site.setDate("2026-12-01");
    await site.setDate("2026-12-12");
    expectTexts(await site.text(), ["Class of 2026, December 12, 2026"]);
    await site.post({ does: "no-commissioning-date", classYear: "2026" });
    expect(await site.text()).not.toContain("Class of 2026");
    expectTexts(await site.text("/program/history"), [
      "set the commissioning date of the class of 2026 to December 1, 2026",
      "moved the commissioning date of the class of 2026 from December 1, 2026 to December 12, 2026",
      "removed the commissioning date of the class of 2026",
    ]);
  });

  it.each([
    [{ classYear: "27", date: "2027-05-15" }, "Enter a class year such as 2027"],
    [{ classYear: "2027", date: "" }, "Choose the day"],
    [{ classYear: "2027", date: "2027-02-30" }, "This date doesn&#x27;t exist"],
    [{ classYear: "2027", date: "2032-05-15" }, "Choose a date in the year of the class"],
  ])("refuse %j", async (form, message) => {
    const site = await given();
    const { status, html } = await site.post({ does: "commissioning-date", ...form });
    expect([status, html.includes(message)]).toEqual([422, true]);
  });

  it("list their cadets with their answers, and counts", async () => {
    const site = await given(
      cadet("ann"),
      cadet("ben", {}, { email: "ben@example.com" }),
      cadet("cal"),
      cadet("dee"),
      cadet("eve", { classYear: "2027" }),
    );
    await site.setDate("2026-12-01");
    await site.confirm("ben");
    await site.execute("cal", { type: "PutOffCommission", isForGood: true });
    await site.execute("dee", { type: "PutOffCommission", isForGood: false });
    const text = await site.text();
    expectTexts(text, [
      "1 of 4 confirmed, 1 has a lasting address.",
      "ann Cadet Not yet No lasting address",
      "cal Cadet Not this year No lasting address dee Cadet Not this year",
      "ben Cadet Confirmed Lasting address",
      "Remind 1 cadet",
    ], ["eve Cadet", "at all", "for good"]);
  });

  it("leave out cadets whose class year staff can't know, until they confirm", async () => {
    const sharedFields = { ...sharedAtFirst, classYear: false };
    const site = await given(
      cadet("ann", { sharedFields }),
      cadet("ben", { isVisible: false }),
      cadet("cal", { isVisible: false }),
    );
    await site.setDate("2026-12-01");
    await site.execute("cal", {
      type: "OfferDetails",
      fields: { classYear: "2026", location: "Waco, TX" },
      cells: [],
      addresses: ["cal@example.edu"],
    });
    // Details that the profile has already aren't an offer.
    expect(await site.text()).toContain("We don&#x27;t know any cadets of this class.");
    expect(textOf(await site.page("/commissioning", "ann"))).toContain("Your Details");
    await site.confirm("ann");
    expectTexts(await site.text(), ["1 of 1 confirmed", "ann Cadet Confirmed"], ["ben Cadet"]);
  });

  it("include a cadet without a profile by the program's list", async () => {
    const site = await given(cadet("ann", null));
    await site.setDate("2026-12-01");
    await site.execute("ann", {
      type: "OfferDetails",
      fields: { classYear: "2026" },
      cells: [],
      addresses: ["ann@example.edu"],
    });
    expect(await site.text()).toContain("ann Cadet Not yet");
  });

  it("leave out erased and suspended cadets", async () => {
    const site = await given(cadet("ann"), cadet("ben"), cadet("cal"));
    await site.setDate("2026-12-01");
    await site.execute("ann", { type: "Erase" });
    await site.execute("ben", { type: "Suspend" });
    expectTexts(await site.text(), ["0 of 1 confirmed", "cal Cadet"], ["ann Cadet", "ben Cadet"]);
  });
});

describe("a reminder to a class", () => {
  it("is sent to cadets without an answer, at most once a week, also by two staff at once", async () => {
    const site = await given(cadet("ann"), cadet("ben"), cadet("cal"));
    await site.setDate("2026-12-01");
    await site.confirm("cal");
    await Promise.all([site.remind("stan"), site.remind("stella")]);
    const reminded = () =>
      site.testApp.mails.filter(({ subject }) => subject.startsWith("Confirm your commission"))
        .map(({ to }) => to).toSorted();
    expect(reminded()).toEqual(["ann@example.edu", "ben@example.edu"]);
    expect(await site.text()).not.toContain("Remind ");
    site.clock.ms += 7 * dayMs - 1;
    await site.remind();
    expect(reminded()).toHaveLength(2);
    site.clock.ms += 1;
    await site.execute("ben", { type: "PutOffCommission", isForGood: false });
    expect(await site.text()).toContain("Remind 1 cadet");
    await site.remind();
    expect(reminded()).toHaveLength(3);
    // Requests of this test have one id, so they are one entry.
    expect(await site.text("/program/history"))
      .toContain("reminded 3 people to confirm their commission");
  });

  it("can't be sent before the class is asked", async () => {
    const site = await given(cadet("ann"));
    await site.setDate("2026-12-20");
    const text = await site.text();
    expectTexts(text, ["ask them on December 6, 2026"], ["Remind 1"]);
    await site.remind();
    expect(site.testApp.mails).toEqual([]);
  });
});
