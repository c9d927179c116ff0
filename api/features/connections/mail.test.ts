import { productTopics } from "../../../events/program/topics.ts";
import { describe, expect, it } from "vitest";
import { openSystemWith } from "../../../events/testing/people.ts";
import { cause, type System } from "../../../events/testing/system.ts";
import { compose } from "../../mail/drivers/compose.ts";
import { MailUnavailable, type Message } from "../../mail/mail.ts";
import { createTryMail, type MailOut } from "../../mail/outbox/try-mail.ts";
import { createOutboxSender } from "../../mail/outbox/send-outbox.ts";
import {
  accept,
  connectedPair,
  dayMs,
  decline,
  end,
  note,
  tokenIn,
  write,
} from "../../testing/connected.ts";
import { testOrigin } from "../../testing/app.ts";
import { letterhead, mailLimits } from "../../testing/outbox.ts";
import { createConnectionMail } from "./mail.ts";
import { createConversationLinks } from "./links.ts";

const hourMs = 60 * 60 * 1000;
const quarterHourMs = 15 * 60 * 1000;

/** To whom and what about, without the address and the name of the product. */
function inShort({ to, subject }: Message): string {
  const who = /^address-of-(.*)@/.exec(to)?.[1];
  return `${who}: ${subject.replace(" on TCU Army ROTC Alumni Connect", "")}`;
}

async function given() {
  const connected = await connectedPair();
  const mailed = async () => (await connected.mailed()).map(inShort);
  return { ...connected, letters: connected.mailed, mailed };
}

const sender = { name: "TCU", address: "alumni@example.edu", replyTo: "support@example.edu" };

