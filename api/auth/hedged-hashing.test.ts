import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PasswordHashing } from "./argon2id.ts";
import { createHedgedHashing } from "./hedged-hashing.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fake hash function: it answers when the test says so, and notes its calls. */
function onCommand(name: string) {
  const asked: string[] = [];
  const waiting: ((hash: string) => void)[] = [];
  const hashing: PasswordHashing = {
    hash(password) {
      asked.push(password);
      return new Promise((resolve) => waiting.push(resolve));
    },
    verify: async () => {
      throw new Error("malformed");
    },
  };
  return { hashing, asked, answer: () => waiting.shift()?.(`by ${name}`) };
}

describe("a password that is hashed when a processor has nothing else to do", () => {
  it("is hashed there alone while that takes less than a second", async () => {
    const [patient, prompt] = [onCommand("patient"), onCommand("prompt")];
    const hash = createHedgedHashing(patient.hashing, prompt.hashing).hash("correct horse");
    await vi.advanceTimersByTimeAsync(999);
    patient.answer();
    expect(await hash).toBe("by patient");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(prompt.asked).toEqual([]);
  });

  it("is hashed by the other as well after a second, one at a time", async () => {
    const [patient, prompt] = [onCommand("patient"), onCommand("prompt")];
    const hashing = createHedgedHashing(patient.hashing, prompt.hashing);
    const hashes = ["first", "second", "third"].map((password) => hashing.hash(password));
    await vi.advanceTimersByTimeAsync(1000);
    expect(prompt.asked).toEqual(["first"]);
    // The slow thread answers the second hash itself, so the other one goes on with the third.
    patient.answer();
    patient.answer();
    expect(await hashes[1]).toBe("by patient");
    prompt.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(prompt.asked).toEqual(["first", "third"]);
    prompt.answer();
    expect(await Promise.all(hashes)).toEqual(["by patient", "by patient", "by prompt"]);
  });

  it("is refused as it would be there", async () => {
    const [patient, prompt] = [onCommand("patient"), onCommand("prompt")];
    const hashing = createHedgedHashing(patient.hashing, prompt.hashing);
    await expect(hashing.verify("broken", "battery")).rejects.toThrow("malformed");
  });
});
