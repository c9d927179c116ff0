import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs } from "../day.ts";
import { memberWith } from "../testing/members.ts";
import { decide } from "./decide.ts";
import { evolve, type Member, recordIn, unknownMember } from "./evolve.ts";
import type { MemberCommand } from "./commands.ts";
import { type ProgramMailKind, programMailKinds } from "./program-mail-events.ts";
import {
  decideProgramMail,
  dueByTime,
  firstQuestionMs,
  noProgramMails,
  programMailsAYear,
  sentWithin,
  yearMs,
} from "./program-mails.ts";
import type { MemberRecord } from "./record.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const iso = (ms: number) => new Date(ms).toISOString();

function cadet(changes: Parameters<typeof memberWith>[0] = {}): MemberRecord {
  return memberWith({
    role: "cadet",
    emailVerified: true,
    programMails: { ...noProgramMails, cadetSince: iso(start) },
    ...changes,
  });
}

function profiled(changes: Parameters<typeof memberWith>[0] = {}): MemberRecord {
  return memberWith({ emailVerified: true, profile: { confirmedAt: iso(start) }, ...changes });
}

function send(
  member: MemberRecord,
  kind: ProgramMailKind,
  momentMs: number,
  { nowMs = momentMs, restoredMs }: {
    readonly nowMs?: number;
    readonly restoredMs?: number;
  } = {},
) {
  const command = { type: "SendProgramMail", kind, momentMs, restoredMs } as const;
  return decideProgramMail(member, command, new Date(nowMs)).length;
}

describe("a nudge to a cadet", () => {
  const momentMs = start + 3 * dayMs;

  it("is due from the third to the seventh day, never earlier", () => {
    const at = (day: number) =>
      send(cadet(), "first-question", momentMs, { nowMs: start + day * dayMs });
    expect([2.9, 3, 6.9, 7].map(at)).toEqual([0, 1, 1, 0]);
  });

  it("isn't due at any other moment", () => {
    expect(send(cadet(), "first-question", momentMs + 1)).toBe(0);
  });

  it("is sent once ever", () => {
    const sent = [{ kind: "first-question", at: iso(momentMs) }] as const;
    const programMails = { ...noProgramMails, cadetSince: iso(start), sent };
    expect(send(cadet({ programMails }), "first-question", momentMs)).toBe(0);
  });

  it.each(
    [
      ["alumni", { role: "alumni" }],
      ["someone who may not ask", { isAskingClosed: true }],
      ["someone without a confirmed address", { emailVerified: false }],
      ["someone who waits", {
        admission: { state: "waiting", needs: "approval", since: iso(start) },
      }],
      ["a suspended account", { admission: { state: "suspended", at: iso(start), before: null } }],
      ["someone who died", { admission: { state: "died", at: iso(start), before: null } }],
      ["someone who turned them off", {
        programMails: { ...noProgramMails, areWanted: false, cadetSince: iso(start) },
      }],
    ] as const,
  )("isn't sent to %s", (_, changes) => {
    expect(send(cadet(changes), "first-question", momentMs)).toBe(0);
  });

  it("is skipped if a backup was restored since", () => {
    const sendAfter = (restoredMs: number) =>
      send(cadet(), "first-question", momentMs, { nowMs: momentMs + dayMs, restoredMs });
    expect(sendAfter(momentMs - 1)).toBe(1);
    expect(sendAfter(momentMs)).toBe(0);
    expect(sendAfter(momentMs + 1)).toBe(0);
  });
});

describe("the yearly question about a profile", () => {
  it("is due 365 days after the last confirmation, for 14 days, and a year later again", () => {
    const at = (years: number, days: number) =>
      send(profiled(), "still-right", start + years * yearMs, {
        nowMs: start + years * yearMs + days * dayMs,
      });
    expect([at(1, 0), at(1, 13.9), at(1, 14), at(2, 1), at(7, 1)]).toEqual([1, 1, 0, 1, 1]);
    expect(send(profiled(), "still-right", start)).toBe(0);
    expect(send(profiled(), "still-right", start + yearMs + dayMs)).toBe(0);
  });

  it("isn't sent for a hidden or missing profile", () => {
    const hidden = profiled({ profile: { confirmedAt: iso(start), isVisible: false } });
    expect(send(hidden, "still-right", start + yearMs)).toBe(0);
    expect(send(profiled({ profile: null }), "still-right", start + yearMs)).toBe(0);
  });

  it("isn't sent twice in 350 days, even if a clock was set back", () => {
    const sentAt = (ms: number) =>
      profiled({
        programMails: { ...noProgramMails, sent: [{ kind: "still-right", at: iso(ms) }] },
      });
    const momentMs = start + yearMs;
    const after = (days: number) => send(sentAt(momentMs - days * dayMs), "still-right", momentMs);
    expect([after(0), after(349), after(350), after(-349)]).toEqual([0, 0, 1, 0]);
  });
});

