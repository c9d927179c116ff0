import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReportAction } from "../../../events/program/events.ts";
import type { ProgramLists, ProgramReport } from "../../contract/program.ts";
import { cause } from "../../../events/testing/system.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import { type Browser, someProfile, type TestApp } from "../../testing/app.ts";
import { answerOf, appForTest } from "../../testing/app-for-test.ts";

type Member = Awaited<ReturnType<TestApp["member"]>>;

const approved = {
  cadreCode: "a code",
  admission: { by: "approved", domains: [] },
} as const;

/** The program's own people and others. All are approved but the waiting and the refused ones. */
async function withPeople() {
  const app = await appForTest(approved);
  const run = async (member: Member, ...commands: readonly MemberCommand[]) => {
    for (const command of commands) await app.members.execute(member.memberId, command, cause);
    await app.follow();
    return member;
  };
  const admit = { type: "Admit", seen: "waiting" } as const;
  const cadre = { type: "SelectRole", role: "cadre" } as const;
  const confirmed = { ...cadre, confirmedBy: "code" } as const;
  const people = {
    waiting: await app.member({ firstName: "Wanda" }),
    refused: await run(await app.member({ firstName: "Rolf" }), {
      type: "Refuse",
      words: "Unknown here",
    }),
    cadet: await run(await app.member({ firstName: "Casey", role: "cadet" }), admit),
    alumni: await run(await app.member({ firstName: "Alma" }), admit),
    "unconfirmed cadre": await run(await app.member({ firstName: "Uma" }), admit, cadre),
    staff: await run(await app.member({ firstName: "Stan" }), admit, confirmed),
  };
  return { app, run, ...people, people };
}

const listsOf = async (browser: Browser): Promise<ProgramLists> =>
  await (await browser.does(({ program }, me) => program.lists(me))).json();
const reportsOf = async (browser: Browser): Promise<ProgramReport[]> =>
  await (await browser.does(async ({ reports }, me) =>
    (await reports.page(me, { page: 1 })).reports
  )).json();
const handle = (
  who: Browser,
  report: ProgramReport | undefined,
  decision: { readonly action: ReportAction; readonly words?: string },
) =>
  who.does(({ reports }, me, origin) =>
    reports.handle(me, report?.id ?? "", { words: undefined, ...decision }, origin)
  );
const namesIn = (list: readonly { readonly firstName: string }[]) =>
  list.map(({ firstName }) => firstName);
const mailsTo = async (app: TestApp, subject: RegExp) => {
  await app.settled();
  return app.mails.filter((mail) => subject.test(mail.subject));
};

describe("the lists", () => {
  it("list applicants, decisions and cadre, without profiles", async () => {
    const { staff, waiting, people } = await withPeople();
    const secret = { ...someProfile, bio: "Wombat", primaryEmail: "wombat@example.com" };
    for (const member of [waiting, people["unconfirmed cadre"]]) {
      expect((await member.post("/api/profile", secret)).status).toBe(201);
    }
    expect(JSON.stringify(await listsOf(staff)).toLowerCase()).not.toContain("wombat");
    const { waiting: waits, decided, cadre } = await listsOf(staff);
    expect(waits).toEqual([{
      id: waiting.memberId,
      firstName: "Wanda",
      lastName: "Doe",
      role: "alumni",
      email: "member1@example.com",
      emailVerified: false,
      needs: "approval",
      since: expect.any(String),
    }]);
    expect(namesIn(decided).sort()).toEqual(["Alma", "Casey", "Rolf", "Stan", "Uma"]);
    expect(decided.find(({ firstName }) => firstName === "Rolf")?.words).toBe("Unknown here");
    expect(cadre.map(({ firstName, isConfirmed, email }) => [firstName, isConfirmed, email]))
      .toEqual([["Uma", false, "member5@example.com"], ["Stan", true, null]]);
  });
});

