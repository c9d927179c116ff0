import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../../../events/errors.ts";
import { Problem } from "../../contract/problem.ts";
import { createRateLimits, defaultLimits } from "./rate-limits.ts";
import { Abandoned } from "./concurrency-limit.ts";

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
  it("counts failures of people who left during the check, and skips people who left before", async () => {
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

  it("never asks to wait longer than five minutes, even if the clock was set back", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 1 });
    await limits.login(jane, wrong);
    vi.setSystemTime(start - 24 * 60 * minuteMs);
    expect(await refusalOf(limits.login(jane, right))).toMatchObject({ retryAfterSeconds: 300 });
  });

  it("counts a name in any case", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 2 });
    await limits.login({ ...jane, username: "Jane" }, wrong);
    await limits.login({ ...jane, username: " JANE" }, wrong);
    expect(await refusalOf(limits.login(jane, right))).toBeDefined();
    expect(await limits.login({ ...jane, username: "joe" }, right)).toBe("jane");
  });

  it("doesn't count successes, because a whole class signs in from one address", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAddress: 3 });
    for (let turn = 0; turn < 30; turn++) {
      expect(await limits.login({ ...jane, username: `cadet${turn}` }, right)).toBe("jane");
    }
  });

  it("lets people sign in from elsewhere while one address keeps guessing", async () => {
    const limits = createRateLimits(defaultLimits);
    for (let round = 0; round < 2 * 288; round++) {
      vi.setSystemTime(start + round * 5 * minuteMs);
      for (let turn = 0; turn < 10; turn++) await refusalOf(limits.login(jane, wrong));
    }
    expect(await limits.login({ ...jane, ip: "192.0.2.2" }, right)).toBe("jane");
  });

  it("allows at most 200 guesses a day, from any number of addresses", async () => {
    const limits = createRateLimits(defaultLimits);
    const attempt = vi.fn(wrong);
    for (let round = 0; round < 144; round++) {
      vi.setSystemTime(start + round * 10 * minuteMs);
      for (let turn = 0; turn < 50; turn++) {
        const from = { ip: `198.51.${round % 256}.${turn}` };
        await refusalOf(limits.login({ ...jane, ...from }, attempt));
        await refusalOf(limits.login({ ...jane, ...from, browser: `${turn}` }, attempt));
        await refusalOf(limits.confirm("jane's id", attempt));
      }
    }
    expect(attempt.mock.calls.length).toBeGreaterThan(100);
    expect(attempt.mock.calls.length).toBeLessThanOrEqual(200);
  });

  it("slows down an address that tries many names, and still lets its people sign in", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: start });
    const limits = createRateLimits(defaultLimits);
    const attempt = vi.fn(wrong);
    const guess = (turn: number) => limits.login({ ...jane, username: `name${turn}` }, attempt);
    for (let turn = 0; turn < 100; turn++) await guess(turn);
    const spraying = Array.from({ length: 50 }, (_, turn) => refusalOf(guess(1000 + turn)));
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(spraying);
    // Two start and four wait for them. The others come later.
    expect(attempt.mock.calls.length - 100).toBe(6);
    const welcome = limits.login({ ...jane, username: "owner" }, right);
    await vi.advanceTimersByTimeAsync(6000);
    expect(await welcome).toBe("jane");
    const known = await limits.login({ ...jane, browser: "known" }, right);
    expect(known).toBe("jane");
  });

  it("doesn't count ten failures of one person for their address", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAddress: 100 });
    for (let turn = 0; turn < 1000; turn++) await refusalOf(limits.login(jane, wrong));
    expect(await limits.login({ ...jane, username: "joe" }, right)).toBe("jane");
  });

  it("frees the place of people who leave while their address is slowed down", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAddress: 100 });
    for (let turn = 0; turn < 100; turn++) {
      await limits.login({ ...jane, username: `name${turn}` }, wrong);
    }
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: start });
    const leaving = new AbortController();
    const left = limits.login({ ...jane, username: "a" }, right, leaving.signal)
      .catch((reason) => reason);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    leaving.abort();
    expect(await left).toBeInstanceOf(Abandoned);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("tries no more guesses if they all arrive at once", async () => {
    const limits = createRateLimits(defaultLimits);
    const attempt = vi.fn(wrong);
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => limits.login(jane, attempt)),
    );
    expect(attempt).toHaveBeenCalledTimes(10);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(40);
  });
});

describe("confirming the password", () => {
  it("is refused after ten wrong ones of a member, in any order", async () => {
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

  it("doesn't count right passwords", async () => {
    const limits = createRateLimits({ ...defaultLimits, failedLoginsPerAccount: 1 });
    for (let turn = 0; turn < 5; turn++) expect(await limits.confirm("a", right)).toBe("jane");
  });
});

describe("the other limits", () => {
  it("refuses wrong cadre codes from any number of addresses, in the end", async () => {
    const limits = createRateLimits(defaultLimits);
    const isRight = vi.fn(() => false);
    for (let minute = 0; minute < 24 * 60; minute++) {
      vi.setSystemTime(start + minute * minuteMs);
      for (let turn = 0; turn < 10; turn++) {
        const ip = `10.${minute >> 8}.${minute & 255}.${turn}`;
        await refusalOf(limits.cadreCode(ip, isRight));
      }
    }
    expect(isRight.mock.calls.length).toBeGreaterThan(500);
    expect(isRight.mock.calls.length).toBeLessThanOrEqual(1000);
  });

  it("counts taken names and addresses, whoever asks", async () => {
    const limits = createRateLimits({ ...defaultLimits, takenNames: 3 });
    const taken = vi.fn(() =>
      Promise.reject(new Refusal("member/username-taken", "Username already taken"))
    );
    const other = () => Promise.reject(new Refusal("profile/invalid", "Not valid"));
    const stranger = { ip: "192.0.2.1" };
    await expect(limits.claim(stranger, other)).rejects.toThrow("Not valid");
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => limits.claim(stranger, taken)),
    );
    expect(taken).toHaveBeenCalledTimes(3);
    expect(answers.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(await refusalOf(limits.claim(stranger, right))).toMatchObject({ status: 429 });
    expect(await limits.claim({ memberId: "a" }, right)).toBe("jane");
    expect(await limits.claim({ ip: "192.0.2.2" }, right)).toBe("jane");
  });

  it("counts each upload separately, even if many arrive at once", async () => {
    const limits = createRateLimits({ ...defaultLimits, uploadsPerMember: 3 });
    const uploads = await Promise.allSettled(Array.from({ length: 10 }, () => limits.upload("a")));
    expect(uploads.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await limits.upload("b");
  });
});
