import { describe, expect, it } from "vitest";
import { given, happened, manyRegistered, published, registered } from "../testing/given.ts";

describe("people", () => {
  const invitedBy = "00000000-0000-4000-8000-000000000001";
  const log = given(
    registered("alum", "2025-01-03"),
    registered("none", "2026-01-01", null),
    registered("cadet", "2026-01-02", "cadet"),
    { ...registered("invited", "2026-01-04"), actor: invitedBy },
    { ...registered("joined", "2026-01-04"), actor: invitedBy },
    happened("EmailVerified", "joined", "2026-01-05"),
    registered("waits", "2026-01-05"),
    happened("AdmissionRequested", "waits", "2026-01-05", { needs: "approval" }),
    registered("refused", "2026-01-05"),
    happened("MemberRefused", "refused", "2026-01-06", {}),
    happened("AskingClosed", "cadet", "2026-01-06", {}),
    registered("gone", "2026-02-05"),
    happened("MemberErased", "gone", "2026-03-02"),
    happened("RoleSelected", "cadet", "2026-05-15", { role: "alumni", previousRole: "cadet" }),
  );

  it("aren't members while suspended", () => {
    const suspended = (id: string, is: "MemberSuspended" | "MemberUnsuspended", day: string) =>
      happened(is, id, day);
    const log = given(
      registered("out", "2026-01-05"),
      suspended("out", "MemberSuspended", "2026-01-06"),
      registered("back", "2026-01-05"),
      suspended("back", "MemberSuspended", "2026-01-06"),
      suspended("back", "MemberUnsuspended", "2026-01-07"),
    );
    expect(log.row("people-by-role", "Alumni"))
      .toMatchObject({ Members: 1, Suspended: 1, Declined: 0, All: 2 });
  });

  it("are counted by role and state, without erased ones", () => {
    expect(log.row("people-by-role", "Alumni")).toEqual({
      "Members": 3,
      "Waiting": 1,
      "Invited": 1,
      "Declined": 1,
      "Suspended": 0,
      "Died": 0,
      "All": 6,
      "Can't ask": 1,
    });
    expect(log.row("people-by-role", "Cadets", { until: "2026-05-01" })).toMatchObject({ All: 1 });
    expect(log.row("people-by-role", "Total")).toMatchObject({ Members: 4, All: 7 });
  });

  it("are counted by month of joining and leaving; future months are empty", () => {
    const until = "2026-05-20";
    const row = (month: string) => log.row("people-by-month", month, { until });
    expect(row("2026-01")).toEqual({ "Registered": 6, "Left": 0, "Became alumni": 0 });
    expect(row("2026-03")).toEqual({ "Registered": 0, "Left": 1, "Became alumni": 0 });
    expect(row("2026-05")).toEqual({ "Registered": 0, "Left": 0, "Became alumni": 1 });
    expect(row("2026-06")).toEqual({ "Registered": null, "Left": null, "Became alumni": null });
    expect(row("Total")).toEqual({ "Registered": 7, "Left": 1, "Became alumni": 1 });
  });

  it("don't leave when their invitation is declined or withdrawn", () => {
    const log = given(
      { ...registered("ann", "2026-01-01"), actor: invitedBy },
      { ...registered("ben", "2026-01-01"), actor: invitedBy },
      happened("PasswordReset", "ben", "2026-01-02"),
      happened("MemberErased", "ann", "2026-01-03"),
      happened("MemberErased", "ben", "2026-01-03"),
    );
    expect(log.row("people-by-month", "2026-01")).toMatchObject({ "Registered": 2, "Left": 1 });
    expect(log.answer("retention")).toContain(
      "2 accounts were erased (none in the last cycle). " +
        "1 of them was invited and never joined.",
    );
  });

  it("are followed from registration to a visible profile", () => {
    const steps = given(
      registered("old", "2025-01-01", "cadet"),
      ...manyRegistered(6, "cadet"),
      published("old", "2026-01-02"),
      published("cadet 1", "2026-01-02"),
      published("cadet 2", "2026-01-02"),
      happened("ProfileHidden", "cadet 2", "2026-01-02"),
      published("cadet 3", "2026-01-02"),
      happened("MemberErased", "cadet 3", "2026-01-03"),
    );
    expect(steps.row("people-new", "Cadets")).toEqual({
      "Registered": 6,
      "Chose a role": 6,
      "Created a profile": 3,
      "Visible at the end": 1,
    });
  });

  it("are summarized in a sentence, with the previous cycle", () => {
    expect(log.answer("people")).toBe(
      "4 members: no cadets, 3 alumni, and no cadre. 7 people registered or were invited in this cycle " +
        "(1 in the last one), and 1 person left.",
    );
    expect(given().answer("people")).toBe("No one has joined yet.");
    expect(given(registered("a", "2026-01-01", "cadet")).answer("people")).toMatch(
      /^1 member: 1 cadet, no alumni, and no cadre\. 1 person registered/,
    );
  });
});
