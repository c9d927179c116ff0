import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "../problems.ts";
import { addressKey, createRateLimits, defaultLimits } from "./rate-limits.ts";
import { Abandoned } from "./turns.ts";

const minuteMs = 60 * 1000;
const start = new Date("2026-03-01T12:00:00.000Z").getTime();
const jane = { username: "jane", ip: "192.0.2.1" };
const wrong = () => Promise.resolve(undefined);
const right = () => Promise.resolve("jane");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

async function refusalOf(attempt: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
}

describe("login", () => {
  it("counts whoever left while failing, and tries nothing for those who left before", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 1 });
    const leaving = new AbortController();
    const wrongWhileLeaving = () => {
      leaving.abort();
      return wrong();
    };
    expect(await limits.login(jane, wrongWhileLeaving, leaving.signal)).toBeUndefined();
    const tried = vi.fn(right);
    await expect(limits.login(jane, tried, leaving.signal)).rejects.toThrow(Abandoned);
    expect(tried).not.toHaveBeenCalled();
    expect(await refusalOf(limits.login(jane, right))).toMatchObject({ status: 429 });
  });

  it("is refused for a name after ten failures, until five minutes have passed", async () => {
    const limits = createRateLimits(defaultLimits);
    for (let turn = 0; turn < 10; turn++) expect(await limits.login(jane, wrong)).toBeUndefined();
    const refused = await refusalOf(limits.login(jane, right));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 300 });
    vi.setSystemTime(start + 5 * minuteMs);
    expect(await limits.login(jane, right)).toBe("jane");
  });

  it("says to wait no longer than five minutes, also when the clock was set back", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 1 });
    await limits.login(jane, wrong);
    vi.setSystemTime(start - 24 * 60 * minuteMs);
    expect(await refusalOf(limits.login(jane, right))).toMatchObject({ retryAfterSeconds: 300 });
  });

  it("counts a name in any case, from any address", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 2 });
    await limits.login({ username: "Jane", ip: "192.0.2.1" }, wrong);
    await limits.login({ username: " JANE", ip: "192.0.2.2" }, wrong);
    expect(await refusalOf(limits.login({ username: "jane", ip: "192.0.2.3" }, right)))
      .toBeDefined();
    expect(await limits.login({ username: "joe", ip: "192.0.2.1" }, right)).toBe("jane");
  });

  it("does not count what succeeds: a whole class signs in from one address", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAddress: 3 });
    for (let turn = 0; turn < 30; turn++) {
      expect(await limits.login({ ...jane, username: `cadet${turn}` }, right)).toBe("jane");
    }
  });

  it("is refused for an address after too many failures, whatever the name", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAddress: 3 });
    for (const username of ["a", "b", "c"]) await limits.login({ ...jane, username }, wrong);
    expect(await refusalOf(limits.login({ ...jane, username: "d" }, right))).toBeDefined();
    expect(await limits.login({ username: "d", ip: "192.0.2.2" }, right)).toBe("jane");
  });

  it("tries no more guesses when they all arrive at once", async () => {
    const limits = createRateLimits(defaultLimits);
    const attempt = vi.fn(wrong);
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => limits.login(jane, attempt)),
    );
    expect(attempt).toHaveBeenCalledTimes(10);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(40);
  });
});

describe("saying the password again", () => {
  it("is refused after ten wrong ones of a member, in whichever order they come", async () => {
    const limits = createRateLimits(defaultLimits);
    const attempt = vi.fn(wrong);
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => limits.confirm("member 1", attempt)),
    );
    expect(attempt).toHaveBeenCalledTimes(10);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(20);
    expect(await refusalOf(limits.confirm("member 1", right)))
      .toMatchObject({ status: 429, retryAfterSeconds: 300 });
    expect(await limits.confirm("member 2", right)).toBe("jane");
  });

  it("does not count what is right", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 1 });
    for (let turn = 0; turn < 5; turn++) expect(await limits.confirm("a", right)).toBe("jane");
  });
});

describe("the other limits", () => {
  it("counts every registration of an address", async () => {
    const limits = createRateLimits({ ...defaultLimits, registrationsPerAddress: 2 });
    await limits.register("192.0.2.1");
    await limits.register("192.0.2.1");
    expect(await refusalOf(limits.register("192.0.2.1"))).toMatchObject({ status: 429 });
    await limits.register("192.0.2.2");
  });

  it("counts wrong cadre codes only", async () => {
    const limits = createRateLimits({ ...defaultLimits, wrongCadreCodesPerAddress: 1 });
    expect(await limits.cadreCode("192.0.2.1", () => true)).toBe(true);
    expect(await limits.cadreCode("192.0.2.1", () => false)).toBe(false);
    expect(await refusalOf(limits.cadreCode("192.0.2.1", () => true))).toMatchObject({
      status: 429,
    });
  });

  it("lets five mails an hour go to one recipient", async () => {
    const limits = createRateLimits(defaultLimits);
    for (let turn = 0; turn < 5; turn++) expect(await limits.mayMailReset("j@x.org")).toBe(true);
    expect(await limits.mayMailReset("J@X.org")).toBe(false);
    vi.setSystemTime(start + 60 * minuteMs);
    expect(await limits.mayMailReset("j@x.org")).toBe(true);
  });
});

describe("addressKey", () => {
  it("takes an IPv6 /64 for one address", () => {
    expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(addressKey("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(addressKey("2001:0DB8:0001:2:ffff::")).toBe("2001:db8:1:2::/64");
    expect(addressKey("::1")).toBe("0:0:0:0::/64");
  });

  it("leaves IPv4 addresses as they are, also inside IPv6", () => {
    expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
    expect(addressKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
  });
});
