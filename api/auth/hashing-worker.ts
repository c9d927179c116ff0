/**
 * Hashes passwords for `hashing-thread.ts`.
 *
 * @module
 */
import { platform, setPriority } from "node:os";
import { createArgon2id } from "./argon2id.ts";
import type { HashingAnswer, HashingOrder } from "./hashing-thread.ts";

/** Nice value: beside a thread of the usual rank that wants all of a core, a quarter of that core. */
const niceness = 5;

// On Linux this is about the thread that asks, and those that it starts inherit it: so do the ones
// that Argon2 runs on. Elsewhere it would be about the whole process.
if (platform() === "linux") setPriority(0, niceness);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<HashingOrder>) => void;
};
const argon2id = createArgon2id();

inbox.onmessage = async ({ data: { id, password, hash } }) => {
  try {
    const value = hash === undefined
      ? await argon2id.hash(password)
      : await argon2id.verify(hash, password);
    answer({ id, outcome: "done", value });
  } catch (error) {
    answer({ id, outcome: "malformed", message: (error as Error).message });
  }
};

function answer(content: HashingAnswer): void {
  inbox.postMessage(content);
}
