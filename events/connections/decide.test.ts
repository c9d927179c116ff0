import { describe, expect, it } from "vitest";
import type { MemberEvent } from "../members/events.ts";
import { sharedAtFirst } from "../vocabulary.ts";
import type { MemberRecord } from "../members/record.ts";
import { refusalOf } from "../testing/given.ts";
import { memberWith } from "../testing/members.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringChanges } from "./commands.ts";
import { evolveConnection, waitedMsAt, withoutMember } from "./connection.ts";
import { decideConnection, waitOf } from "./decide.ts";
import { type AskState, decideAsk } from "./decide-ask.ts";
import { decideDue } from "./decide-due.ts";
import { decideMentoring } from "./decide-mentoring.ts";
import { eventBetween } from "./events.ts";
import { connectionLimits } from "./limits.ts";
import { defaultMentoring, isPaused, type Mentoring, mentoringOf } from "./mentoring.ts";
import {
  accepted,
  after,
  answer,
  asked,
  cadet,
  closed,
  connectionId,
  connectionOf,
  dayMs,
  ended,
  evolved,
  feedback,
  forgotten,
  iso,
  mentor,
  over,
  quiet,
  reminded,
  requested,
  startMs,
  type Step,
  text,
  topics,
} from "./testing/history.ts";

const codeOf = (work: () => unknown) => refusalOf(work)?.code ?? "done";
const typesOf = (events: readonly MemberEvent[]) => events.map(({ type }) => type);

interface Circumstances {
  readonly now?: Date;
  /** That the member has accepted and that go on. */
  readonly conversations?: number;
  /** About requests. */
  readonly says?: Mentoring | null;
}

/** When one of the two does something, or time passes, after what happened. */
function given(...history: readonly Step[]) {
  const connection = history.length === 0 ? undefined : connectionOf(...history);
  const members = { cadet, mentor, other: memberWith({ memberId: "other" }) };
  function when(
    who: keyof typeof members,
    command: ConnectionCommand,
    { now = after(3), conversations = 0, says = null }: Circumstances = {},
  ): MemberEvent[] {
    const mentoring = says && { ...says, saidAt: iso(0) };
    const member = { ...members[who], mentoring };
    return decideConnection({ member, connection, conversations }, command, now);
  }
  return {
    when,
    refusal: (...args: Parameters<typeof when>) => codeOf(() => when(...args)),
    due: (type: DueCommand["type"], now: Date) =>
      decideDue(connection, { type }, connectionLimits, now),
  };
}

const accept = { type: "Accept", way: "site" } as const;
const decline = { type: "Decline", reason: null, way: "site" } as const;
const withdraw = { type: "Withdraw" } as const;
const write = { type: "Write", text: "Hello", way: "link" } as const;
const end = { type: "End" } as const;
const expired = eventBetween("ConnectionExpired", { waited: "14", connectionId });
const tell = { type: "GiveFeedback", helped: "partly", words: "Some" } as const;
const report = { type: "Report", reason: "spam", quoted: "Buy this" } as const;

