/**
 * One question to a worker, and its answer. The worker ends with it.
 *
 * @module
 */
import { constants, platform, setPriority } from "node:os";

type Reply<Answer> = { readonly answer: Answer } | { readonly failed: string };

/** Answers the question of `askWorker`, as the only work of a worker's file. Requests come before it. */
export function answerInWorker<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  // On Linux this is about this thread alone, elsewhere about the whole process.
  if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  self.onmessage = async ({ data }: MessageEvent<Question>) => {
    const reply: Reply<Answer> = await Promise.try(answer, data)
      .then((answer) => ({ answer }), (error: Error) => ({ failed: error.message }));
    self.postMessage(reply);
  };
}

/**
 * The answer of a worker whose file calls `answerInWorker`.
 *
 * @throws {Error} When it fails, or the reason of the signal.
 */
export async function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  until?: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply<Answer>>();
  const stop = () => reject(until?.reason);
  until?.addEventListener("abort", stop);
  worker.onmessage = ({ data }: MessageEvent<Reply<Answer>>) => resolve(data);
  worker.onerror = (event) => {
    // Otherwise the process would end with it.
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