describe("a request and its mails", () => {
  it("is mailed to the other person at each step, with what was written", async () => {
    const { casey, morgan, ask, act, clock, letters, mailed } = await given();
    const id = await ask(casey, morgan);
    const [request, ...more] = await letters();
    expect(more).toEqual([]);
    expect(request && inShort(request)).toBe(
      "morgan: About Networking: a cadet asks for your help",
    );
    expect(request?.text).toContain("Casey LastCasey asks for your help with Networking:");
    expect(request?.text).toContain(`> ${note}`);
    expect(request?.html).toContain(note);
    expect(request?.text).toContain(`${testOrigin}/c/`);
    await act(morgan, id, write("Which branch?"));
    expect(await mailed()).toEqual(["casey: About Networking: a new message"]);
    await act(morgan, id, { ...accept, note: "Gladly" });
    const [answer] = await letters();
    expect(answer && inShort(answer)).toBe("casey: About Networking: your request was accepted");
    expect(answer?.text).toContain("> Gladly");
    expect(answer?.text).toContain(
      "To answer, use the link below. Replies to this email aren't delivered.",
    );
    clock.ms += quarterHourMs;
    await act(casey, id, write("Thank you"));
    const [message] = await letters();
    expect(message?.text).toContain("> Thank you");
    await act(morgan, id, end);
    expect(await mailed()).toEqual([]);
    clock.ms += hourMs;
    expect(await mailed()).toEqual(["casey: About Networking: the conversation has ended"]);
    await act(casey, id, { type: "GiveFeedback", helped: "partly", words: "It did" });
    const [words] = await letters();
    expect(words && inShort(words)).toBe(
      "morgan: About Networking: a thank-you note for your help",
    );
    expect(words?.text).toContain("> It did");
    expect(words?.text).not.toContain("partly");
  });

  it("has no feedback without words, and none from a blocked person", async () => {
    const { casey, morgan, ask, act, block, mailed } = await given();
    const judge = async (words: string | null, isBlocked: boolean) => {
      const id = await ask(casey, morgan);
      await act(morgan, id, accept);
      await act(casey, id, end);
      if (isBlocked) await block(morgan, casey);
      await mailed();
      await act(casey, id, { type: "GiveFeedback", helped: "no", words });
      return await mailed();
    };
    expect(await judge(null, false)).toEqual([]);
    expect(await judge("It did", true)).toEqual([]);
  });

  it("is one conversation in mail programs, to the minute, apart from every other", async () => {
    const { casey, morgan, person, ask, act, clock, letters } = await given();
    const drew = await person("Drew", "cadet");
    const [first, second] = [await ask(casey, morgan), await ask(drew, morgan)];
    const requests = await letters();
    clock.ms += quarterHourMs + 61_000;
    await act(morgan, first, accept);
    await act(morgan, second, accept);
    // Those of its two people aren't known to be the same.
    const threads = new Set([...requests, ...await letters()].map(({ thread }) => thread));
    expect(threads.size).toBe(4);
    clock.ms += quarterHourMs;
    await act(casey, first, write("One"));
    await act(drew, second, write("Two"));
    const messages = await letters();
    const byWords = (words: string, all = messages) => all.find(({ text }) => text.includes(words));
    const [ofCasey, ofDrew] = ["Casey", "Drew"].map((name) => byWords(name, requests)?.thread);
    expect(byWords("> One")?.writtenAt).toEqual(new Date(clock.ms));
    expect(byWords("> One")?.thread).toBe(ofCasey);
    expect(byWords("> Two")?.thread).toBe(ofDrew);
    expect(ofCasey).toMatch(/^[0-9a-f]{32}$/);
    expect(ofCasey).not.toBe(ofDrew);
  });

  it("says which cadre are not confirmed", async () => {
    const { app, casey, morgan, ask, mailed } = await given();
    const cadre = { type: "SelectRole", role: "cadre" } as const;
    await app.members.execute(casey.memberId, cadre, cause);
    await app.follow();
    await ask(casey, morgan);
    expect(await mailed()).toEqual([
      "morgan: About Networking: a cadre member (not confirmed) asks for your help",
    ]);
  });

  it("never holds an address, a username or a number of the other one", async () => {
    const { casey, morgan, ask, act, clock, letters } = await given();
    const id = await ask(casey, morgan);
    const sent = [...await letters()];
    const steps = [
      [morgan, { ...accept, note: "Gladly" }],
      [casey, write("Thank you")],
      [morgan, write("Any time")],
      [casey, end],
    ] as const;
    for (const [who, command] of steps) {
      clock.ms += quarterHourMs;
      await act(who, id, command);
      sent.push(...await letters());
    }
    clock.ms += hourMs;
    sent.push(...await letters());
    expect(sent).toHaveLength(5);
    for (const { to, ...message } of sent) {
      const other = to === casey.email ? "morgan" : "casey";
      const source = JSON.stringify(compose({ ...message, to }, sender)).toLowerCase();
      expect(source).not.toContain(`address-of-${other}`);
      expect(source).not.toContain(`login-${other}`);
    }
  });

  it("is quoted as it was written, and never becomes markup or a header", async () => {
    const { casey, morgan, ask, letters } = await given();
    await ask(casey, morgan, "<img src=x onerror=alert(1)>\n\nSecond line\n.");
    const [request] = await letters();
    expect(request?.html).not.toContain("<img src=x");
    expect(request?.html).toContain("&lt;img src=x");
    expect(request?.text).toContain("> <img src=x onerror=alert(1)>\n>\n> Second line");
    expect(request?.html).not.toMatch(/<script|<link|url\(|@import/);
  });

  it("that is declined says why, and has no link to a conversation", async () => {
    const { casey, morgan, ask, act, letters } = await given();
    const id = await ask(casey, morgan);
    await letters();
    await act(morgan, id, { ...decline, note: "Try Jordan" });
    const [answer] = await letters();
    expect(answer?.text).toContain("can't help you with this. They don't have time");
    expect(answer?.text).toContain("> Try Jordan");
    expect(answer?.text).not.toContain("/c/");
  });
});

describe("reminders", () => {
  it("are sent after three and seven days, with that date and a one-click link to stop them", async () => {
    const { app, casey, morgan, ask, clock, letters } = await given();
    await ask(casey, morgan);
    const [request] = await letters();
    expect(request?.unsubscribe).toBeUndefined();
    clock.ms += 3 * dayMs - 1;
    await app.doDueWork();
    expect(await letters()).toEqual([]);
    for (const days of [3, 4]) {
      clock.ms += days === 3 ? hourMs : days * dayMs;
      await app.doDueWork();
      const sent = await letters();
      expect(sent.map(inShort).toSorted()).toEqual([
        ...days === 3 ? [] : ["casey: About Networking: no answer yet"],
        "morgan: About Networking: a cadet is waiting for your answer",
      ]);
      const reminder = sent.find(({ to }) => to === morgan.email) as Message;
      expect(clock.ms - reminder.writtenAt.getTime()).toBeLessThanOrEqual(hourMs);
      const { headers } = compose(reminder, sender) as { headers: Record<string, string> };
      expect(headers).toMatchObject({
        "List-Unsubscribe": `<${testOrigin}/c/${tokenIn(reminder)}/no-reminders>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      });
    }
    clock.ms += 2 * dayMs;
    await app.doDueWork();
    expect(await letters()).toEqual([]);
  });

  it.each(["unwanted", "blocked"])("do not come once it is %s", async (what) => {
    const { app, casey, morgan, ask, block, settings, clock, mailed } = await given();
    await ask(casey, morgan);
    if (what === "blocked") await block(morgan, casey);
    else await settings(morgan, { wantsReminders: false });
    await mailed();
    clock.ms += 4 * dayMs;
    await app.doDueWork();
    expect(await mailed()).toEqual([]);
    clock.ms += 4 * dayMs;
    await app.doDueWork();
    // The asker learns that there is no answer, and nothing of why.
    expect(await mailed()).toEqual(["casey: About Networking: no answer yet"]);
    expect(await app.database.read("SELECT kind FROM outbox")).toEqual([]);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a mail that is late", () => {
  /** The mail server is away while `steps` happen, and comes back. */
  async function late(
    steps: (given: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>,
  ) {
    const there = await waiting();
    await steps(there);
    await there.app.settled();
    there.server.isAway = false;
    there.clock.ms += hourMs;
    await there.app.sendMail();
    expect(there.app.logged.filter(({ level }) => level === "error")).toEqual([]);
    return there.sent.map(inShort);
  }

  async function waiting() {
    const sent: Message[] = [];
    const server = { isAway: false };
    const connected = await connectedPair({
      mail: {
        async send(message, isWanted = async () => true) {
          if (server.isAway) throw new MailUnavailable("ESOCKET");
          if (await isWanted()) sent.push(message);
        },
        async check() {},
        async forget() {},
      },
    });
    sent.length = 0;
    server.isAway = true;
    return { ...connected, sent, server };
  }

  type Steps = Parameters<typeof late>[0];
  const erasing = (name: "casey" | "morgan"): Steps => async ({ ask, act, ...people }) => {
    const { casey, morgan } = people;
    const id = await ask(casey, morgan);
    await act(morgan, id, { ...accept, note: "Gladly" });
    await act(casey, id, write("Thank you"));
    expect((await people[name].delete("/api/account")).status).toBe(204);
  };

  it.each<[string, Steps, string[]]>([
    [
      "is sent when nothing has changed",
      ({ casey, morgan, ask }) => ask(casey, morgan),
      ["morgan: About Networking: a cadet asks for your help"],
    ],
    ["is dropped when the request was withdrawn since", async ({ casey, morgan, ask, act }) => {
      await act(casey, await ask(casey, morgan), { type: "Withdraw" });
    }, []],
    ["is dropped when the reader has blocked the other person since", async (there) => {
      const { casey, morgan, ask, act, block } = there;
      await act(casey, await ask(casey, morgan), write("Hello?"));
      await block(morgan, casey);
    }, []],
    ["is dropped when Casey was erased since", erasing("casey"), []],
    ["is dropped when Morgan was erased since", erasing("morgan"), []],
    ["says that it ended when both happened before", async ({ casey, morgan, ask, act }) => {
      const id = await ask(casey, morgan);
      await act(morgan, id, accept);
      await act(morgan, id, end);
    }, ["casey: About Networking: the conversation has ended"]],
  ])("%s", async (_, steps, sent) => {
    expect(await late(steps)).toEqual(sent);
  });
});

describe("each mail", () => {
  const secret = new Uint8Array(32).fill(7);

  /** A process that sends, and is killed before or after one of its steps. */
  function processKilledAt(system: System, killAt: number, onSent: (message: Message) => void) {
    const { mailQueue, readModel, clock } = system;
    let steps = 0;
    let isKilled = false;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isKilled || steps++ === killAt) {
        isKilled = true;
        throw new Error("Killed");
      }
      return await work();
    };
    const now = () => new Date(clock.ms);
    const kind = createConnectionMail({
      tables: readModel,
      texts: system.texts,
      notices: system.notices,
      refusedAddresses: { hasBounced: async () => false },
      links: createConversationLinks({ secret, now }),
      settings: { topics: () => productTopics },
      now,
    });
    const mail = { send: (message: Message) => step(async () => onSent(message)) };
    const outgoing: MailOut = {
      queue: {
        ...mailQueue,
        take: (options) => step(() => mailQueue.take(options)),
        remove: async (id) => {
          await step(() => mailQueue.remove(id));
          await step(async () => {});
        },
        postpone: (id, untilMs) => step(() => mailQueue.postpone(id, untilMs)),
      },
      current: async () => mail,
      letterhead,
    };
    const tryMail = createTryMail({
      outgoing,
      limits: mailLimits(system),
      kinds: [{ lookUp: (mail) => step(() => kind.lookUp(mail)) }],
      retries: { random: () => 0.5 },
      now,
    });
    const sender = createOutboxSender({ outgoing, tryMail, log: () => {}, now });
    return { run: () => sender.sendDue().catch(() => undefined), isKilled: () => isKilled };
  }

  it("is sent under one Message-ID, at any step that its senders are killed", async () => {
    const system = await openSystemWith({ cadet: "cadet", mentor: "alumni" });
    const { connections, clock } = system;
    for (let killAt = 0; killAt < 16; killAt++) {
      const ask = { mentorId: "mentor", topics: ["Networking"], note };
      const id = await connections.ask("cadet", ask, cause);
      await connections.act("mentor", id, write("Which branch?"), cause);
      await connections.act("cadet", id, write("Aviation"), cause);
      const sent: Message[] = [];
      for (let lives = 0; lives < 3; lives++) {
        const killed = processKilledAt(system, killAt, (message) => void sent.push(message));
        await killed.run();
        clock.ms += 60_000;
      }
      await processKilledAt(system, Infinity, (message) => void sent.push(message)).run();
      const byId = Map.groupBy(sent, (message) => message.id);
      const subjects = [...byId.values()].map(([message]) => message?.subject ?? "").toSorted();
      expect([killAt, subjects]).toEqual([killAt, [
        expect.stringContaining("About Networking: a cadet asks for your help"),
        expect.stringContaining("About Networking: a new message"),
      ]]);
      await connections.act("cadet", id, { type: "Withdraw" }, cause);
      clock.ms += 8 * dayMs;
      await processKilledAt(system, Infinity, (message) => {
        throw new Error(`${message.subject} was not expected`);
      }).run();
    }
  });
});
