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

describe("the door", () => {
  it("notes at registration what someone waits for", () => {
    given().when(register({ needs: "approval" })).thenEvents(pat, waitsFor("approval"));
    given().when(register()).thenEvents(pat);
  });

  it("opens with the address for who waits for that alone", () => {
    given(pat, waitsFor("confirmation")).when(verify())
      .thenEvents(verified, admittedBy("confirmation"));
    given(pat, waitsFor("approval")).when(verify()).thenEvents(verified);
    given(pat).when(verify("example.com")).thenEvents(verified);
  });

  it("opens for an address of the program's domains once it is confirmed", () => {
    given(pat, waitsFor("approval")).when(verify("example.com")).thenEvents(verified, {
      type: "MemberAdmitted",
      facts: { by: "domain" },
      personal: { domain: "example.com" },
    });
  });

  it("stays closed for people who were refused, whatever they confirm", () => {
    given(pat, waitsFor("confirmation"), refused).when(verify("example.com")).thenEvents(verified);
  });

  it("opens by staff, once", () => {
    given(pat, waitsFor("approval")).when(admit).thenEvents(admittedBy("staff"));
    given(pat, waitsFor("approval"), admittedBy("staff")).when(admit).thenNothing();
    given(pat).when(admit).thenNothing();
  });

  it("lets staff vouch, once, for someone who came in by themselves", () => {
    const vouch = { ...admit, seen: "in" } as const;
    given(pat).when(vouch).thenEvents(admittedBy("staff"));
    given(pat, waitsFor("confirmation"), admittedBy("confirmation")).when(vouch)
      .thenEvents(admittedBy("staff"));
    given(pat, admittedBy("staff")).when(vouch).thenNothing();
    given(pat, refused).when(vouch).thenRefused("program/decided");
    given(pat, waitsFor("approval")).when(vouch).thenRefused("program/decided");
  });

  it("is refused with words, once, and not to who is in", () => {
    given(pat, waitsFor("approval")).when(refuse).thenEvents(refused);
    given(pat, waitsFor("approval"), refused).when(refuse).thenNothing();
    given(pat, waitsFor("approval"), admittedBy("staff")).when(refuse)
      .thenRefused("program/decided");
    given(pat).when(refuse).thenRefused("program/decided");
  });

  it("is closed again for who is in, once, and never for staff", () => {
    const refuseMember = { ...refuse, seen: "in" } as const;
    given(pat).when(refuseMember).thenEvents(refused);
    given(pat, waitsFor("approval"), admittedBy("staff")).when(refuseMember).thenEvents(refused);
    given(pat, refused).when(refuseMember).thenNothing();
    given(pat, refused).when({ ...admit, seen: "refused" }).thenTypes("MemberAdmitted");
    given(cadre, confirmedBy("code")).when(refuseMember).thenRefused("program/has-access");
    given(cadre, confirmedBy("code")).when(refuse).thenRefused("program/has-access");
  });

  it("opens later for who was refused, but not by who did not know of it", () => {
    given(pat, waitsFor("approval"), refused).when(admit).thenRefused("program/decided");
    given(pat, waitsFor("approval"), refused).when({ ...admit, seen: "refused" })
      .thenEvents(admittedBy("staff"));
  });
});

