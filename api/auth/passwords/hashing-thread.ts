import type { PasswordHashing } from "./argon2id.ts";

/** A request to the thread. With a hash, it asks whether the password matches. */
export interface HashingOrder {
  readonly id: number;
  readonly password: string;
  readonly hash?: string;
}

export type HashingAnswer =
  | { readonly id: number; readonly outcome: "done"; readonly value: string | boolean }
  | { readonly id: number; readonly outcome: "malformed"; readonly message: string };

/** Argon2id on a thread with lower priority than requests. A failure there ends the process. */
export function startHashingThread(): PasswordHashing & { close(): void } {
  const worker = new Worker(new URL("./hashing-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, PromiseWithResolvers<string | boolean>>();
  let lastId = 0;

  worker.onmessage = ({ data }: MessageEvent<HashingAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.outcome === "done") asked?.resolve(data.value);
    else asked?.reject(new Error(data.message));
  };

  async function ask(order: Omit<HashingOrder, "id">): Promise<string | boolean> {
    const id = ++lastId;
    const asked = Promise.withResolvers<string | boolean>();
    waiting.set(id, asked);
    worker.postMessage({ ...order, id } satisfies HashingOrder);
    return await asked.promise;
  }

  return {
    hash: async (password) => String(await ask({ password })),
    verify: async (hash, password) => await ask({ password, hash }) === true,
    close: () => worker.terminate(),
  };
}