describe("asking", () => {
  const state: AskState = { asker: cadet, mentor, conversations: 0, asked: [], between: [] };
  const command: Ask = { connectionId, mentorId: "mentor", topics, note: "May I ask?" };
  const ask = (
    changes: Partial<AskState> = {},
    changed: Partial<Ask> = {},
    now = after(0),
  ) => decideAsk({ ...state, ...changes }, { ...command, ...changed }, connectionLimits, now);
  const refusal = (...args: Parameters<typeof ask>) => codeOf(() => ask(...args));

  it("records what statistics need in clear, who it is about and the note sealed", () => {
    const placed = memberWith({
      memberId: "mentor",
      profile: { helpTopics: topics, location: "Fort Worth, TX" },
    });
    expect(ask({ mentor: placed })).toEqual([
      requested,
      eventBetween("MessageSent", { way: "site", connectionId, text: "May I ask?" }),
    ]);
  });

  it("says nothing of branch and region that the one asked keeps from others", () => {
    const sharedFields = { ...sharedAtFirst, location: false, specialty: false };
    const profile = { helpTopics: topics, location: "Fort Worth, TX", sharedFields };
    expect(ask({ mentor: memberWith({ memberId: "mentor", profile }) })[0]?.personal)
      .toMatchObject({ armyBranch: null, regionCode: null });
  });

  it("is refused to oneself, and about who is not there or not seen", () => {
    expect(refusal({ mentor: cadet }, { mentorId: "cadet" })).toBe("connection/yourself");
    expect(refusal({ mentor: undefined })).toBe("connection/no-profile");
    const hidden = memberWith({ memberId: "mentor", profile: { isVisible: false } });
    expect(refusal({ mentor: hidden })).toBe("connection/no-profile");
  });

  it("is refused without a role, and without a confirmed address", () => {
    const none = { role: null };
    expect(refusal({ asker: { ...cadet, ...none } })).toBe("profile/role-missing");
    expect(refusal({ mentor: { ...mentor, ...none } })).toBe("profile/role-missing");
    expect(refusal({ asker: { ...cadet, emailVerified: false } })).toBe("connection/unconfirmed");
    const admission = { state: "refused", words: null, at: cadet.createdAt } as const;
    expect(refusal({ asker: { ...cadet, admission } })).toBe("program/waiting");
    expect(refusal({ mentor: { ...mentor, admission } })).toBe("connection/no-profile");
    expect(refusal({ asker: { ...cadet, isAskingClosed: true } })).toBe("connection/asking-closed");
    expect(refusal({ mentor: { ...mentor, isAskingClosed: true } })).toBe("done");
  });

  it.each(
    [
      ["requested", [asked], "connection/open"],
      ["accepted", accepted, "connection/open"],
      ["withdrawn", [asked, ["cadet", 1, closed("ConnectionWithdrawn")]], "done"],
      ["expired", [asked, ["cadet", 14, closed("ConnectionExpired")]], "done"],
      ["ended", over, "done"],
    ] as const,
  )("after one that is %s", (_, history, code) => {
    const between = [connectionOf(...history as readonly Step[])];
    expect(refusal({ between }, {}, after(15))).toBe(code);
  });

  it("is refused while the other one's own request is open", () => {
    const between = [{ ...connectionOf(asked), askerId: "mentor", mentorId: "cadet" }];
    expect(refusal({ between })).toBe("connection/open");
  });

  it("is possible again thirty days after a no, to the millisecond", () => {
    const between = [connectionOf(asked, ["mentor", 1, answer(false, "no-time")])];
    expect(refusal({ between }, {}, after(31, -1))).toBe("connection/declined-lately");
    expect(refusal({ between }, {}, after(31))).toBe("done");
  });

  it("goes by the last of several noes", () => {
    const no = (days: number) => connectionOf(asked, ["mentor", days, answer(false)]);
    expect(refusal({ between: [no(20), no(1)] }, {}, after(49))).toBe("connection/declined-lately");
    expect(refusal({ between: [no(20), no(1)] }, {}, after(50))).toBe("done");
  });

  it("is possible after one's own no to the other", () => {
    const declined = connectionOf(asked, ["mentor", 1, answer(false)]);
    const own = { ...declined, askerId: "mentor", mentorId: "cadet" };
    expect(refusal({ between: [own] }, {}, after(2))).toBe("done");
  });

  it.each(
    [
      ["takes none", { takesRequests: false }, 0, "connection/not-taking"],
      ["is paused", { pausedUntil: "2026-04" }, 0, "connection/not-taking"],
      ["is paused until they resume", { pausedUntil: "resumed" }, 0, "connection/not-taking"],
      ["was paused until this month", { pausedUntil: "2026-03" }, 0, "done"],
      ["has room for one more", { capacity: 2 }, 1, "done"],
      ["is full", { capacity: 2 }, 2, "connection/not-taking"],
      ["has more than they take", { capacity: 1 }, 2, "connection/not-taking"],
    ] as const,
  )("of somebody who %s", (_, says, conversations, code) => {
    const mentoring = { ...defaultMentoring("alumni"), ...says, saidAt: iso(0) };
    expect(refusal({ mentor: { ...mentor, mentoring }, conversations })).toBe(code);
  });

  it("is refused to a cadet who did not say that they take requests", () => {
    const other: MemberRecord = { ...mentor, role: "cadet" };
    expect(refusal({ mentor: other })).toBe("connection/not-taking");
    const mentoring = { ...defaultMentoring("alumni"), saidAt: iso(0) };
    expect(refusal({ mentor: { ...other, mentoring } })).toBe("done");
  });

  it("is refused when five requests are open, whenever they were asked", () => {
    const open = (count: number) => Array.from({ length: count }, () => connectionOf(asked));
    const later = after(10);
    expect(refusal({ asked: open(4) }, {}, later)).toBe("done");
    expect(refusal({ asked: open(5) }, {}, later)).toBe("connection/too-many-open");
    // Who was asked has left: no one can answer, or withdraw.
    const left = open(5).map((request) => ({ ...request, isLeft: true }));
    expect(refusal({ asked: left }, {}, later)).toBe("done");
    const one = { ...connectionLimits, openRequests: 1 };
    const given = [{ ...state, asked: open(1) }, command, one, later] as const;
    expect(codeOf(() => decideAsk(...given))).toBe("connection/too-many-open");
  });

  it("is refused after ten in seven days, to the millisecond", () => {
    const answered = connectionOf(asked, ["mentor", 0, answer(true)]);
    const all = Array.from({ length: 10 }, () => answered);
    expect(refusal({ asked: all }, {}, after(7, -1))).toBe("connection/too-many-lately");
    expect(refusal({ asked: all }, {}, after(7))).toBe("done");
    expect(refusal({ asked: all.slice(1) }, {}, after(0, 1))).toBe("done");
  });

  it("names only topics that the other one offers, or none", () => {
    expect(refusal({}, { topics: [] })).toBe("done");
    expect(ask({}, { topics: [...topics, ...topics] })[0]?.personal).toMatchObject({ topics });
    expect(refusal({}, { topics: ["Networking", "Ranger School"] })).toBe("connection/invalid");
    expect(() => ask({}, { topics: ["Cooking"] })).toThrow(
      expect.objectContaining({
        fields: { topics: "Choose from the topics this person offers" },
      }),
    );
  });
});

