import { describe, expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";
import { accept, connectedPair, end, write } from "../../testing/connected.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const thank = (words: string | null) => ({ type: "GiveFeedback", helped: "yes", words } as const);

/** A conversation whose mentor has a notice that they have not opened: what follows is not mailed at once. */
async function given() {
  const all = await connectedPair();
  const { casey, morgan } = all;
  const id = await all.ask(casey, morgan);
  await all.act(morgan, id, accept);
  await all.mailed();
  all.clock.ms += hourMs;
  const read = (who: typeof casey) => who.conversation(id);
  for (const who of [casey, morgan]) await read(who);
  return { ...all, id, read };
}

describe("the last messages, the end and the thank-you note", () => {
  it("are one mail an hour after the end, in order", async () => {
    const { app, casey, morgan, act, id, clock, mailed, read } = await given();
    await act(casey, id, write("One more question"));
    expect(await mailed()).toHaveLength(1);
    clock.ms += minuteMs;
    await read(morgan);
    // Not a quarter of an hour later: this one waits, and then the end comes.
    await act(casey, id, write("Thank you for everything"));
    expect(await mailed()).toEqual([]);
    await act(casey, id, end);
    clock.ms += 10 * minuteMs;
    await act(casey, id, thank("You helped me choose"));
    expect(await mailed()).toEqual([]);
    clock.ms += 49 * minuteMs;
    expect(await mailed()).toEqual([]);
    clock.ms += 2 * minuteMs;
    const [letter, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(letter?.to).toBe(morgan.email);
    expect(letter?.subject).toContain("About Networking: a thank-you note for your help");
    for (const part of [letter?.text ?? "", letter?.html ?? ""]) {
      const places = [
        "Casey LastCasey wrote to you:",
        "Thank you for everything",
        "has ended.",
        "thanked you:",
        "You helped me choose",
      ].map((text) => part.indexOf(text));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
      expect(part).not.toContain("One more question");
    }
    clock.ms += hourMs;
    expect(await mailed()).toEqual([]);
    expect(await app.database.read("SELECT kind FROM outbox")).toEqual([]);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("are separate mails when they are hours apart", async () => {
    const { casey, act, id, clock, mailed } = await given();
    await act(casey, id, end);
    clock.ms += hourMs;
    expect((await mailed()).map(({ subject }) => subject))
      .toEqual([expect.stringContaining("the conversation has ended")]);
    await act(casey, id, thank("You helped me choose"));
    const [thanks, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(thanks?.text).toContain("> You helped me choose");
    expect(thanks?.text).not.toContain("has ended");
  });

  it("are sent once by two processes", async () => {
    const { app, casey, morgan, act, id, clock, mailed } = await given();
    const other = await appForTest({ beside: app, now: () => new Date(clock.ms) });
    await act(casey, id, end);
    await act(casey, id, thank("You helped me choose"));
    clock.ms += hourMs;
    await Promise.all([app.outboxSender.sendDue(), other.outboxSender.sendDue()]);
    clock.ms += 5 * minuteMs;
    const sent = [...await mailed(), ...other.mails].filter(({ to }) => to === morgan.email);
    await other.outboxSender.sendDue();
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining("thank-you note")]);
    expect(await app.database.read("SELECT kind FROM outbox")).toEqual([]);
  });

  it("are not sent to a reader who has blocked their author since", async () => {
    const { app, casey, morgan, act, block, id, clock, mailed } = await given();
    await act(casey, id, end);
    await act(casey, id, thank("You helped me choose"));
    await block(morgan, casey);
    clock.ms += hourMs;
    expect(await mailed()).toEqual([]);
    clock.ms += 5 * minuteMs;
    expect(await mailed()).toEqual([]);
    expect(await app.database.read("SELECT kind FROM outbox")).toEqual([]);
  });

  it("don't repeat the last messages to the person who ended it", async () => {
    const { casey, morgan, act, id, clock, mailed } = await given();
    await act(casey, id, write("One more question"));
    await mailed();
    await act(morgan, id, end);
    clock.ms += hourMs;
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });
});
