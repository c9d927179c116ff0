import type { PasswordHashing } from "./argon2id.ts";

/** How long a password waits for a processor that has nothing else to do. */
const patienceMs = 1000;

/**
 * Hedged requests to hash passwords. A thread that runs when a processor has nothing else to do may
 * not run for minutes beside a program that never rests. So what it has not answered in time is asked
 * of the other as well, which takes its share of a processor: one at a time, so that a flood of
 * passwords delays readers by one of them in a second. The first answer counts.
 */
export function createHedgedHashing(
  patient: PasswordHashing,
  prompt: PasswordHashing,
): PasswordHashing {
  let prompted: Promise<unknown> = Promise.resolve();

  function ask<T>(how: (hashing: PasswordHashing) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const timer = setTimeout(() => {
        prompted = prompted.then(async () => {
          if (!isAnswered) await how(prompt).then(resolve, reject);
        });
      }, patienceMs);
      how(patient).then(resolve, reject).finally(() => {
        isAnswered = true;
        clearTimeout(timer);
      });
    });
  }

  return {
    hash: (password) => ask((hashing) => hashing.hash(password)),
    verify: (hash, password) => ask((hashing) => hashing.verify(hash, password)),
  };
}