/** What becomes of each command of the asker and of the mentor, by what became of the request. */
const outcomes = `
cadet    requested  accepted   declined   withdrawn  expired    ended
accept   not-found  not-found  not-found  not-found  not-found  not-found
decline  not-found  not-found  not-found  not-found  not-found  not-found
withdraw done       answered   answered   nothing    answered   answered
write    done       done       over       over       over       over
end      over       done       over       over       over       nothing
tell     over       over       over       over       over       done
report   done       done       done       done       done       done

mentor   requested  accepted   declined   withdrawn  expired    ended
accept   done       nothing    answered   answered   answered   answered
decline  done       answered   nothing    answered   answered   answered
withdraw not-found  not-found  not-found  not-found  not-found  not-found
write    done       done       over       over       over       over
end      over       done       over       over       over       nothing
tell     not-found  not-found  not-found  not-found  not-found  not-found
report   done       done       done       done       done       done`;

describe("a connection", () => {
  const commands = { accept, decline, withdraw, write, end, tell, report };
  const histories: Readonly<Record<string, readonly Step[]>> = {
    requested: [asked],
    accepted,
    declined: [asked, ["mentor", 1, answer(false)]],
    withdrawn: [asked, ["cadet", 1, closed("ConnectionWithdrawn")]],
    expired: [asked, ["cadet", 1, closed("ConnectionExpired")]],
    ended: over,
  };

  it.each(outcomes.trim().split("\n\n"))("takes what fits its state: %s", (table) => {
    const [[who = "", ...states] = [], ...rows] = table.split("\n").map((row) => row.split(/\s+/));
    for (const [name, ...expected] of rows) {
      const command = commands[name as keyof typeof commands];
      const found = states.map((state) => {
        const outcome = given(...histories[state]!).refusal(who as "cadet", command);
        if (outcome !== "done") return outcome.replace("connection/", "");
        const events = given(...histories[state]!).when(who as "cadet", command);
        return events.length === 0 ? "nothing" : "done";
      });
      expect([name, ...found]).toEqual([name, ...expected]);
    }
  });

  it.each([accept, decline, withdraw, write, end, tell, report])(
    "does not exist for others, nor when there is none: %j",
    (command) => {
      expect(given(asked).refusal("other", command)).toBe("connection/not-found");
      expect(given().refusal("cadet", command)).toBe("connection/not-found");
    },
  );

  it.each(
    [
      ["asker", "mentor"],
      ["mentor", "cadet"],
    ] as const,
  )("of which the %s left can have nothing added", (gone, who) => {
    const before = connectionOf(...accepted);
    const connection = withoutMember(before, gone === "asker" ? "cadet" : "mentor");
    const member = who === "cadet" ? cadet : mentor;
    for (const command of [write, end, report]) {
      const state = { member, connection, conversations: 0 };
      expect(codeOf(() => decideConnection(state, command, after(3)))).toBe("connection/over");
    }
  });
});

