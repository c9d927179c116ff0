/** Workers that answer one question and end. */
import { constants } from "node:os";
import process from "node:process";
import { lowerPriority } from "./lower-priority.ts";

type Reply<Answer> =
  | { readonly answer: Answer }
  | { readonly failed: string }
  | { readonly share: number };

/** Reports the share of the work that is done, from 0 to 1. */
export type Report = (share: number) => void;

/** Answers `askWorker`'s question inside a worker, at lower priority than requests. */
export function answerInWorker<Question, Answer>(
  answer: (question: Question, report: Report) => Answer | Promise<Answer>,
): void {
  lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const report = (share: number) => self.postMessage({ share } satisfies Reply<Answer>);
  self.onmessage = async ({ data }: MessageEvent<Question>) => {
    const reply: Reply<Answer> = await Promise.try(answer, data, report)
      .then((answer) => ({ answer }), (error: Error) => ({ failed: error.message }));
    self.postMessage(reply);
  };
}

/** Starts a worker whose file calls `answerInWorker`, and resolves with its answer. */
export async function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  until?: AbortSignal,
  report?: Report,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<
    Exclude<Reply<Answer>, { share: number }>
  >();
  const stop = () => reject(until?.reason);
  until?.addEventListener("abort", stop);
  worker.onmessage = ({ data }: MessageEvent<Reply<Answer>>) =>
    "share" in data ? report?.(data.share) : resolve(data);
  worker.onerror = (event) => {
    // An unhandled error would end the process.
    event.preventDefault();
    reject(new Error(event.message));
  };
  try {
    until?.throwIfAborted();
    worker.postMessage(question);
    const reply = await promise;
    if ("failed" in reply) throw new Error(reply.failed);
    return reply.answer;
  } finally {
    until?.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/**
 * Aborts after this much processor time, since a busy machine isn't the work's fault, or after the
 * longer wall time.
 */
export function processorTimeout(withinMs: number, withinWallMs: number, reason?: Error) {
  const late = new AbortController();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const clock = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const wallMs = performance.now() - startedAt;
    const isLate = wallMs >= withinWallMs ||
      wallMs >= withinMs && (user + system) / 1000 >= withinMs;
    if (isLate) late.abort(reason);
  }, 20);
  return { signal: late.signal, [Symbol.dispose]: () => clearInterval(clock) };
}
