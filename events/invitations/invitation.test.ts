import { describe, expect, it } from "vitest";
import type { MemberEvent } from "../members/events.ts";
import { evolve, type Member, unknownMember } from "../members/evolve.ts";
import { decide } from "../members/decide.ts";
import { registered } from "../testing/members.ts";
import type { InvitationCommand, RenewalWay } from "./invitation.ts";

const memberId = "00000000-0000-4000-8000-000000000001";
const staffId = "00000000-0000-4000-8000-000000000002";
const start = Date.parse("2026-11-01T12:00:00.000Z");

const renewed = (way: RenewalWay): MemberEvent => ({
  type: "InvitationRenewed",
  facts: { way },
  personal: null,
});
const bounced: MemberEvent = { type: "InvitationBounced", facts: {}, personal: null };
const accepted: MemberEvent = { type: "PasswordReset", facts: {}, personal: null };

/** A member whom staff invited, with an hour between any two events. */
function invited(events: readonly MemberEvent[], actorId = staffId): Member {
  return [registered(), ...events].reduce(
    (member: Member, event, hours) =>
      evolve(member, { memberId, actorId, atMs: start + hours * 3_600_000, event }),
    unknownMember,
  );
}

const after = (...events: readonly MemberEvent[]) => {
  const member = invited(events);
  return member.status === "present" ? member.record.invitation : undefined;
};
const when = (command: InvitationCommand, ...events: readonly MemberEvent[]) =>
  decide(invited(events), command, new Date(start));
const renew = (way: RenewalWay, unlessMailedSince?: string) =>
  ({ type: "RenewInvitation", way, unlessMailedSince }) as const;

describe("an invitation", () => {
  it("is pending for members invited by staff or a file until they answer", () => {
    const mailedAt = "2026-11-01T12:00:00.000Z";
    expect(after()).toEqual({
      isAnswered: false,
      mailedAt,
      reminders: 0,
      isBounced: false,
      isMuted: false,
      invitedBy: staffId,
      words: null,
    });
    expect(after(accepted)?.isAnswered).toBe(true);
    for (
      const [actorId, isInvited] of [["import", true], ["seed", false], [memberId, false]] as const
    ) {
      const member = invited([], actorId);
      expect(member.status === "present" && member.record.invitation !== null).toBe(isInvited);
    }
  });

  it("keeps the inviter's words until it is answered", () => {
    const write = { type: "WriteInvitation", words: "sealed" } as const;
    const [written] = when(write);
    if (written === undefined) throw new Error("Nothing was written");
    expect(after(written)).toMatchObject({ invitedBy: staffId, words: "sealed" });
    expect(when(write, written)).toEqual([]);
    expect(after(written, accepted)).toMatchObject({ isAnswered: true, words: null });
    expect(when(write, accepted)).toEqual([]);
    const byCommand = invited([], "import");
    expect(byCommand.status === "present" && byCommand.record.invitation?.invitedBy).toBeNull();
  });

  it("can be renewed by staff any number of times before an answer", () => {
    expect(when(renew("mail"), renewed("mail"))).toEqual([renewed("mail")]);
    expect(when(renew("link"))).toEqual([renewed("link")]);
    expect(() => when(renew("mail"), accepted)).toThrow("They have answered the invitation");
  });

  it("is mailed once when two staff members remind at the same time", () => {
    const pressedAt = "2026-11-01T12:30:00.000Z";
    expect(when(renew("mail", pressedAt))).toEqual([renewed("mail")]);
    expect(when(renew("mail", pressedAt), renewed("mail"))).toEqual([]);
    expect(when(renew("mail", pressedAt), accepted)).toEqual([]);
  });

  it("gets each reminder once, and none after an answer", () => {
    expect(when(renew("first-reminder"))).toEqual([renewed("first-reminder")]);
    expect(when(renew("first-reminder"), renewed("first-reminder"))).toEqual([]);
    expect(when(renew("second-reminder"), renewed("first-reminder")))
      .toEqual([renewed("second-reminder")]);
    expect(when(renew("first-reminder"), renewed("second-reminder"))).toEqual([]);
    expect(when(renew("first-reminder"), accepted)).toEqual([]);
  });

  it("gets no reminder after a bounce until staff mail it again", () => {
    expect(when({ type: "NoteBounce" })).toEqual([bounced]);
    expect(when({ type: "NoteBounce" }, bounced)).toEqual([]);
    expect(when({ type: "NoteBounce" }, accepted)).toEqual([]);
    expect(when(renew("first-reminder"), bounced)).toEqual([]);
    expect(when(renew("first-reminder"), bounced, renewed("mail"))).toHaveLength(1);
    expect(after(bounced)?.isBounced).toBe(true);
    expect(after(bounced, renewed("mail"))?.isBounced).toBe(false);
  });

  it("gets no more mail once muted, but staff can still copy a link", () => {
    const muted: MemberEvent = { type: "InvitationMuted", facts: {}, personal: null };
    expect(when({ type: "MuteInvitation" })).toEqual([muted]);
    expect(when({ type: "MuteInvitation" }, muted)).toEqual([]);
    expect(when({ type: "MuteInvitation" }, accepted)).toEqual([]);
    expect(when(renew("first-reminder"), muted)).toEqual([]);
    expect(when(renew("mail", "2026-11-01T12:30:00.000Z"), muted)).toEqual([]);
    expect(() => when(renew("mail"), muted)).toThrow("They asked us not to email them");
    expect(when(renew("link"), muted)).toEqual([renewed("link")]);
    expect(after(muted, renewed("link"), bounced)?.isMuted).toBe(true);
  });

  it("doesn't count a copied link as a mail", () => {
    expect(after(renewed("link"))?.mailedAt).toBe("2026-11-01T12:00:00.000Z");
    expect(after(renewed("mail"))?.mailedAt).toBe("2026-11-01T13:00:00.000Z");
  });
});
