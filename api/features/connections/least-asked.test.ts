import { describe, expect, it } from "vitest";
import { connectedApp, dayMs, type Person } from "../../testing/connected.ts";
import { countedDays, LeastAsked } from "./least-asked.ts";

const secret = new Uint8Array(32).fill(7);

/** Mentors whom cadets ask, and the order in which someone else is offered them. */
async function given(...names: readonly string[]) {
  const connected = await connectedApp();
  const { app, clock, person, ask } = connected;
  const mentors = new Map<string, Person>();
  for (const name of names) mentors.set(name, await person(name, "alumni"));
  const who = (name: string) => mentors.get(name) as Person;
  const leastAsked = new LeastAsked({
    tables: app.readModel,
    secret,
    now: () => new Date(clock.ms),
  });
  const nameOf = new Map([...mentors].map(([name, { memberId }]) => [memberId, name]));
  return {
    ...connected,
    who,
    leastAsked,
    asks: (asker: Person, name: string) => ask(asker, who(name)),
    tomorrow: () => void (clock.ms += dayMs),
    names: async (viewerId: string) => {
      const found = await leastAsked.first(viewerId, [...nameOf.keys()]);
      return found.map((id) => nameOf.get(id));
    },
  };
}

describe("people who fit equally", () => {
  it("begin with those whom the fewest asked, each asker counting once, from the next day on", async () => {
    const { person, asks, act, names, tomorrow } = await given("Ada", "Bo", "Cy");
    const [kim, lou, max] = [await person("Kim"), await person("Lou"), await person("Max")];
    const before = await names("viewer");
    await asks(kim, "Ada");
    await asks(lou, "Ada");
    const id = await asks(max, "Bo");
    await act(max, id, { type: "Withdraw" });
    await asks(max, "Bo");
    expect(await names("viewer")).toEqual(before);
    tomorrow();
    for (const viewer of ["viewer", "another", "third"]) {
      expect(await names(viewer)).toEqual(["Cy", "Bo", "Ada"]);
    }
  });

  it("are asked as often as in the last 60 days, to the millisecond of a day's begin", async () => {
    const { person, asks, names, clock } = await given("Ada", "Bo");
    await asks(await person("Kim"), "Ada");
    const midnight = Date.parse("2026-11-02T00:00:00.000Z");
    clock.ms = midnight + (countedDays + 1) * dayMs - 1;
    expect(await names("viewer")).toEqual(["Bo", "Ada"]);
    const days = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const firsts = await Promise.all(days.map(async (day) => {
      clock.ms = midnight + (countedDays + 1 + day) * dayMs;
      return (await names("viewer"))[0];
    }));
    // All alike would be a chance of one in 2,048.
    expect(new Set(firsts)).toEqual(new Set(["Ada", "Bo"]));
  });

  it("are in another order for each viewer and each day, and in the same one within a day", async () => {
    const { leastAsked, clock } = await given();
    const ids = Array.from({ length: 30 }, (_, at) => `0b8f6f6e-3f0e-4d3a-9a59-${1e11 + at}`);
    const firstOf = async (viewer: string) => (await leastAsked.first(viewer, ids))[0];
    const viewers = Array.from({ length: 300 }, (_, at) => `viewer-${at}`);
    const firsts = await Promise.all(viewers.map(firstOf));
    const times = ids.map((id) => firsts.filter((first) => first === id).length);
    // Ten each are expected. More than 30 of 300 would be a chance of less than one in a million.
    expect(Math.max(...times)).toBeLessThan(30);
    expect(times.filter((each) => each === 0).length).toBeLessThan(3);
    const order = await leastAsked.first("viewer", ids);
    clock.ms += dayMs / 4;
    expect(await leastAsked.first("viewer", ids.toReversed())).toEqual(order);
    clock.ms += dayMs;
    expect(await leastAsked.first("viewer", ids)).not.toEqual(order);
  });

  it("are at most 200, whom each viewer has others of", async () => {
    const { leastAsked } = await given();
    const ids = Array.from({ length: 1000 }, (_, at) => `member-${at}`);
    const [one, other] = await Promise.all(
      ["one", "other"].map(async (viewer) => new Set(await leastAsked.first(viewer, ids))),
    );
    expect([one?.size, other?.size]).toEqual([200, 200]);
    expect([...one ?? []].filter((id) => other?.has(id)).length).toBeLessThan(80);
  });
});

describe("a request that a block keeps from its mentor", () => {
  it("counts to its asker like every other, and to no one else", async () => {
    const { person, asks, names, block, who, tomorrow } = await given("Ada", "Bo");
    const kim = await person("Kim");
    await block(who("Ada"), kim);
    await asks(kim, "Ada");
    await asks(kim, "Bo");
    const viewers = Array.from({ length: 12 }, (_, at) => `viewer-${at}`);
    tomorrow();
    for (const viewer of viewers) expect(await names(viewer)).toEqual(["Ada", "Bo"]);
    // To Kim, both were asked once: either may be first.
    const firsts = new Set<string | undefined>();
    for (let day = 0; day < 12; day++) {
      firsts.add((await names(kim.memberId))[0]);
      tomorrow();
    }
    expect(firsts).toEqual(new Set(["Ada", "Bo"]));
  });

  it("is no different to anyone because of a block that came after it, or ended before", async () => {
    const { person, asks, names, block, app, who, tomorrow } = await given("Ada", "Bo");
    const [kim, lou] = [await person("Kim"), await person("Lou")];
    const origin = { requestId: "test", ip: "192.0.2.1" };
    await block(who("Ada"), lou);
    await app.product.connections.unblock(who("Ada").memberId, lou.memberId, origin);
    await asks(lou, "Ada");
    tomorrow();
    expect(await names("viewer")).toEqual(["Bo", "Ada"]);
    await asks(kim, "Ada");
    tomorrow();
    await block(who("Ada"), kim);
    await block(who("Ada"), lou);
    tomorrow();
    for (const viewer of ["viewer", "another", kim.memberId, lou.memberId]) {
      expect(await names(viewer)).toEqual(["Bo", "Ada"]);
    }
  });
});