describe("an answer", () => {
  it("is recorded with how long it took, what it was about, and its note", () => {
    expect(given(asked).when("mentor", { ...accept, note: "Gladly", way: "link" })).toEqual([
      eventBetween("ConnectionAnswered", {
        isAccepted: true,
        waited: "3",
        topics,
        reason: null,
        connectionId,
      }),
      eventBetween("MessageSent", { way: "link", connectionId, text: "Gladly" }),
    ]);
  });

  it("is one event without a note", () => {
    expect(typesOf(given(asked).when("mentor", accept))).toEqual(["ConnectionAnswered"]);
    expect(typesOf(given(asked).when("mentor", { ...accept, note: "" })))
      .toEqual(["ConnectionAnswered"]);
  });

  it("that says no has its reason, and a pause beside it if wanted", () => {
    const events = given(asked).when("mentor", {
      ...decline,
      reason: "no-time",
      note: "Sorry",
      pauseUntil: "2026-09",
    });
    expect(typesOf(events)).toEqual(["ConnectionAnswered", "MessageSent", "MentoringChanged"]);
    expect(events[0]?.personal).toMatchObject({ isAccepted: false, reason: "no-time" });
    expect(events[2]?.facts).toEqual({ ...defaultMentoring("alumni"), pausedUntil: "2026-09" });
  });

  it("says nothing of a pause that holds already", () => {
    const says = { ...defaultMentoring("alumni"), pausedUntil: "2026-09" };
    const events = given(asked).when("mentor", { ...decline, pauseUntil: "2026-09" }, { says });
    expect(typesOf(events)).toEqual(["ConnectionAnswered"]);
  });

  it("by a mailed link pauses until next month at most", () => {
    const by = (way: "site" | "link", pauseUntil: string) => () =>
      given(asked).when("mentor", { ...decline, way, pauseUntil });
    expect(by("link", "2026-04")().map(({ type }) => type)).toContain("MentoringChanged");
    for (const month of ["2026-05", "2027-03"]) {
      expect(by("link", month)).toThrow("Here you can pause until next month");
      expect(by("site", month)().map(({ type }) => type)).toContain("MentoringChanged");
    }
  });

  it("that was given already takes no note, reason or pause, and says so", () => {
    const declined: readonly Step[] = [asked, ["mentor", 1, answer(false)]];
    const again = (steps: readonly Step[], command: ConnectionCommand) => () =>
      given(...steps).when("mentor", command);
    expect(again(accepted, { ...accept, note: "Gladly" }))
      .toThrow("You've already accepted this request. Your note wasn't sent");
    expect(again(declined, { ...decline, note: "Sorry" }))
      .toThrow("You've already declined this request. Your note wasn't sent");
    expect(again(declined, { ...decline, reason: "other" }))
      .toThrow("You've already declined this request. Your reason wasn't changed");
    expect(again(declined, { ...decline, pauseUntil: "2026-09" }))
      .toThrow("You've already declined this request. You aren't paused");
    expect(again(declined, { ...decline, reason: null })()).toEqual([]);
    const says = { ...defaultMentoring("alumni"), pausedUntil: "2026-09" };
    expect(given(...declined).when("mentor", { ...decline, pauseUntil: "2026-09" }, { says }))
      .toEqual([]);
  });

  it.each(
    [
      ["withdrawn", ["cadet", 1, closed("ConnectionWithdrawn")], "This request was withdrawn"],
      ["expired", ["cadet", 1, closed("ConnectionExpired")], "This request has expired"],
    ] as const,
  )("comes too late for one that is %s", (_, step, message) => {
    for (const command of [accept, decline]) {
      expect(() => given(asked, step as Step).when("mentor", command)).toThrow(message);
    }
  });

  it("is waited for with three messages after the note, and with any number after a word", () => {
    const written = (count: number): readonly Step[] =>
      Array.from({ length: 1 + count }, (): Step => ["cadet", 0, text()]);
    expect(given(asked, ...written(2)).refusal("cadet", write)).toBe("done");
    expect(given(asked, ...written(3)).refusal("cadet", write)).toBe("connection/unanswered");
    expect(given(asked, ...written(3)).refusal("cadet", withdraw)).toBe("done");
    expect(given(asked, ...written(3)).refusal("mentor", write)).toBe("done");
    const spoken: Step = ["mentor", 1, text()];
    expect(given(asked, ...written(3), spoken).refusal("cadet", write)).toBe("done");
    expect(given(asked, spoken, ...written(9)).refusal("cadet", write)).toBe("done");
    expect(given(asked, ...written(3), ["mentor", 1, answer(true)]).refusal("cadet", write))
      .toBe("done");
  });

  it("accepts no more than the mentor takes at a time; declining is always possible", () => {
    const says = { ...defaultMentoring("alumni"), capacity: 1 };
    expect(given(asked).refusal("mentor", accept, { says, conversations: 0 })).toBe("done");
    expect(given(asked).refusal("mentor", accept, { says, conversations: 1 }))
      .toBe("connection/full");
    expect(given(asked).refusal("mentor", decline, { says, conversations: 9 })).toBe("done");
    expect(() => given(asked).when("mentor", accept, { says, conversations: 1 }))
      .toThrow("You already have 1 conversation, and your limit is 1.");
    expect(() => given(asked).when("mentor", accept, { conversations: 3 }))
      .toThrow("You already have 3 conversations, and your limit is 3.");
  });

  it("is accepted by who takes no more requests, or is paused", () => {
    const says = { ...defaultMentoring("alumni"), takesRequests: false, pausedUntil: "resumed" };
    expect(given(asked).refusal("mentor", accept, { says })).toBe("done");
  });
});