describe("cadre", () => {
  it("are confirmed by the code, with which they register or choose the role", () => {
    given().when(register({ role: "cadre", confirmedBy: "code" })).thenEvents(
      cadre,
      confirmedBy("code"),
    );
    given().when(register({ role: "cadre" })).thenEvents(cadre);
    given(pat).when({ type: "SelectRole", role: "cadre", confirmedBy: "code" })
      .thenTypes("RoleSelected", "CadreConfirmed");
    given(pat).when({ type: "SelectRole", role: "cadre" }).thenTypes("RoleSelected");
  });

  it("of before can give the code later, once", () => {
    const giveCode = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
    given(cadre).when(giveCode).thenEvents(confirmedBy("code"));
    given(cadre, confirmedBy("code")).when(giveCode).thenNothing();
  });

  it("are confirmed by others, who say so of no one else", () => {
    const confirm = { type: "ConfirmCadre" } as const;
    given(cadre, verified).when(confirm).thenEvents(confirmedBy("staff"));
    given(cadre, confirmedBy("code")).when(confirm).thenNothing();
    given(pat).when(confirm).thenRefused("program/no-cadre");
  });

  it("are confirmed by staff once their address is, and by the first link before", () => {
    given(cadre).when({ type: "ConfirmCadre" }).thenRefused("program/unconfirmed");
    given(cadre).when({ type: "GrantCadre" }).thenRefused("program/unconfirmed");
    const byLink = { type: "GrantCadre", isByLink: true } as const;
    given(cadre).when(byLink).thenEvents(confirmedBy("first-staff link"));
    given(cadre, waitsFor("approval")).when(byLink)
      .thenEvents(confirmedBy("first-staff link"), admittedBy("staff"));
  });

  it("are let in with that, but by the code only once their address is confirmed", () => {
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

  it("lose it with another role, and do not have it back with the old one", () => {
    const asCadet = event("RoleSelected", { role: "cadet", previousRole: "cadre" });
    given(cadre, confirmedBy("code"), asCadet).when({ type: "SelectRole", role: "cadre" })
      .thenTypes("RoleSelected");
    given(cadre, confirmedBy("code"), asCadet).when(unconfirm()).thenNothing();
  });

  it("stays while its last member would choose another role", () => {
    const change = (remainingStaffId: string | null) =>
      ({ type: "SelectRole", role: "alumni", remainingStaffId }) as const;
    given(cadre, confirmedBy("staff")).when(change("kim")).thenTypes("RoleSelected");
    given(cadre, confirmedBy("staff")).when(change(null)).thenRefused("program/last-staff");
    given(cadre).when(change(null)).thenTypes("RoleSelected");
  });

  it("can be taken back, but the last of them cannot take their own", () => {
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

  it("is granted to who has confirmed their address, and confirmed with it", () => {
    given(pat, verified).when(grant).thenTypes("RoleSelected", "CadreConfirmed");
    given(pat, verified, waitsFor("approval")).when(grant)
      .thenTypes("RoleSelected", "CadreConfirmed", "MemberAdmitted");
    given(pat).when(grant).thenRefused("program/unconfirmed");
  });

  it("is confirmed where someone has it, and granted once", () => {
    given(cadre, verified).when(grant).thenEvents(confirmedBy("staff"));
    given(cadre, confirmedBy("code")).when(grant).thenNothing();
  });

  it("is taken, but not by the last of them from themselves", () => {
    given(cadre, confirmedBy("code")).when(take()).thenTypes("CadreUnconfirmed", "RoleSelected");
    given(pat, becameCadre).when(take(null)).thenTypes("RoleSelected");
    given(cadre, confirmedBy("code")).when(take(null)).thenRefused("program/last-staff");
    given(pat).when(take()).thenNothing();
  });
});

describe("asking others for help", () => {
  it("is closed and opened again, once each", () => {
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
    ["cadre that nobody confirmed", { ...roleOf("cadre"), isCadreConfirmed: false }, false],
    ["a graduate", roleOf("alumni"), false],
    [
      "cadre with the code who are refused",
      { ...roleOf("cadre"), admission: { state: "refused", words: null, at } as const },
      false,
    ],
  ])("%s: are they?", (_who, changes, expected) => {
    expect(isStaff(memberWith(changes))).toBe(expected);
  });

  it("are only among those who are in", () => {
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

  it("is recorded once, and so is its end", () => {
    given(pat).when(suspend).thenEvents(suspended);
    given(pat, suspended).when(suspend).thenNothing();
    given(pat, suspended).when(unsuspend).thenEvents(restored);
    given(pat).when(unsuspend).thenNothing();
  });

  it("is replaced by nothing that staff decide, or that a link confirms", () => {
    const held = [pat, waitsFor("confirmation"), suspended] as const;
    for (const command of [admit, refuse, { type: "GrantCadre" } as const, verify()]) {
      given(...held).when(command).thenRefused("program/suspended");
    }
    given(...held, restored).when(verify()).thenEvents(verified, admittedBy("confirmation"));
  });

  it("ends with what was before", () => {
    given(pat, waitsFor("approval"), suspended, restored).when(admit)
      .thenEvents(admittedBy("staff"));
    given(pat, refused, suspended, restored).when(refuse).thenNothing();
    given(pat, suspended, restored).when(admit).thenNothing();
  });
});

describe("a recorded death", () => {
  const died = { type: "DeathRecorded", facts: {}, personal: null } as const;
  const undone = { type: "DeathUndone", facts: {}, personal: null } as const;
  const suspended = { type: "MemberSuspended", facts: {}, personal: null } as const;
  const record = { type: "RecordDeath" } as const;
  const undo = { type: "UndoDeath" } as const;

  it("is recorded once, and so is that it was a mistake", () => {
    given(pat).when(record).thenEvents(died);
    given(pat, died).when(record).thenNothing();
    given(pat, died).when(undo).thenEvents(undone);
    given(pat).when(undo).thenNothing();
    given(pat, died, undone).when(undo).thenNothing();
  });

  it("is replaced by nothing that staff decide, or that a link confirms", () => {
    const commands = [admit, refuse, { type: "GrantCadre" } as const, verify()];
    for (const command of [...commands, { type: "Suspend" } as const]) {
      given(pat, waitsFor("confirmation"), died).when(command).thenRefused("program/suspended");
    }
    given(pat, died).when({ type: "Unsuspend" }).thenNothing();
  });

  it("ends with what was before, a suspension included", () => {
    given(pat, refused, died, undone).when(refuse).thenNothing();
    given(pat, suspended, died, undone).when({ type: "Suspend" }).thenNothing();
    given(pat, suspended, died, undone).when({ type: "Unsuspend" })
      .thenEvents({ type: "MemberUnsuspended", facts: {}, personal: null });
  });
});
