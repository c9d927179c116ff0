import { describe, expect, it } from "vitest";
import { given } from "../testing/given.ts";
import { memberWith, register, registered } from "../testing/members.ts";
import type { Role } from "../vocabulary.ts";
import { isAdmitted, isStaff } from "./admission.ts";
import type { MemberEvent } from "../members/events.ts";

const event = <T extends MemberEvent["type"]>(
  type: T,
  facts: Extract<MemberEvent, { type: T }>["facts"],
) => ({ type, facts, personal: null }) as unknown as MemberEvent;

const waitsFor = (needs: "confirmation" | "approval") => event("AdmissionRequested", { needs });
const admittedBy = (by: "confirmation" | "domain" | "staff") => event("MemberAdmitted", { by });
const confirmedBy = (by: "code" | "first-staff link" | "staff") => event("CadreConfirmed", { by });
const verified = event("EmailVerified", {});
const refused: MemberEvent = {
  type: "MemberRefused",
  facts: {},
  personal: { words: "We do not know you" },
};

const pat = registered();
const cadre = registered({ role: "cadre" });
const verify = (domain?: string) =>
  ({ type: "VerifyEmail", email: "pat@example.com", domain }) as const;
const admit = { type: "Admit", seen: "waiting" } as const;
const refuse = { type: "Refuse", words: "We do not know you" } as const;
const unconfirm = (remainingStaffId: string | null = "stan") =>
  ({ type: "UnconfirmCadre", remainingStaffId }) as const;

describe("admission", () => {
  it("stores an applicant's requirement at registration", () => {
    given().when(register({ needs: "approval" })).thenEvents(pat, waitsFor("approval"));
    given().when(register()).thenEvents(pat);
  });

  it("is granted with a confirmed address if nothing else is required", () => {
    given(pat, waitsFor("confirmation")).when(verify())
      .thenEvents(verified, admittedBy("confirmation"));
    given(pat, waitsFor("approval")).when(verify()).thenEvents(verified);
    given(pat).when(verify("example.com")).thenEvents(verified);
  });

  it("is granted for a confirmed address of the program's domains", () => {
    given(pat, waitsFor("approval")).when(verify("example.com")).thenEvents(verified, {
      type: "MemberAdmitted",
      facts: { by: "domain" },
      personal: { domain: "example.com" },
    });
  });

  it("is not granted to declined applicants by a confirmation", () => {
    given(pat, waitsFor("confirmation"), refused).when(verify("example.com")).thenEvents(verified);
  });

  it("is granted by staff, once", () => {
    given(pat, waitsFor("approval")).when(admit).thenEvents(admittedBy("staff"));
    given(pat, waitsFor("approval"), admittedBy("staff")).when(admit).thenNothing();
    given(pat).when(admit).thenNothing();
  });

  it("lets staff vouch, once, for members who joined without approval", () => {
    const vouch = { ...admit, seen: "in" } as const;
    given(pat).when(vouch).thenEvents(admittedBy("staff"));
    given(pat, waitsFor("confirmation"), admittedBy("confirmation")).when(vouch)
      .thenEvents(admittedBy("staff"));
    given(pat, admittedBy("staff")).when(vouch).thenNothing();
    given(pat, refused).when(vouch).thenRefused("program/decided");
    given(pat, waitsFor("approval")).when(vouch).thenRefused("program/decided");
  });

  it("can be declined with a message, once, but not to members", () => {
    given(pat, waitsFor("approval")).when(refuse).thenEvents(refused);
    given(pat, waitsFor("approval"), refused).when(refuse).thenNothing();
    given(pat, waitsFor("approval"), admittedBy("staff")).when(refuse)
      .thenRefused("program/decided");
    given(pat).when(refuse).thenRefused("program/decided");
  });

  it("can be revoked for members, once, but never for staff", () => {
    const refuseMember = { ...refuse, seen: "in" } as const;
    given(pat).when(refuseMember).thenEvents(refused);
    given(pat, waitsFor("approval"), admittedBy("staff")).when(refuseMember).thenEvents(refused);
    given(pat, refused).when(refuseMember).thenNothing();
    given(pat, refused).when({ ...admit, seen: "refused" }).thenTypes("MemberAdmitted");
    given(cadre, confirmedBy("code")).when(refuseMember).thenRefused("program/has-access");
    given(cadre, confirmedBy("code")).when(refuse).thenRefused("program/has-access");
  });

  it("can be granted after a decline by staff who know of it", () => {
    given(pat, waitsFor("approval"), refused).when(admit).thenRefused("program/decided");
    given(pat, waitsFor("approval"), refused).when({ ...admit, seen: "refused" })
      .thenEvents(admittedBy("staff"));
  });
});