describe("six in a year", () => {
  it("is the maximum for any order of times", () => {
    const times = fc.array(fc.integer({ min: 0, max: 1200 }), { maxLength: 100 });
    fc.assert(fc.property(times, (days) => {
      const sent: { at: string }[] = [];
      for (const day of days) {
        const nowMs = start + day * dayMs;
        if (sentWithin(sent, yearMs, nowMs).length < programMailsAYear) {
          sent.push({ at: iso(nowMs) });
        }
      }
      const allMs = sent.map(({ at }) => Date.parse(at));
      for (const first of allMs) {
        const inYear = allMs.filter((ms) => ms >= first && ms < first + yearMs);
        expect(inYear.length).toBeLessThanOrEqual(programMailsAYear);
      }
    }));
  });

  it("is the maximum per member, across all kinds", () => {
    const momentMs = start + yearMs;
    const other = { kind: "first-question", at: iso(momentMs - dayMs) } as const;
    const withSent = (count: number) =>
      profiled({ programMails: { ...noProgramMails, sent: Array(count).fill(other) } });
    expect(send(withSent(5), "still-right", momentMs)).toBe(1);
    expect(send(withSent(6), "still-right", momentMs)).toBe(0);
  });

  it("is the maximum for any history, as are each kind's own limits", () => {
    const anyMs = fc.integer({ min: 0, max: 1500 }).map((day) => start + day * dayMs);
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          action: fc.constant("send" as const),
          kind: fc.constantFrom(...programMailKinds),
          lateDays: fc.integer({ min: 0, max: 20 }),
        }),
      },
      fc.record({
        action: fc.constantFrom("confirm" as const, "turn off" as const, "turn on" as const),
      }),
    );
    fc.assert(fc.property(fc.array(fc.tuple(anyMs, step), { maxLength: 60 }), (steps) => {
      let member: Member = {
        status: "present",
        record: cadet({ profile: { confirmedAt: iso(start) } }),
      };
      const sent: { kind: ProgramMailKind; atMs: number }[] = [];
      for (const [nowMs, { action, ...how }] of steps) {
        const record = recordIn(member)!;
        const command: MemberCommand = action === "send"
          ? sendAt(record, nowMs, how as { kind: ProgramMailKind; lateDays: number })
          : action === "confirm"
          ? { type: "ConfirmProfile" }
          : { type: "ChangeProgramMails", wants: action === "turn on" };
        for (const event of decide(member, command, new Date(nowMs))) {
          if (event.type === "ProgramMailSent") {
            expect(record.programMails.areWanted).toBe(true);
            sent.push({ kind: event.facts.kind, atMs: nowMs });
          }
          member = evolve(member, { memberId: record.memberId, atMs: nowMs, event });
        }
      }
      for (const { atMs } of sent) {
        const inYear = sent.filter((each) => each.atMs >= atMs && each.atMs < atMs + yearMs);
        expect(inYear.length).toBeLessThanOrEqual(programMailsAYear);
        const questions = inYear.filter(({ kind }) => kind === "still-right");
        const first = questions[0];
        expect(
          questions.filter((each) => first && Math.abs(each.atMs - first.atMs) < 350 * dayMs)
            .length,
        )
          .toBeLessThanOrEqual(1);
      }
      expect(sent.filter(({ kind }) => kind === "first-question").length).toBeLessThanOrEqual(1);
    }));
  });
});

