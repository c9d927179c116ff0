import { describe, expect, it } from "vitest";
import { isThere } from "../../../events/testing/file-text.ts";
import {
  accept,
  connectedApp,
  dayMs,
  decline,
  end,
  type Person,
  refusalOf,
  tokenIn,
  write,
} from "../../testing/connected.ts";
import { emptyQuery } from "../../contract/directory.ts";
import { resumeLink } from "../../contract/mailed-links.ts";

async function given(names = ["Casey"]) {
  const connected = await connectedApp({
    limits: { messagesPerMember: 1e6, changesPerMember: 1e6 },
  });
  const cadets: Person[] = [];
  for (const name of names) cadets.push(await connected.person(name));
  const morgan = await connected.person("Morgan", "alumni");
  await connected.mailed();
  const { app, clock } = connected;
  /** Two nodes at once do what is due by then: each thing happens once. */
  const later = async (days: number) => {
    clock.ms += days * dayMs;
    await Promise.all([app.doDueWork(), app.doDueWork()]);
  };
  const subjects = async () =>
    (await connected.mailed()).map(({ to, subject }) =>
      `${/of-(.*)@/.exec(to)?.[1]}: ${subject.replace(/ on TCU.*Connect/, "")}`
    );
  const texts = async (id: string) => {
    const rows = await app.database.read(
      `SELECT count(*) AS count FROM personal JOIN events USING (position)
       WHERE type IN ('MessageSent', 'FeedbackGiven') AND ${isThere}`,
    );
    const shown = await app.product.conversations.read(casey.memberId, id);
    return [Number(rows[0]?.count), shown.messages.length];
  };
  const settings = async () => await app.product.conversations.settings(morgan.memberId);
  const [casey] = cadets as [Person];
  return { ...connected, casey, cadets, morgan, later, subjects, texts, settingsOf: settings };
}

const reminder = "morgan: About Networking: a cadet is waiting for your answer";
const silent = "casey: About Networking: no answer yet";
const stillRight = "morgan: Is your TCU Army ROTC Alumni Connect profile still right?";
const expired = "casey: About Networking: your request has expired";
const expiredOnAsker = "morgan: About Networking: the request has expired";

describe("a request", () => {
  it("is counted for statistics once its day is over", async () => {
    const { app, casey, morgan, ask, later } = await given();
    await ask(casey, morgan);
    const counted = async () =>
      (await app.database.read("SELECT facts FROM events WHERE type = 'RequestsCounted'"))
        .map(({ facts }) => JSON.parse(String(facts)).asked);
    await app.doDueWork();
    expect(await counted()).toEqual([]);
    await later(1);
    await later(1);
    expect(await counted()).toEqual([{ cadet: 1 }]);
  });

  it("expires as any other when the asker was blocked, and shows nothing about the mentor", async () => {
    const { cadets, morgan, ask, block, later, subjects, settingsOf } = await given([
      "Casey",
      "Jordan",
    ]);
    const [casey, jordan] = cadets as [Person, Person];
    await block(morgan, casey);
    await block(morgan, jordan);
    await ask(casey, morgan);
    await ask(jordan, morgan);
    await later(14);
    expect((await subjects()).toSorted()).toEqual([expired, expired.replace("casey", "jordan")]);
    // The public figures don't show unanswered requests.
    expect((await settingsOf()).pausedUntil).toBe(null);
  });
});

/** What happens on which day, and what is mailed when: of a request that was asked on day 0. */
const calendars: readonly {
  readonly name: string;
  readonly does?: Readonly<Record<number, "question" | "answer" | "pause" | "resume">>;
  readonly mails: readonly string[];
  /** Days on which no service runs. */
  readonly away?: readonly [from: number, to: number];
  /** Days by which the clock is set back on a day, for a day. */
  readonly setBack?: Readonly<Record<number, number>>;
}[] = [
  {
    name: "several questions, of which the last one counts",
    does: { 2: "question", 5: "answer", 6: "question", 12: "question" },
    mails: [`6 ${reminder}`, `26 ${expired}`, `26 ${expiredOnAsker}`],
  },
  {
    name: "no service from day 2 to day 9",
    away: [2, 9],
    mails: [`10 ${reminder}`, `10 ${silent}`, `14 ${expired}`],
  },
  {
    name: "a mentor who pauses in between, and a clock that is set back for a day",
    does: { 1: "pause", 5: "resume" },
    setBack: { 4: 3, 8: 5 },
    mails: [`3 ${reminder}`, `7 ${reminder}`, `7 ${silent}`, `14 ${expired}`],
  },
];