it.each<[string, "cadet" | "mentor", readonly Step[], ConnectionCommand, readonly MemberEvent[]]>([
  ["a withdrawal, and how long it waited", "cadet", [asked], withdraw, [
    eventBetween("ConnectionWithdrawn", { waited: "3", connectionId }),
  ]],
  ["a message, and how it came", "mentor", [asked], write, [
    eventBetween("MessageSent", { way: "link", connectionId, text: "Hello" }),
  ]],
  ["the asker's end, and how long it lasted", "cadet", accepted, end, [
    eventBetween("ConnectionEnded", { lasted: "3", by: "asker", connectionId }),
  ]],
  ["the mentor's end", "mentor", accepted, end, [
    eventBetween("ConnectionEnded", { lasted: "3", by: "mentor", connectionId }),
  ]],
  ["feedback with its topics", "cadet", over, tell, [
    eventBetween("FeedbackGiven", { helped: "partly", topics, connectionId, words: "Some" }),
  ]],
  ["a report with its quote and the other one, and an end", "cadet", accepted, report, [
    eventBetween("MessageReported", {
      reason: "spam",
      connectionId,
      memberId: "mentor",
      quoted: "Buy this",
    }),
    eventBetween("ConnectionEnded", { lasted: "3", by: "asker", connectionId }),
  ]],
])("what is recorded is %s", (_, who, history, command, events) => {
  expect(given(...history).when(who, command)).toEqual(events);
});