describe("cadre", () => {
  it("are confirmed by the code, at registration or with the role", () => {
    given().when(register({ role: "cadre", confirmedBy: "code" })).thenEvents(
      cadre,
      confirmedBy("code"),
    );
    given().when(register({ role: "cadre" })).thenEvents(cadre);
    given(pat).when({ type: "SelectRole", role: "cadre", confirmedBy: "code" })
      .thenTypes("RoleSelected", "CadreConfirmed");
    given(pat).when({ type: "SelectRole", role: "cadre" }).thenTypes("RoleSelected");
  });

  it("can enter the code later, once", () => {
    const giveCode = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
    given(cadre).when(giveCode).thenEvents(confirmedBy("code"));
    given(cadre, confirmedBy("code")).when(giveCode).thenNothing();
  });

  it("are confirmed by staff, who can confirm no other role", () => {
    const confirm = { type: "ConfirmCadre" } as const;
    given(cadre, verified).when(confirm).thenEvents(confirmedBy("staff"));
    given(cadre, confirmedBy("code")).when(confirm).thenNothing();
    given(pat).when(confirm).thenRefused("program/no-cadre");
  });

  it("are confirmed by staff after their address, and by the first-staff link before", () => {
    given(cadre).when({ type: "ConfirmCadre" }).thenRefused("program/unconfirmed");
    given(cadre).when({ type: "GrantCadre" }).thenRefused("program/unconfirmed");
    const byLink = { type: "GrantCadre", isByLink: true } as const;
    given(cadre).when(byLink).thenEvents(confirmedBy("first-staff link"));
    given(cadre, waitsFor("approval")).when(byLink)
      .thenEvents(confirmedBy("first-staff link"), admittedBy("staff"));
  });

  it("are admitted by staff's confirmation, but by the code only with a confirmed address", () => {
    const confirm = { type: "ConfirmCadre" } as const;
    const giveCode = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
    const waiting = [cadre, waitsFor("approval")];
    given(...waiting, verified).when(confirm).thenEvents(confirmedBy("staff"), admittedBy("staff"));
    given(...waiting, verified, refused).when(confirm).thenTypes(
      "CadreConfirmed",
      "MemberAdmitted",
    );
    given(...waiting).when(giveCode).thenEvents(confirmedBy("code"), waitsFor("confirmation"));
    given(...waiting, verified).when(giveCode)
      .thenEvents(confirmedBy("code"), admittedBy("confirmation"));
    given(...waiting, refused).when(giveCode).thenEvents(confirmedBy("code"));
  });

  it("lose confirmation with another role, and don't regain it with the old one", () => {
    const asCadet = event("RoleSelected", { role: "cadet", previousRole: "cadre" });
    given(cadre, confirmedBy("code"), asCadet).when({ type: "SelectRole", role: "cadre" })
      .thenTypes("RoleSelected");
    given(cadre, confirmedBy("code"), asCadet).when(unconfirm()).thenNothing();
  });

  it("keep their last staff member, who can't choose another role", () => {
    const change = (remainingStaffId: string | null) =>
      ({ type: "SelectRole", role: "alumni", remainingStaffId }) as const;
    given(cadre, confirmedBy("staff")).when(change("kim")).thenTypes("RoleSelected");
    given(cadre, confirmedBy("staff")).when(change(null)).thenRefused("program/last-staff");
    given(cadre).when(change(null)).thenTypes("RoleSelected");
  });

  it("can be unconfirmed, except for the last staff member", () => {
    const confirmed = [cadre, confirmedBy("staff")];
    given(...confirmed).when(unconfirm())
      .thenEvents(event("CadreUnconfirmed", {}));
    given(...confirmed).when(unconfirm(null)).thenRefused("program/last-staff");
    given(cadre).when(unconfirm(null)).thenNothing();
  });
});

describe("the cadre role", () => {
  const grant = { type: "GrantCadre" } as const;
  const take = (remainingStaffId: string | null = "stan") =>
    ({ type: "TakeCadre", role: "alumni", remainingStaffId }) as const;
  const becameCadre = event("RoleSelected", { role: "cadre", previousRole: null });

  it("is granted to members with a confirmed address, and confirmed with it", () => {
    given(pat, verified).when(grant).thenTypes("RoleSelected", "CadreConfirmed");
    given(pat, verified, waitsFor("approval")).when(grant)
      .thenTypes("RoleSelected", "CadreConfirmed", "MemberAdmitted");
    given(pat).when(grant).thenRefused("program/unconfirmed");
  });

  it("is only confirmed for members who have it, and granted once", () => {
    given(cadre, verified).when(grant).thenEvents(confirmedBy("staff"));
    given(cadre, confirmedBy("code")).when(grant).thenNothing();
  });

  it("can be removed, except from the last staff member", () => {
    given(cadre, confirmedBy("code")).when(take()).thenTypes("CadreUnconfirmed", "RoleSelected");
    given(pat, becameCadre).when(take(null)).thenTypes("RoleSelected");
    given(cadre, confirmedBy("code")).when(take(null)).thenRefused("program/last-staff");
    given(pat).when(take()).thenNothing();
  });
});