it.each(calendars)(
  "a request is reminded of and expires by the days of whose turn it is: $name",
  async ({ does = {}, mails, away: [from, to] = [0, 0], setBack = {} }) => {
    const { app, clock, casey, morgan, ask, act, settings, subjects, state } = await given();
    const id = await ask(casey, morgan);
    await subjects();
    const told: string[] = [];
    for (let day = 1; day <= 40; day++) {
      clock.ms += dayMs;
      const back = (setBack[day] ?? 0) * dayMs;
      clock.ms -= back;
      // Two nodes at once, and again: each mail comes once.
      if (day < from || day > to) await Promise.all([app.doDueWork(), app.doDueWork()]);
      for (const subject of await subjects()) told.push(`${day} ${subject}`);
      clock.ms += back;
      const what = does[day];
      if (what === "question") await act(morgan, id, write("Which branch?"));
      if (what === "answer") await act(casey, id, write("Aviation"));
      if (what === "pause") await settings(morgan, { pausedUntil: "2027-06" });
      if (what === "resume") await settings(morgan, { pausedUntil: null });
      if (what !== undefined) await subjects();
    }
    expect(told.toSorted()).toEqual(mails.toSorted());
    expect(await state(id)).toBe("expired");
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  },
);

it("lists a mentor again when the month begins until which they paused, by one event", async () => {
  const { app, clock, morgan, settings, later } = await given();
  const listed = async () => {
    await app.follow();
    const query = { ...emptyQuery, requests: ["Takes requests now"] };
    const reader = await app.readModel.members.byId(morgan.memberId);
    return (await app.product.directory.answer(query, reader!, { ip: "192.0.2.1" })).content.total;
  };
  expect(await listed()).toBe(1);
  await settings(morgan, { pausedUntil: "2027-01" });
  expect(await listed()).toBe(0);
  await later(59);
  expect(await listed()).toBe(0);
  clock.ms += dayMs;
  await Promise.all([app.doDueWork(), app.doDueWork()]);
  expect(await listed()).toBe(1);
  await later(1);
  const said = await app.database.read(
    "SELECT actor_id FROM events WHERE type = 'MentoringChanged' ORDER BY position",
  );
  expect(said.map(({ actor_id }) => actor_id === "system")).toEqual([false, true]);
  expect(await app.product.conversations.takesRequests(morgan.memberId)).toBe(true);
});

describe("a conversation", () => {
  it("that is quiet for 90 days is asked about, and ends a week later", async () => {
    const { casey, morgan, ask, act, later, subjects, state } = await given();
    const id = await ask(casey, morgan);
    await act(morgan, id, accept);
    await subjects();
    await later(89.9);
    expect(await subjects()).toEqual([]);
    await later(0.1);
    const quiet = "About Networking: is your conversation still going?";
    expect((await subjects()).toSorted()).toEqual([`casey: ${quiet}`, `morgan: ${quiet}`]);
    await later(6);
    expect(await subjects()).toEqual([]);
    await later(1);
    expect(await subjects()).toEqual([]);
    await later(1 / 24);
    const over = "About Networking: the conversation has ended";
    expect(await subjects()).toEqual([`casey: ${over}`]);
    expect(await state(id)).toBe("ended");
  });

  it("loses its texts after the time for which they are stored", async () => {
    const { casey, morgan, ask, act, later, texts } = await given();
    const id = await ask(casey, morgan);
    await act(morgan, id, { ...accept, note: "Gladly" });
    await act(casey, id, write("Thank you"));
    await act(casey, id, end);
    await act(casey, id, { type: "GiveFeedback", helped: "yes", words: "A lot" });
    expect(await texts(id)).toEqual([4, 3]);
    await later(364.9);
    expect(await texts(id)).toEqual([4, 3]);
    await later(0.1);
    expect(await texts(id)).toEqual([0, 0]);
  });
});