it("feedback is given once, and not after the asker's texts are forgotten", () => {
  const outcome = (step: Step) => given(...over, step).refusal("cadet", tell);
  expect(outcome(["cadet", 3, feedback])).toBe("connection/over");
  expect(outcome(["cadet", 400, forgotten])).toBe("connection/over");
  expect(outcome(["mentor", 400, forgotten])).toBe("done");
});

it("a report is about the other one, and ends a request by a decline or a withdrawal", () => {
  const [first, second] = given(asked).when("mentor", report);
  expect([first?.personal, second?.type]).toMatchObject([
    { memberId: "cadet" },
    "ConnectionAnswered",
  ]);
  expect(typesOf(given(asked).when("cadet", report)))
    .toEqual(["MessageReported", "ConnectionWithdrawn"]);
  expect(typesOf(given(...over).when("mentor", report))).toEqual(["MessageReported"]);
});

describe("time", () => {
  /** Nothing is due a millisecond before that day, and the event is on it. */
  function expectOn(
    day: number,
    event: MemberEvent,
    type: DueCommand["type"],
    history: readonly Step[],
  ) {
    const { due } = given(...history);
    expect(due(type, after(day, -1))).toEqual([]);
    expect(due(type, after(day))).toEqual([event]);
  }

  it("expires a request after fourteen days, to the millisecond", () => {
    expectOn(14, expired, "Expire", [asked]);
    expect(given(asked).due("Expire", after(14, 1))[0]?.personal).toMatchObject({
      waited: "longer",
    });
  });

  it("does not count while a question of the mentor is open, which itself expires", () => {
    const question: readonly Step[] = [asked, ["mentor", 10, text()]];
    expectOn(24, expired, "Expire", question);
    expect(connectionOf(...question, ["cadet", 24, closed("ConnectionExpired")]).wasSilent)
      .toBe("asker");
    const back: readonly Step[] = [...question, ["cadet", 20, text()]];
    expectOn(24, expired, "Expire", back);
    expect(connectionOf(...back, ["cadet", 24, closed("ConnectionExpired")]).wasSilent)
      .toBe("mentor");
  });

  it("reminds after three and seven days of the mentor's turn, to the millisecond, once each", () => {
    const once: Step = ["cadet", 3, reminded(1)];
    expectOn(3, reminded(1), "Remind", [asked]);
    expectOn(7, reminded(2), "Remind", [asked, once]);
    expect(given(asked, once, ["cadet", 7, reminded(2)]).due("Remind", after(13))).toEqual([]);
    // Of two that are due at once, one is sent.
    expect(given(asked, ["cadet", 8, reminded(2)]).due("Remind", after(9))).toEqual([]);
    const question: readonly Step[] = [asked, ["mentor", 2, text()]];
    expect(given(...question).due("Remind", after(9))).toEqual([]);
    const back: readonly Step[] = [...question, ["cadet", 10, text()]];
    expectOn(11, reminded(1), "Remind", back);
    expect(given(...accepted).due("Remind", after(9))).toEqual([]);
  });

  it("asks both after ninety quiet days, to the millisecond, once", () => {
    expectOn(91, quiet, "AskWhetherItGoesOn", accepted);
    expect(given(...accepted, ["cadet", 91, quiet]).due("AskWhetherItGoesOn", after(300)))
      .toEqual([]);
    expectOn(140, quiet, "AskWhetherItGoesOn", [...accepted, ["mentor", 50, text()]]);
  });

  it("ends it seven days later, to the millisecond, unless someone wrote", () => {
    const still: readonly Step[] = [...accepted, ["cadet", 91, quiet]];
    const endedByQuiet = { lasted: "longer", by: "quiet", connectionId } as const;
    expectOn(98, eventBetween("ConnectionEnded", endedByQuiet), "EndQuiet", still);
    const goesOn: readonly Step[] = [...still, ["mentor", 92, text()]];
    expect(given(...goesOn).due("EndQuiet", after(300))).toEqual([]);
    expect(given(...goesOn).due("AskWhetherItGoesOn", after(182))).toEqual([quiet]);
  });

  it.each(["Remind", "Expire", "AskWhetherItGoesOn", "EndQuiet"] as const)(
    "does nothing to what is not there, over, or left: %s",
    (type) => {
      expect(given().due(type, after(1000))).toEqual([]);
      const others: readonly (readonly Step[])[] = [
        over,
        [asked, ["mentor", 1, answer(false)]],
        [asked, ["cadet", 1, closed("ConnectionWithdrawn")]],
        [asked, ["cadet", 1, closed("ConnectionExpired")]],
      ];
      for (const history of others) expect(given(...history).due(type, after(1000))).toEqual([]);
      for (const gone of ["cadet", "mentor"]) {
        const left = withoutMember(connectionOf(...accepted, ["cadet", 91, quiet]), gone);
        expect(decideDue(left, { type }, connectionLimits, after(1000))).toEqual([]);
      }
    },
  );

  it("does only what the state is for", () => {
    expect(given(...accepted).due("Expire", after(1000))).toEqual([]);
    expect(given(asked).due("AskWhetherItGoesOn", after(1000))).toEqual([]);
    expect(given(asked).due("EndQuiet", after(1000))).toEqual([]);
    expect(given(...accepted).due("EndQuiet", after(1000))).toEqual([]);
  });

  it("is a bucket of days, its last millisecond included", () => {
    for (const days of ["1", "3", "7", "14"] as const) {
      expect(waitOf(Number(days) * dayMs)).toBe(days);
      expect(waitOf(Number(days) * dayMs + 1)).not.toBe(days);
    }
    expect([0, 14 * dayMs + 1].map(waitOf)).toEqual(["1", "longer"]);
  });
});

