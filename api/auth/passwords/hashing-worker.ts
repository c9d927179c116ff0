import { lowerPriority } from "../../../events/lower-priority.ts";
import { createArgon2id } from "./argon2id.ts";
import type { HashingAnswer, HashingOrder } from "./hashing-thread.ts";

/** Nice value: gets a quarter of a core beside a busy thread of normal priority. */
const niceness = 5;

// Argon2's threads get it, too.
lowerPriority(niceness);

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
