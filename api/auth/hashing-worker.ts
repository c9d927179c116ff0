/**
 * Hashes passwords for `hashing-thread.ts`.
 *
 * @module
 */
import { constants, platform, setPriority } from "node:os";
import type { HashingAnswer, HashingOrder } from "./hashing-thread.ts";
import { runWhenIdle } from "./idle-thread.ts";

// On Linux this is about the thread that asks, and those that it starts inherit it: so do the ones
// that Argon2 runs on. Elsewhere it would be about the whole process. The priority is what is left
// where a system does not let it run when idle.
if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_LOW);
runWhenIdle();

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<HashingOrder>) => void;
};
const argon2id = loadArgon2id();

inbox.onmessage = async ({ data: { id, password, hash } }) => {
  try {
    const value = hash === undefined
      ? await (await argon2id).hash(password)
      : await (await argon2id).verify(hash, password);
    answer({ id, outcome: "done", value });
  } catch (error) {
    answer({ id, outcome: "malformed", message: (error as Error).message });
  }
};

/** Now, and not before: loading packages starts threads, which stay and hash as well. */
async function loadArgon2id() {
  const { createArgon2id } = await import("./argon2id.ts");
  return createArgon2id();
}

function answer(content: HashingAnswer): void {
  inbox.postMessage(content);
}
