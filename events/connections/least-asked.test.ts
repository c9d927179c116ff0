import { describe, expect, it } from "vitest";
import { dayMs } from "../day.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause } from "../testing/system.ts";
import { countedDays } from "./least-asked.ts";
import { ask, rolesOf, withdraw } from "./testing/commands.ts";

/** These people, and the order in which a viewer is offered the mentors among them. */
async function given(...names: readonly string[]) {
  const system = await openSystemWith(rolesOf(names));
  const mentors = names.filter((name) => name.startsWith("mentor"));
  return {
    ...system,
    system,
    tomorrow: () => void (system.clock.ms += dayMs),
    offered: (viewerId: string) => system.leastAsked.forViewer(viewerId, mentors),
  };
}

describe("people who fit equally", () => {
  it("begin with those whom the fewest asked, each asker counting once, from the next day on", async () => {
    const { system, connections, offered, tomorrow } = await given(
      ...["mentor1", "mentor2", "mentor3", "kim", "lou", "max"],
    );
    const before = await offered("viewer");
    await ask(system, "kim", "mentor1");
    await ask(system, "lou", "mentor1");
    const id = await ask(system, "max", "mentor2");
    await connections.act("max", id, withdraw, cause);
    await ask(system, "max", "mentor2");
    expect(await offered("viewer")).toEqual(before);
    tomorrow();
    for (const viewer of ["viewer", "another", "third"]) {
      expect(await offered(viewer)).toEqual(["mentor3", "mentor2", "mentor1"]);
    }
  });

  it("were asked by each question to alumni that they were sent, from the next day on", async () => {
    const { system, questions, offered, tomorrow } = await given(
      ...["mentor1", "mentor2", "mentor3", "mentor4", "kim", "lou"],
    );
    await ask(system, "kim", "mentor4");
    await ask(system, "lou", "mentor4");
    tomorrow();
    const before = await offered("viewer");
    await questions.ask("kim", { topic: "Networking", text: "How did you choose?" }, cause);
    expect(await offered("viewer")).toEqual(before);
    tomorrow();
    await ask(system, "kim", "mentor1");
    tomorrow();
    const order = await offered("viewer");
    expect(order.slice(0, 2).toSorted()).toEqual(["mentor2", "mentor3"]);
    expect(order.slice(2).toSorted()).toEqual(["mentor1", "mentor4"]);
  });

  it("were asked as often as in the last 60 days, to the millisecond a day begins", async () => {
    const { system, clock, offered } = await given("mentor1", "mentor2", "kim");
    await ask(system, "kim", "mentor1");
    const midnight = Date.parse("2026-03-01T00:00:00.000Z");
    clock.ms = midnight + (countedDays + 1) * dayMs - 1;
    expect(await offered("viewer")).toEqual(["mentor2", "mentor1"]);
    const firsts = new Set<string | undefined>();
    // All alike would be a chance of one in 2,048.
    for (let day = 0; day < 12; day++) {
      clock.ms = midnight + (countedDays + 1 + day) * dayMs;
      firsts.add((await offered("viewer"))[0]);
    }
    expect(firsts).toEqual(new Set(["mentor1", "mentor2"]));
  });

  it("are in another order for each viewer and each day, and in the same one within a day", async () => {
    const { leastAsked, clock } = await given();
    const ids = Array.from({ length: 30 }, (_, at) => `0b8f6f6e-3f0e-4d3a-9a59-${1e11 + at}`);
    const firstOf = async (viewer: string) => (await leastAsked.forViewer(viewer, ids))[0];
    const viewers = Array.from({ length: 300 }, (_, at) => `viewer-${at}`);
    const firsts = await Promise.all(viewers.map(firstOf));
    const times = ids.map((id) => firsts.filter((first) => first === id).length);
    // Ten each are expected. More than 30 of 300 would be a chance of less than one in a million.
    expect(Math.max(...times)).toBeLessThan(30);
    expect(times.filter((each) => each === 0).length).toBeLessThan(3);
    const order = await leastAsked.forViewer("viewer", ids);
    clock.ms += dayMs / 4;
    expect(await leastAsked.forViewer("viewer", ids.toReversed())).toEqual(order);
    clock.ms += dayMs;
    expect(await leastAsked.forViewer("viewer", ids)).not.toEqual(order);
  });

  it("are at most 200, and not the same ones for each viewer", async () => {
    const { leastAsked } = await given();
    const ids = Array.from({ length: 1000 }, (_, at) => `member-${at}`);
    const [one, other] = await Promise.all(
      ["one", "other"].map(async (viewer) => new Set(await leastAsked.forViewer(viewer, ids))),
    );
    expect([one?.size, other?.size]).toEqual([200, 200]);
    expect([...one ?? []].filter((id) => other?.has(id)).length).toBeLessThan(80);
  });

  it("are all compared for a question, in an order that its asker isn't shown", async () => {
    const { leastAsked } = await given();
    const ids = Array.from({ length: 1000 }, (_, at) => `member-${at}`);
    const question = { questionId: "question", askerId: "asker" };
    const order = await leastAsked.forQuestion(question, ids);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(await leastAsked.forQuestion({ ...question, questionId: "another" }, ids))
      .not.toEqual(order);
    expect(await leastAsked.forViewer("asker", ids)).not.toEqual(order.slice(0, 200));
  });
});

describe("a request that a block keeps from its mentor", () => {
  it("counts to its asker like every other, and to no one else", async () => {
    const { system, connections, offered, tomorrow } = await given("mentor1", "mentor2", "kim");
    await connections.block("mentor1", "kim", cause);
    await ask(system, "kim", "mentor1");
    await ask(system, "kim", "mentor2");
    tomorrow();
    for (let viewer = 0; viewer < 12; viewer++) {
      expect(await offered(`viewer-${viewer}`)).toEqual(["mentor1", "mentor2"]);
    }
    // To Kim, both were asked once: either may be first.
    const firsts = new Set<string | undefined>();
    for (let day = 0; day < 12; day++) {
      firsts.add((await offered("kim"))[0]);
      tomorrow();
    }
    expect(firsts).toEqual(new Set(["mentor1", "mentor2"]));
  });

  it("is no different to anyone because of a block that came after it, or ended before", async () => {
    const { system, connections, offered, tomorrow } = await given(
      ...["mentor1", "mentor2", "kim", "lou"],
    );
    await connections.block("mentor1", "lou", cause);
    await connections.unblock("mentor1", "lou", cause);
    await ask(system, "lou", "mentor1");
    tomorrow();
    expect(await offered("viewer")).toEqual(["mentor2", "mentor1"]);
    await ask(system, "kim", "mentor1");
    tomorrow();
    await connections.block("mentor1", "kim", cause);
    await connections.block("mentor1", "lou", cause);
    tomorrow();
    for (const viewer of ["viewer", "another", "kim", "lou"]) {
      expect(await offered(viewer)).toEqual(["mentor2", "mentor1"]);
    }
  });
});