/** The command as its sender would give it, a number of days after the latest moment. */
function sendAt(
  record: MemberRecord,
  nowMs: number,
  { kind, lateDays }: { readonly kind: ProgramMailKind; readonly lateDays: number },
): MemberCommand {
  const fromMs = nowMs - lateDays * dayMs;
  if (kind === "first-question") {
    return { type: "SendProgramMail", kind, momentMs: firstQuestionMs(record) ?? fromMs };
  }
  const confirmedMs = Date.parse(record.profile?.confirmedAt ?? "");
  const years = Math.floor((nowMs - confirmedMs) / yearMs);
  return { type: "SendProgramMail", kind, momentMs: confirmedMs + years * yearMs };
}

describe("dueByTime", () => {
  it("counts from when a cadet could first ask, until they are nudged", () => {
    const moment = (member: MemberRecord) => dueByTime(member).nudgeMs;
    expect(moment(cadet())).toBe(start + 3 * dayMs);
    expect(moment(cadet({ role: "alumni" }))).toBeUndefined();
    expect(moment(memberWith({ role: "cadet" }))).toBeUndefined();
    const sent = [{ kind: "first-question", at: iso(start) }] as const;
    expect(moment(cadet({ programMails: { ...noProgramMails, cadetSince: iso(start), sent } })))
      .toBeUndefined();
  });

  it("starts when a cadet is first admitted with a confirmed address", () => {
    const since: (string | null | undefined)[] = [];
    let member = unknownMember;
    const happen = (day: number, command: MemberCommand) => {
      const atMs = start + day * dayMs;
      for (const event of decide(member, command, new Date(atMs))) {
        member = evolve(member, { memberId: "kim", atMs, event });
      }
      since.push(recordIn(member)?.programMails.cadetSince);
    };
    const email = "kim@example.com";
    happen(0, {
      ...{ type: "Register", username: "kim", email, firstName: "Kim", lastName: "Lee" },
      ...{ role: "cadet", needs: "approval" },
    });
    happen(1, { type: "VerifyEmail", email });
    happen(2, { type: "Admit", seen: "waiting" });
    happen(3, { type: "SelectRole", role: "alumni" });
    happen(4, { type: "SelectRole", role: "cadet" });
    const second = iso(start + 2 * dayMs);
    expect(since).toEqual([null, null, second, second, second]);
  });
});

describe("a confirmation", () => {
  const given = (changes: Parameters<typeof memberWith>[0] = {}): Member => ({
    status: "present",
    record: profiled(changes),
  });
  const confirmedAfter = (member: Member, command: MemberCommand, day: number) => {
    const atMs = start + day * dayMs;
    for (const event of decide(member, command, new Date(atMs))) {
      member = evolve(member, { memberId: "pat", atMs, event });
    }
    return recordIn(member)?.profile?.confirmedAt;
  };

  it("is the owner's press, or a visible change", () => {
    expect(confirmedAfter(given(), { type: "ConfirmProfile" }, 9)).toBe(iso(start + 9 * dayMs));
    const change = (fields: Record<string, unknown>) =>
      confirmedAfter(given(), { type: "ChangeProfile", fields }, 9);
    expect(change({ company: "Initech" })).toBe(iso(start + 9 * dayMs));
    expect(change({ phoneNumber: "555-0199" })).toBe(iso(start));
  });

  it("also counts while the profile is hidden", () => {
    const hidden = given({ profile: { confirmedAt: iso(start), isVisible: false } });
    expect(confirmedAfter(hidden, { type: "ChangeProfile", fields: { company: "Initech" } }, 9))
      .toBe(iso(start + 9 * dayMs));
  });

  it("counts once a day, and doesn't move the time of the last visible change", () => {
    const member = given();
    expect(decide(member, { type: "ConfirmProfile" }, new Date(start + 60_000))).toEqual([]);
    const [event] = decide(member, { type: "ConfirmProfile" }, new Date(start + dayMs));
    const after = recordIn(evolve(member, {
      memberId: "pat",
      atMs: start + dayMs,
      event: event!,
    }));
    expect(after?.profile?.publicUpdatedAt).toBe(recordIn(member)?.profile?.publicUpdatedAt);
  });

  it("needs a profile", () => {
    expect(() => decide(given({ profile: null }), { type: "ConfirmProfile" }, new Date(start)))
      .toThrow("Profile not found");
  });
});
