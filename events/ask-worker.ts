/**
 * The answer of a worker to one question. The worker ends with it.
 *
 * @throws {Error} When the worker fails, or the reason of the signal.
 */
export async function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  until?: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(until?.reason);
  until?.addEventListener("abort", stop);
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  worker.onerror = (event) => {
    // Otherwise the process would end with it.
    event.preventDefault();
    reject(new Error(event.message));
  };
  try {
    until?.throwIfAborted();
    worker.postMessage(question);
    return await promise;
  } finally {
    until?.removeEventListener("abort", stop);
    worker.terminate();
  }
}
