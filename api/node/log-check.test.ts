import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../events/testing/system.ts";
import { tamper } from "../../events/testing/tamper.ts";
import { forge } from "../../events/testing/forge.ts";
import { refuseBrokenLog } from "./broken-log.ts";
import { headsOf } from "./heads.ts";
import { LogCheck } from "./log-check.ts";

const dayMs = 24 * 60 * 60 * 1000;
const oldEvent = `UPDATE events SET facts = '{"role":"cadre"}' WHERE position = 2`;
const newEvent = `UPDATE events SET facts = '{"role":"cadre"}' WHERE position = 4`;

/** Four members; a head after three of them. */
async function given() {
  const system = await openSystem();
  const { databases } = system;
  const heads = headsOf({ headsDir: join(system.folder, "heads") }, { databases, secrets });
  for (const name of ["pat", "kim", "lee", "sam"]) {
    if (name === "sam") await heads.write();
    const person = register({ username: name, email: `${name}@example.com` });
    await system.members.execute(name, person, cause);
  }
  let nowMs = Date.UTC(2026, 10, 23);
  let slices = 0;
  const check = new LogCheck({
    database: databases.events,
    heads,
    checkFiles: async () => {},
    pause: async () => void slices++,
    now: () => new Date(nowMs),
  });
  return {
    system,
    heads,
    check,
    start: (isSuspect?: boolean) => refuseBrokenLog(databases.events, heads, isSuspect),
    pass: (ms: number) => void (nowMs += ms),
    slices: () => slices,
  };
}

describe("a start", () => {
  it("is refused by what is wrong since the newest head", async () => {
    const { system, start } = await given();
    await tamper(system, newEvent);
    await expect(start()).rejects.toThrow("first at position 4");
  });

  it("trusts a signed head, until everything is verified", async () => {
    const { system, start, check } = await given();
    await tamper(system, oldEvent);
    expect(await start()).toMatchObject({ verifiedAfter: 3 });
    await expect(check.runWhenDue()).rejects.toThrow("first at position 2");
    expect(check.verifiedAt()).toBeUndefined();
  });

  it("believes nothing once a fault was found", async () => {
    const { system, start } = await given();
    await tamper(system, oldEvent);
    await expect(start(true)).rejects.toThrow("first at position 2");
  });

  it("is refused where the log ends before its newest head", async () => {
    const { system, start } = await given();
    await forge(system, (events) => events.slice(0, 2));
    await expect(start()).rejects.toThrow("reached position 3");
  });
});

describe("verifying the log beside requests", () => {
  it("goes through all of it in slices, and says how far it came", async () => {
    const { check, slices } = await given();
    expect(check.position()).toBe(0);
    await check.runWhenDue();
    expect(check.position()).toBe(4);
    expect(check.verifiedAt()).toEqual(new Date(Date.UTC(2026, 10, 23)));
    expect(check.share()).toBeUndefined();
    expect(slices()).toBeGreaterThan(3);
  });

  it("is done again after a day, and not before", async () => {
    const { system, check, pass } = await given();
    await check.runWhenDue();
    await tamper(system, oldEvent);
    pass(dayMs - 1);
    await check.runWhenDue();
    pass(1);
    await expect(check.runWhenDue()).rejects.toThrow("first at position 2");
  });

  it("finds a log that was rewritten with every hash", async () => {
    const { system, check } = await given();
    await forge(system, (events) => events.toReversed());
    await expect(check.runWhenDue()).rejects.toThrow("admin -- head --anew");
  });

  it("is one run, however often it is asked for, and ends when the service does", async () => {
    const { system, heads } = await given();
    const stopping = new AbortController();
    let waiting = 0;
    const check = new LogCheck({
      database: system.databases.events,
      heads,
      checkFiles: async () => {},
      async pause() {
        if (++waiting === 3) stopping.abort();
      },
      stopping: stopping.signal,
      now: () => new Date(0),
    });
    await Promise.all([check.runWhenDue(), check.runWhenDue()]);
    expect(waiting).toBe(3);
    expect(check.verifiedAt()).toBeUndefined();
  });
});