describe("what a member says about requests", () => {
  const says = (changes: Partial<Mentoring>) =>
    memberWith({ mentoring: { ...defaultMentoring("alumni"), ...changes, saidAt: iso(0) } });

  it("follows from the role until they say something", () => {
    const roles = ["cadet", "alumni", "cadre", null] as const;
    expect(roles.map((role) => defaultMentoring(role).takesRequests))
      .toEqual([false, true, true, false]);
    expect(mentoringOf(memberWith())).toEqual({
      takesRequests: true,
      capacity: 3,
      pausedUntil: null,
      wantsReminders: true,
    });
    expect(mentoringOf(says({ capacity: 7 })).capacity).toBe(7);
  });

  const change = (member: MemberRecord, changes: MentoringChanges) =>
    decideMentoring(member, changes, new Date("2026-03-15T00:00:00.000Z"));

  it("is recorded as a whole, and only when it is something new", () => {
    expect(change(memberWith(), { capacity: 5 })).toEqual([{
      type: "MentoringChanged",
      facts: { takesRequests: true, capacity: 5, pausedUntil: null, wantsReminders: true },
      personal: null,
    }]);
    expect(change(memberWith(), { capacity: 3, pausedUntil: undefined })).toEqual([]);
    expect(change(says({ pausedUntil: "2026-09" }), { takesRequests: true })).toEqual([]);
    const [resumed] = change(says({ pausedUntil: "2026-09" }), { pausedUntil: null });
    expect(resumed?.facts).toMatchObject({ pausedUntil: null });
    const [silent] = change(memberWith(), { wantsReminders: false });
    expect(silent?.facts).toMatchObject({ wantsReminders: false });
  });

  it.each(
    [
      [0, "connection/invalid"],
      [1, "done"],
      [10, "done"],
      [11, "connection/invalid"],
    ] as const,
  )("with %i conversations at a time", (capacity, code) => {
    expect(codeOf(() => change(memberWith(), { capacity }))).toBe(code);
  });

  it.each(
    [
      ["2026-02", "connection/invalid"],
      ["2026-03", "connection/invalid"],
      ["2026-04", "done"],
      ["resumed", "done"],
    ] as const,
  )("pauses until a month to come: %s in March", (pausedUntil, code) => {
    expect(codeOf(() => change(memberWith(), { pausedUntil }))).toBe(code);
  });

  it("pauses until the first millisecond of a month in UTC", () => {
    const pause = { pausedUntil: "2026-04" };
    expect(isPaused(pause, new Date("2026-03-31T23:59:59.999Z"))).toBe(true);
    expect(isPaused(pause, new Date("2026-04-01T00:00:00.000Z"))).toBe(false);
    expect(isPaused({ pausedUntil: null }, after(0))).toBe(false);
    expect(isPaused({ pausedUntil: "resumed" }, after(100_000))).toBe(true);
  });
});