describe("asking others for help", () => {
  it("can be closed and opened again, once each", () => {
    const [close, open] = [
      { type: "CloseAsking" },
      { type: "OpenAsking" },
    ] as const;
    const closed = event("AskingClosed", {});
    const opened = event("AskingOpened", {});
    given(pat).when(close).thenEvents(closed);
    given(pat, closed).when(close).thenNothing();
    given(pat, closed).when(open).thenEvents(opened);
    given(pat, closed, opened).when(open).thenNothing();
  });
});

describe("staff", () => {
  const at = memberWith().createdAt;
  const roleOf = (role: Role) => ({ role, isCadreConfirmed: true, admission: null });

  it.each([
    ["confirmed cadre", roleOf("cadre"), true],
    ["unconfirmed cadre", { ...roleOf("cadre"), isCadreConfirmed: false }, false],
    ["a graduate", roleOf("alumni"), false],
    [
      "confirmed cadre who are declined",
      { ...roleOf("cadre"), admission: { state: "refused", words: null, at } as const },
      false,
    ],
  ])("knows whether %s are staff", (_who, changes, expected) => {
    expect(isStaff(memberWith(changes))).toBe(expected);
  });

  it("must be admitted", () => {
    expect(isAdmitted({ admission: null })).toBe(true);
    expect(isAdmitted({ admission: { state: "admitted", by: "staff", at } })).toBe(true);
    expect(isAdmitted({ admission: { state: "waiting", needs: "approval", since: at } }))
      .toBe(false);
  });
});

describe("a suspension", () => {
  const suspend = { type: "Suspend" } as const;
  const unsuspend = { type: "Unsuspend" } as const;
  const suspended = happened("MemberSuspended");
  const restored = happened("MemberUnsuspended");

  function happened(type: "MemberSuspended" | "MemberUnsuspended") {
    return { type, facts: {}, personal: null } as const;
  }

  it("starts and ends once", () => {
    given(pat).when(suspend).thenEvents(suspended);
    given(pat, suspended).when(suspend).thenNothing();
    given(pat, suspended).when(unsuspend).thenEvents(restored);
    given(pat).when(unsuspend).thenNothing();
  });

  it("can't be replaced by staff's decisions or a confirmation link", () => {
    const held = [pat, waitsFor("confirmation"), suspended] as const;
    for (const command of [admit, refuse, { type: "GrantCadre" } as const, verify()]) {
      given(...held).when(command).thenRefused("program/suspended");
    }
    given(...held, restored).when(verify()).thenEvents(verified, admittedBy("confirmation"));
  });

  it("restores the state before", () => {
    given(pat, waitsFor("approval"), suspended, restored).when(admit)
      .thenEvents(admittedBy("staff"));
    given(pat, refused, suspended, restored).when(refuse).thenNothing();
    given(pat, suspended, restored).when(admit).thenNothing();
  });
});

describe("a member's death", () => {
  const died = { type: "DeathRecorded", facts: {}, personal: null } as const;
  const undone = { type: "DeathUndone", facts: {}, personal: null } as const;
  const suspended = { type: "MemberSuspended", facts: {}, personal: null } as const;
  const record = { type: "RecordDeath" } as const;
  const undo = { type: "UndoDeath" } as const;

  it("can be recorded once, and undone once", () => {
    given(pat).when(record).thenEvents(died);
    given(pat, died).when(record).thenNothing();
    given(pat, died).when(undo).thenEvents(undone);
    given(pat).when(undo).thenNothing();
    given(pat, died, undone).when(undo).thenNothing();
  });

  it("can't be replaced by staff's decisions or a confirmation link", () => {
    const commands = [admit, refuse, { type: "GrantCadre" } as const, verify()];
    for (const command of [...commands, { type: "Suspend" } as const]) {
      given(pat, waitsFor("confirmation"), died).when(command).thenRefused("program/suspended");
    }
    given(pat, died).when({ type: "Unsuspend" }).thenNothing();
  });

  it("restores the state before when undone, even a suspension", () => {
    given(pat, refused, died, undone).when(refuse).thenNothing();
    given(pat, suspended, died, undone).when({ type: "Suspend" }).thenNothing();
    given(pat, suspended, died, undone).when({ type: "Unsuspend" })
      .thenEvents({ type: "MemberUnsuspended", facts: {}, personal: null });
  });
});
