import { describe, expect, it } from "vitest";
import { connectedApp, dayMs, type Person, tokenIn } from "../../../testing/connected.ts";
import { testOrigin } from "../../../testing/app.ts";
import { MailRefused } from "../../../mail/mail.ts";

const topic = "Networking";
const text = "How did you find your first job?";
const origin = { requestId: "test", ip: "192.0.2.1" };
const hourMs = 60 * 60 * 1000;

async function given(alumni: readonly string[] = ["Ann", "Ben", "Cam"]) {
  const connected = await connectedApp({
    limits: { messagesPerMember: 1e6, changesPerMember: 1e6 },
  });
  const { app, person, mailed, clock } = connected;
  const casey = await person("Casey");
  const people = new Map<string, Person>();
  for (const name of alumni) people.set(name, await person(name, "alumni"));
  await mailed();
  const { questions } = app.product;
  const short = async () =>
    (await mailed()).map(({ to, subject }) => `${/of-(.*)@/.exec(to)?.[1]}: ${subject}`).toSorted();
  return {
    ...connected,
    questions,
    casey,
    who: (name: string) => people.get(name) as Person,
    ask: (asker = casey) => questions.ask(asker.memberId, { topic, text }, origin),
    answer: (name: string, id: string, reply?: string) =>
      questions.answer(
        (people.get(name) as Person).memberId,
        id,
        { text: reply, way: "link" },
        origin,
      ),
    short,
    /** Mails someone a link for a new password, which the mail server may refuse. */
    async mailLink(name: string, failure?: Error) {
      app.testMail.failure = failure;
      const member = await app.readModel.members.byId(people.get(name)?.memberId ?? "");
      await app.browser().post("/api/forgot-password", { email: member?.email });
      await mailed();
      app.testMail.failure = undefined;
    },
    /** Two nodes at once do what is due by then. */
    later: async (days: number) => {
      clock.ms += days * dayMs;
      await Promise.all([app.doDueWork(), app.doDueWork()]);
    },
    state: async () => (await questions.own(casey.memberId))[0]?.state,
  };
}

const toAlumni = "About Networking: a cadet's question to the program's alumni";

