import type { Json } from "../log/event-log.ts";
import type { SealedPart } from "./sealing.ts";

/** Many parts in few pieces of memory, which are handed over and not copied. */
export interface OpeningOrder {
  /** Keys and sealed bytes one after the other. */
  readonly keys: Uint8Array<ArrayBuffer>;
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** Where each part's sealed bytes end. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly contexts: readonly string[];
}

/** The parts in clear as one JSON array; `null` when one of them cannot be opened. */
export type OpeningAnswer = string | null;

export type OpeningThread = ReturnType<typeof startOpeningThread>;

/** Opens sealed parts on a second core, order after order. */
export function startOpeningThread() {
  const worker = new Worker(new URL("./opening-worker.ts", import.meta.url), { type: "module" });
  const waiting: ((answer: OpeningAnswer) => void)[] = [];
  let isOver = false;

  function end() {
    isOver = true;
    worker.terminate();
    for (const answer of waiting.splice(0)) answer(null);
  }

  worker.onmessage = ({ data }: MessageEvent<OpeningAnswer>) => waiting.shift()?.(data);
  worker.onerror = (event) => {
    event.preventDefault();
    end();
  };

  return {
    /** The parts in clear; `null` when one of them cannot be opened, or the thread has ended. */
    async open(parts: readonly SealedPart[]): Promise<readonly Json[] | null> {
      if (isOver) return null;
      const { promise, resolve } = Promise.withResolvers<OpeningAnswer>();
      waiting.push(resolve);
      const order = packed(parts);
      worker.postMessage(order, [order.keys.buffer, order.sealed.buffer, order.ends.buffer]);
      const answer = await promise;
      return answer === null ? null : JSON.parse(answer);
    },
    /** What is still waited for is answered with `null`. */
    close: end,
  };
}

function packed(parts: readonly SealedPart[]): OpeningOrder {
  const ends = new Uint32Array(parts.length);
  let bytes = 0;
  for (const [at, { sealed }] of parts.entries()) ends[at] = bytes += sealed.length;
  const sealed = new Uint8Array(bytes);
  const keys = new Uint8Array(parts.length * keyBytes);
  for (const [at, part] of parts.entries()) {
    sealed.set(part.sealed, (ends[at] ?? 0) - part.sealed.length);
    keys.set(part.key, at * keyBytes);
  }
  return { keys, sealed, ends, contexts: parts.map(({ context }) => context) };
}

/** Bytes of a member's key. */
export const keyBytes = 32;
