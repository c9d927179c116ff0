import { describe, expect, it } from "vitest";
import { openSystemWith } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";
import { countsStream } from "./count-events.ts";
import { accept, ask, decline, end, rolesOf, undo } from "./testing/commands.ts";

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;
const given = (...names: readonly string[]) => openSystemWith(rolesOf(names));
const countsIn = async ({ log }: System) =>
  (await log.readStream(countsStream)).map(({ facts }) => facts as Record<string, unknown>);
const nextDay = (system: System, afterMidnightMs = 5 * minuteMs) => {
  system.clock.ms += dayMs - system.clock.ms % dayMs + afterMidnightMs;
};

/** Until the day before can't change anymore: answers can be undone for a day. */
const settle = (system: System, afterMs = 5 * minuteMs) => {
  nextDay(system);
  nextDay(system, afterMs);
};

describe("requests of a day", () => {
  it("are known before they are recorded, once each", async () => {
    const system = await given("ann", "ben", "mentor-1", "mentor-2");
    const { requestCounts } = system;
    await ask(system, "ann", "mentor-1");
    nextDay(system);
    await ask(system, "ben", "mentor-1");
    expect(await requestCounts.pending()).toMatchObject([
      { day: "2026-03-01", asked: { cadet: 1 }, askers: { cadet: 1 } },
      { day: "2026-03-02", asked: { cadet: 1 }, askers: { cadet: 1 } },
    ]);
    nextDay(system);
    await requestCounts.countDays();
    expect(await requestCounts.pending()).toMatchObject([{ day: "2026-03-02" }]);
  });

  it("are counted once the day after is over by five minutes", async () => {
    const system = await given("ann", "ben", "mentor-1", "mentor-2");
    const { connections, requestCounts } = system;
    const first = await ask(system, "ann", "mentor-1");
    const second = await ask(system, "ann", "mentor-2");
    await connections.act("mentor-1", first, accept, cause);
    await connections.act("mentor-2", second, decline, cause);
    settle(system, 5 * minuteMs - 1);
    await requestCounts.countDays();
    expect(await countsIn(system)).toEqual([]);
    system.clock.ms += 1;
    await requestCounts.countDays();
    expect(await countsIn(system)).toEqual([{
      day: "2026-03-01",
      asked: { cadet: 2 },
      topics: { Networking: 2 },
      branches: { Aviation: 2 },
      regions: { "": 2 },
      accepted: { 1: 1 },
      declined: { 1: 1 },
      acceptedTopics: { Networking: 1 },
      answeredBy: { alumni: { accepted: 1, declined: 1 } },
      withdrawn: 0,
      expired: 0,
      ended: 0,
      feedback: {},
      askers: { cadet: 1 },
      reached: { cadet: 1 },
    }]);
  });

  it("do not include an answer that was undone, also after midnight", async () => {
    const system = await given("ann", "ben", "mentor-1", "mentor-2");
    const { connections, requestCounts } = system;
    const [one, two] = [await ask(system, "ann", "mentor-1"), await ask(system, "ben", "mentor-2")];
    system.clock.ms = Date.parse("2026-03-01T23:50:00.000Z");
    await connections.act("mentor-1", one, accept, cause);
    await connections.act("mentor-2", two, decline, cause);
    expect(await requestCounts.pending()).toMatchObject([{ accepted: { 1: 1 } }]);
    system.clock.ms += dayMs - minuteMs;
    await connections.act("mentor-1", one, undo, cause);
    await connections.act("mentor-2", two, undo, cause);
    await connections.act("mentor-2", two, accept, cause);
    nextDay(system);
    await requestCounts.countDays();
    const none = { accepted: {}, declined: {}, answeredBy: {}, acceptedTopics: {}, reached: {} };
    expect(await countsIn(system)).toMatchObject([{
      day: "2026-03-01",
      asked: { cadet: 2 },
      ...none,
    }]);
    nextDay(system);
    await requestCounts.countDays();
    expect((await countsIn(system)).slice(1)).toMatchObject([
      { day: "2026-03-02", declined: {}, answeredBy: { alumni: { accepted: 1, declined: 0 } } },
    ]);
  });

  it("are counted later, each day by itself, after a week without service", async () => {
    const system = await given("ann", "mentor-1", "mentor-2");
    const { connections, requestCounts } = system;
    const id = await ask(system, "ann", "mentor-1");
    nextDay(system);
    await connections.act("mentor-1", id, accept, cause);
    nextDay(system);
    nextDay(system);
    await connections.act("ann", id, end, cause);
    await connections.act("ann", id, { type: "GiveFeedback", helped: "yes", words: null }, cause);
    await ask(system, "ann", "mentor-2");
    system.clock.ms += 7 * dayMs;
    await requestCounts.countDays();
    expect(await countsIn(system)).toMatchObject([
      { day: "2026-03-01", asked: { cadet: 1 }, askers: { cadet: 1 }, reached: {} },
      { day: "2026-03-02", asked: {}, accepted: { 1: 1 }, reached: { cadet: 1 } },
      { day: "2026-03-04", ended: 1, feedback: { yes: 1 }, asked: { cadet: 1 }, askers: {} },
    ]);
  });

  it("are counted once, by however many nodes", async () => {
    const one = await given("ann", "mentor-1");
    const other = await openSystem(one.folder);
    await ask(one, "ann", "mentor-1");
    settle(one);
    settle(other);
    await Promise.all([one.requestCounts.countDays(), other.requestCounts.countDays()]);
    await Promise.all([one.requestCounts.countDays(), other.requestCounts.countDays()]);
    expect(await countsIn(one)).toMatchObject([{ day: "2026-03-01", asked: { cadet: 1 } }]);
  });

  it("have questions to alumni beside them: asked, first answers by their time, passed to staff", async () => {
    const system = await given("ann", "ben", "mentor-1", "mentor-2");
    const { questions, requestCounts } = system;
    const ask = (who: string, topic: string) => questions.ask(who, { topic, text: "How?" }, cause);
    const id = await ask("ann", "Networking");
    await ask("ben", "Graduate School");
    nextDay(system);
    await questions.answer("mentor-1", id, { way: "link" }, cause);
    await questions.answer("mentor-2", id, { way: "link", text: "Late" }, cause);
    nextDay(system);
    await questions.sendKept("mentor-2", id, cause);
    settle(system);
    await requestCounts.countDays();
    expect((await countsIn(system)).map(({ questions }) => questions)).toEqual([
      { asked: 2, answered: {}, toStaff: 1 },
      { asked: 0, answered: { 1: 1 }, toStaff: 0 },
      undefined,
    ]);
  });

  it("stay counted when the asker is erased", async () => {
    const system = await given("ann", "mentor-1");
    await ask(system, "ann", "mentor-1");
    settle(system);
    await system.requestCounts.countDays();
    await system.members.execute("ann", { type: "Erase" }, cause);
    nextDay(system);
    await (await openSystem(system.folder)).requestCounts.countDays();
    expect(await countsIn(system)).toMatchObject([{ asked: { cadet: 1 } }]);
  });

  it("are those of a new cycle from its first day on", async () => {
    const system = await given("ann", "mentor-1", "mentor-2");
    system.clock.ms = Date.parse("2026-09-30T12:00:00.000Z");
    await ask(system, "ann", "mentor-1");
    nextDay(system);
    await ask(system, "ann", "mentor-2");
    settle(system);
    await system.requestCounts.countDays();
    expect((await countsIn(system)).map(({ askers }) => askers)).toEqual([{ cadet: 1 }, {
      cadet: 1,
    }]);
  });
});