describe("a connection's record", () => {
  it("counts no time backwards, when a clock was set back", () => {
    expect(waitedMsAt(connectionOf(asked), after(-1).getTime())).toBe(0);
  });

  it("is not changed by messages after its end, nor by anything unread", () => {
    expect(connectionOf(...over, ["cadet", 3, text()])).toEqual(connectionOf(...over));
    const unread = { ...text(), personal: null } as MemberEvent;
    expect(connectionOf(...over, ["cadet", 3, unread])).toEqual(connectionOf(...over));
  });

  it("is none for events before whose beginning someone was erased", () => {
    for (const event of [text(), quiet, ended("asker"), feedback, closed("ConnectionExpired")]) {
      const at = { memberId: "cadet", atMs: startMs, event };
      expect(evolveConnection(undefined, at)).toBeUndefined();
    }
  });

  it.each(
    [
      ["requested", [asked]],
      ["accepted", accepted],
      ["declined", [asked, ["mentor", 1, answer(false, "other")]]],
      ["withdrawn", [asked, ["cadet", 1, closed("ConnectionWithdrawn")]]],
      ["expired", [asked, ["cadet", 14, closed("ConnectionExpired")]]],
      ["ended by the asker", over],
      ["ended by the mentor", [...accepted, ["mentor", 2, ended("mentor")]]],
      ["quiet", [...accepted, ["cadet", 91, quiet]]],
      ["ended by silence", [...accepted, ["cadet", 91, quiet], ["cadet", 98, ended("quiet")]]],
      ["with feedback", [...over, ["cadet", 3, feedback]]],
      ["with a question", [asked, ["mentor", 2, text()], ["cadet", 3, text()]]],
    ] as const,
  )("that is %s is, without one of the two, what the other's events make", (_, all) => {
    const history = all as readonly Step[];
    const texts = new Set(["MessageSent", "FeedbackGiven"]);
    for (const gone of ["cadet", "mentor"] as const) {
      // Their texts are forgotten with the erased one's key, and those that were written to them, too.
      const rest = history.filter(([who, , { type }]) => who !== gone && !texts.has(type));
      const rebuilt = evolved(rest);
      const left = withoutMember(connectionOf(...history), gone);
      expect(left?.isLeft).not.toBe(false);
      // That a mentor is erased is in no event of the asker's.
      const isUnknown = gone === "mentor" && { isLeft: false, mentorId: "mentor" };
      expect(rebuilt).toEqual(left && { ...left, ...isUnknown });
    }
  });

  it("of which both are erased is none", () => {
    const once = withoutMember(connectionOf(...accepted), "cadet");
    expect(once && withoutMember(once, "mentor")).toBeUndefined();
    const other = withoutMember(connectionOf(...accepted), "mentor");
    expect(other && withoutMember(other, "cadet")).toBeUndefined();
  });
});