describe("a question and its mails", () => {
  it("goes to three with its text and a link, without the cadet's name or address", async () => {
    const { ask, mailed } = await given(["Ann", "Ben", "Cam", "Dee"]);
    await ask();
    const mails = await mailed();
    expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill(toAlumni));
    for (const { text: body, html } of mails) {
      expect(body).toContain("A cadet asks the program's alumni about Networking:");
      expect(body).toContain(`> ${text}`);
      expect(body).toContain(`${testOrigin}/c/`);
      expect(body + html).not.toMatch(/Casey|address-of-casey/);
    }
  });

  it("tells the cadet of the answer, and its author of a reply that came later", async () => {
    const { ask, answer, mailed, short, questions, who } = await given();
    const id = await ask();
    await mailed();
    await answer("Ann", id, "By asking around");
    const [told] = await mailed();
    expect(told?.subject).toBe("About Networking: your question was answered");
    expect(told?.text).toContain("Ann LastAnn answered your question to the program's alumni:");
    expect(told?.text).toContain("> By asking around");
    expect(await answer("Ben", id, "By luck")).toEqual({ is: "kept" });
    const [kept] = await mailed();
    expect(kept?.subject).toBe("About Networking: we kept your reply");
    expect(tokenIn(kept ?? { text: "" })).not.toBe("");
    await questions.sendKept(who("Ben").memberId, id, origin);
    expect(await short()).toEqual(["casey: About Networking: your question was answered"]);
    expect(await questions.asked(who("Ben").memberId, id)).toMatchObject({
      kept: null,
      is: "over",
    });
  });

  it("goes on by itself, once for all nodes: to others, to staff, and to an end that is told", async () => {
    const { ask, later, short, state, app } = await given(["Ann", "Ben", "Cam", "Dee", "Eve"]);
    await ask();
    expect(await short()).toHaveLength(3);
    await later(3);
    expect(await short()).toHaveLength(2);
    await later(2);
    expect(await short()).toEqual([]);
    await later(1);
    expect([await state(), await short()]).toEqual(["staff", []]);
    await later(24);
    expect([await state(), await short()]).toEqual(["ended", [
      "casey: About Networking: your question was closed",
    ]]);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("goes only to those whose address takes mail", async () => {
    const { ask, later, short, mailLink } = await given(["Ann", "Ben"]);
    await mailLink("Ann", new MailRefused("no such mailbox"));
    await ask();
    expect(await short()).toEqual([`ben: ${toAlumni}`]);
    await mailLink("Ann");
    await later(3);
    expect(await short()).toEqual([`ann: ${toAlumni}`]);
  });

  it("isn't passed on to those whose address takes no mail", async () => {
    const names = ["Ann", "Ben", "Cam", "Dee"];
    const { ask, later, short, state, mailLink } = await given(names);
    await ask();
    const asked = (await short()).join();
    const left = names.find((name) => !asked.includes(`${name.toLowerCase()}: `)) ?? "";
    await mailLink(left, new MailRefused("no such mailbox"));
    await later(3);
    expect([await state(), await short()]).toEqual(["staff", []]);
  });

  it("reminds, expires and pauses no one who doesn't answer", async () => {
    const { ask, later, short, app, who } = await given();
    for (let round = 0; round < 3; round++) {
      await ask();
      await later(15);
      await later(16);
      await app.product.conversations.settings(who("Ann").memberId);
    }
    const { pausedUntil } = await app.product.conversations.settings(who("Ann").memberId);
    expect(pausedUntil).toBe(null);
    const subjects = new Set((await short()).map((each) => each.split(": ").slice(1).join(": ")));
    expect([...subjects].filter((each) => /waiting for your answer|expired|paused/.test(each)))
      .toEqual([]);
  });

  it("forgets a kept reply after fourteen days, and the texts after a year", async () => {
    const { ask, answer, later, app, questions, who } = await given();
    const id = await ask();
    await answer("Ann", id);
    await answer("Ben", id, "By luck");
    await later(13);
    expect((await questions.asked(who("Ben").memberId, id)).kept).toBe("By luck");
    await later(1);
    expect((await questions.asked(who("Ben").memberId, id)).kept).toBe(null);
    const left = async () => {
      const [row] = await app.database.read(
        `SELECT count(*) AS count FROM events JOIN personal USING (position)
         WHERE type = 'QuestionTextWritten' AND sealed <> zeroblob(length(sealed))`,
      );
      return row?.count;
    };
    expect(await left()).toBe(1);
    await later(352);
    expect(await left()).toBe(0);
  });
});

/** All that a cadet sees and is mailed in forty days, with or without a block by the only alumnus. */
async function worldOf(isBlocked: boolean) {
  const { casey, who, ask, block, later, short, questions, app, clock } = await given(["Ann"]);
  if (isBlocked) await block(who("Ann"), casey);
  await ask();
  const seen: unknown[] = [];
  for (let day = 0; day <= 40; day++) {
    const own = await questions.own(casey.memberId);
    seen.push(own.map(({ id: _, ...each }) => each));
    seen.push((await short()).filter((each) => each.startsWith("casey")));
    seen.push(await app.product.conversations.list(casey.memberId));
    await later(1);
    if (day === 20) await ask().catch(() => undefined);
  }
  clock.ms += hourMs;
  return { seen };
}

it("shows a cadet nothing of a block on any day, and mails the alumnus nothing", async () => {
  const [free, blocked] = [await worldOf(false), await worldOf(true)];
  expect(blocked.seen).toEqual(free.seen);
  const { casey, who, ask, block, short } = await given(["Ann"]);
  await block(who("Ann"), casey);
  await ask();
  expect(await short()).toEqual([]);
});