describe("a mentor who does not answer", () => {
  const both = async () => {
    const there = await given(["Casey", "Jordan", "Riley"]);
    const [casey, jordan, riley] = there.cadets as [Person, Person, Person];
    return { ...there, casey, jordan, riley };
  };

  it("is paused after two expired requests in a row, with one mail and a link to resume", async () => {
    const { app, casey, jordan, riley, morgan, ask, later, mailed, settingsOf, settings } =
      await both();
    await ask(casey, morgan);
    await later(1);
    await ask(jordan, morgan);
    await later(13);
    expect((await settingsOf()).pausedUntil).toBe(null);
    await mailed();
    await later(1);
    expect((await settingsOf()).pausedUntil).toBe("resumed");
    const letters = (await mailed()).filter(({ to }) => to === morgan.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      "Your requests for help on TCU Army ROTC Alumni Connect are paused",
    ]);
    expect(letters[0]?.unsubscribe).toBeUndefined();
    expect((await refusalOf(ask(riley, morgan)))?.message).toBe("Not taking requests right now");
    expect(await app.product.mailedLinks.open(tokenIn(letters[0] ?? { text: "" })))
      .toMatchObject({ connectionId: resumeLink, member: { memberId: morgan.memberId } });
    await later(1);
    await later(1);
    expect(await mailed()).toEqual([]);
    await settings(morgan, { pausedUntil: null });
    await later(1);
    expect((await settingsOf()).pausedUntil).toBe(null);
    // Counted from then.
    await ask(riley, morgan);
    await later(14);
    expect((await settingsOf()).pausedUntil).toBe(null);
  });

  it("is not paused when one was answered in between, but is when one was withdrawn", async () => {
    const { casey, jordan, riley, morgan, ask, act, later, settingsOf } = await both();
    await ask(casey, morgan);
    await later(14);
    await later(1);
    await act(morgan, await ask(riley, morgan), decline);
    await ask(jordan, morgan);
    await later(14);
    expect((await settingsOf()).pausedUntil).toBe(null);
    await act(casey, await ask(casey, morgan), { type: "Withdraw" });
    await ask(jordan, morgan);
    await later(14);
    expect((await settingsOf()).pausedUntil).toBe("resumed");
  });

  it("is not paused when the asker did not answer, and both get a mail", async () => {
    const { app, casey, jordan, morgan, ask, act, later, mailed, settingsOf } = await both();
    for (const cadet of [casey, jordan]) {
      await act(morgan, await ask(cadet, morgan), write("Which branch?"));
    }
    await mailed();
    await later(14);
    expect((await settingsOf()).pausedUntil).toBe(null);
    const letters = (await mailed()).map(({ to, text }) => [to, text] as const);
    expect(letters).toHaveLength(4);
    for (const [to, text] of letters) {
      expect(text).toMatch(
        to === morgan.email
          ? /Last(Casey|Jordan) didn't answer your question within 14 days/
          : /LastMorgan asked you a question, and you didn't answer within 14 days/,
      );
    }
    // One more place for the asker.
    expect((await app.product.conversations.list(casey.memberId)).open).toEqual([]);
  });

  it("is paused by the next run after a kill", async () => {
    const { app, clock, casey, jordan, morgan, ask, later, mailed, settingsOf } = await both();
    const ids = [await ask(casey, morgan), await ask(jordan, morgan)];
    clock.ms += 14 * dayMs;
    // All that a process did that was killed after it.
    const { connections } = app as never as {
      connections: { recordDue(id: string, command: { type: "Expire" }): Promise<boolean> };
    };
    for (const id of ids) expect(await connections.recordDue(id, { type: "Expire" })).toBe(true);
    expect((await settingsOf()).pausedUntil).toBe(null);
    await later(0);
    expect((await settingsOf()).pausedUntil).toBe("resumed");
    expect((await mailed()).filter(({ subject }) => subject.includes("are paused"))).toHaveLength(
      1,
    );
  });
});

describe("time", () => {
  it("that steps ahead a day or a year does what is due, once, and nothing when it steps back", async () => {
    const { app, clock, casey, morgan, ask, act, later, subjects, state } = await given();
    const id = await ask(casey, morgan);
    await subjects();
    clock.ms += 365 * dayMs;
    await app.doDueWork();
    await app.doDueWork();
    expect(await state(id)).toBe("expired");
    expect(await subjects()).toEqual([expired, stillRight]);
    clock.ms -= 365 * dayMs;
    await later(0);
    expect(await subjects()).toEqual([]);
    expect(await state(id)).toBe("expired");
    const again = await ask(casey, morgan);
    await act(morgan, again, accept);
    await later(1);
    await later(-2);
    expect(await state(again)).toBe("accepted");
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("leaves out a member who is erased meanwhile", async () => {
    const { app, clock, casey, morgan, ask, state } = await given();
    const id = await ask(casey, morgan);
    clock.ms += 14 * dayMs;
    await Promise.all([app.doDueWork(), morgan.delete("/api/account")]);
    await app.doDueWork();
    expect(["expired", undefined, "requested"]).toContain(await state(id));
  });
});