describe("accepting and refusing", () => {
  it("mails the person once, and logs the staff member", async () => {
    const { app, staff, waiting } = await withPeople();
    const accept = () => staff.decide(waiting.memberId, { type: "Admit" });
    expect((await accept()).status).toBe(204);
    expect((await accept()).status).toBe(204);
    const mails = await mailsTo(app, /^You can now use/);
    expect(mails.map(({ to }) => to)).toEqual(["member1@example.com"]);
    expect(mails[0]?.html).toContain("approved your account");
    expect((await waiting.get("/api/directory")).status).toBe(200);
    const events = await app.database.read(
      "SELECT actor_id FROM events WHERE type = 'MemberAdmitted' AND stream = ?",
      [waiting.memberId],
    );
    expect(events).toMatchObject([{ actor_id: staff.memberId }]);
    const late = await staff.decide(waiting.memberId, { type: "Refuse", words: null });
    expect(late.status).toBe(409);
  });

  it("mails the reason of a refusal, which can be reversed", async () => {
    const { app, staff, waiting } = await withPeople();
    const refuse = (words: string) => staff.decide(waiting.memberId, { type: "Refuse", words });
    expect((await refuse("Please use your own name")).status).toBe(204);
    expect((await refuse("Another")).status).toBe(204);
    const mails = await mailsTo(app, /wasn't approved/);
    expect(mails.map(({ text }) => text.includes("> Please use your own name"))).toEqual([true]);
    const [facts] = await app.database.read(
      "SELECT facts FROM events WHERE type = 'MemberRefused' AND stream = ?",
      [waiting.memberId],
    );
    expect(facts?.facts).toBe("{}");
    expect((await staff.decide(waiting.memberId, { type: "Admit" })).status).toBe(204);
    expect(await mailsTo(app, /^You can now use/)).toHaveLength(1);
  });

  it("accepts one of two simultaneous decisions", async () => {
    const { app, run, staff, waiting } = await withPeople();
    const other = await app.member({ firstName: "Otto" });
    await run(
      other,
      { type: "Admit", seen: "waiting" },
      { type: "SelectRole", role: "cadre", confirmedBy: "code" },
    );
    const answers = await Promise.all([
      staff.decide(waiting.memberId, { type: "Admit" }),
      other.decide(waiting.memberId, { type: "Refuse", words: null }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const decided = await app.database.read(
      "SELECT type FROM events WHERE stream = ? AND type IN ('MemberAdmitted', 'MemberRefused')",
      [waiting.memberId],
    );
    expect(decided).toHaveLength(1);
    await app.settled();
    const told = app.mails.filter(({ to, subject }) =>
      to === "member1@example.com" && !subject.startsWith("Confirm")
    );
    expect(told).toHaveLength(1);
  });
});

/** A report of the cadet about a message of the alumna. */
async function withReport() {
  const given = await withPeople();
  const { app, run, cadet, alumni } = given;
  for (const member of [cadet, alumni]) {
    const { email } = await (await member.get("/api/user")).json();
    await run(member, { type: "VerifyEmail", email });
  }
  const profile = { ...someProfile, helpTopics: ["Networking"] };
  expect((await alumni.post("/api/profile", profile)).status).toBe(201);
  const ask = { memberId: alumni.memberId, topics: [], note: "May I ask?" };
  const { id } = await (await cadet.ask(ask)).json();
  const written = await alumni.write(id, "Buy my boots");
  const report = { messageId: (await written.json()).id, reason: "spam" } as const;
  expect((await cadet.report(id, report)).status).toBe(204);
  await app.settled();
  return given;
}

describe("a report", () => {
  it("is shown to staff only, with the reporter", async () => {
    const { app, staff, cadet, alumni } = await withReport();
    const [report] = await reportsOf(staff);
    expect(report).toMatchObject({
      reason: "spam",
      text: "Buy my boots",
      reporter: { id: cadet.memberId },
      reported: { id: alumni.memberId, isAskingClosed: false },
      handled: null,
      canHandle: true,
    });
    const warn = { action: "warn", words: "No selling" } as const;
    expect((await handle(staff, report, warn)).status).toBe(204);
    const [mail, ...others] = await mailsTo(app, /^About a message that you wrote/);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.text.includes("> No selling")]).toEqual(["member4@example.com", true]);
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/Casey|member3/);
    expect((await reportsOf(staff))[0]?.handled).toMatchObject({
      action: "warn",
      by: { firstName: "Stan" },
    });
    expect((await handle(staff, report, { action: "close" })).status).toBe(409);
  });

  it("can stop an account from asking, until staff allow it again", async () => {
    const { app, staff, alumni, people } = await withReport();
    const [report] = await reportsOf(staff);
    const close = await handle(staff, report, { action: "close" });
    expect(close.status).toBe(204);
    expect(await mailsTo(app, /no longer ask for help/)).toHaveLength(1);
    const profile = { ...someProfile, classYear: "2001", helpTopics: ["Networking"] };
    expect((await people["unconfirmed cadre"].post("/api/profile", profile)).status).toBe(201);
    const ask = { memberId: people["unconfirmed cadre"].memberId, topics: [], note: "Hello" };
    const { status, body } = await answerOf(await alumni.ask(ask));
    expect([status, JSON.stringify(body)]).toEqual([
      403,
      expect.stringContaining("stopped you from asking"),
    ]);
    const open = await staff.decide(alumni.memberId, { type: "OpenAsking" });
    expect(open.status).toBe(204);
    expect(await mailsTo(app, /can ask for help on .* again/)).toHaveLength(1);
    expect((await alumni.ask(ask)).status).toBe(201);
  });

  it("is invisible to the reported staff member, and its reporter can't handle it", async () => {
    const { run, staff, cadet, alumni } = await withReport();
    const become = { type: "SelectRole", role: "cadre", confirmedBy: "code" } as const;
    for (const member of [cadet, alumni]) await run(member, become);
    expect(await reportsOf(alumni)).toEqual([]);
    const [report] = await reportsOf(staff);
    expect((await handle(alumni, report, { action: "nothing" })).status).toBe(404);
    expect((await reportsOf(cadet))[0]?.canHandle).toBe(false);
    expect((await handle(cadet, report, { action: "nothing" })).status).toBe(403);
  });
});

describe("an applicant", () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{5,12}$/).map((text) => `Zq${text}`);

  it("has no text of theirs in any answer to others", async () => {
    const { cadet, alumni, waiting, staff } = await withPeople();
    expect((await waiting.post("/api/profile", someProfile)).status).toBe(201);
    const paths = [
      "/api/directory",
      "/api/profiles",
      `/api/profile/${waiting.memberId}`,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.record({ bio: word, company: word, jobTitle: word, location: word, mos: word }),
        word,
        async (fields, lastName) => {
          expect((await waiting.patch("/api/profile", fields)).status).toBe(200);
          expect((await waiting.patch("/api/user", { lastName })).status).toBe(200);
          const words = [...Object.values(fields), lastName];
          const asked = words.flatMap((each) => [
            `/api/directory?search=${each}`,
            `/api/suggestions?search=${each.slice(0, 5)}`,
          ]);
          for (const reader of [cadet, alumni]) {
            for (const path of [...paths, ...asked]) {
              const answer = await (await reader.get(path)).text();
              for (const each of words) expect(answer).not.toContain(each);
            }
          }
          const lists = JSON.stringify(await listsOf(staff));
          for (const each of Object.values(fields)) expect(lists).not.toContain(each);
        },
      ),
      { numRuns: 5 },
    );
  });
});
