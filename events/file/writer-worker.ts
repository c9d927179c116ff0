/**
 * Thread that writes to database files for `writer-thread.ts`. It does what it is asked one after the other.
 *
 * @module
 */
import { createFileWriter, type FileWriter } from "./writer.ts";
import { type Answer, type Ask, type Question, toSent } from "./writer-thread.ts";

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<Question>) => void;
};

const writers = new Map<number, FileWriter>();

inbox.onmessage = async ({ data: { id, writer, ask } }) => {
  try {
    inbox.postMessage({ id, result: await answer(writer, ask) } satisfies Answer);
  } catch (error) {
    inbox.postMessage({ id, error: toSent(error) } satisfies Answer);
  }
};

async function answer(id: number, ask: Ask): Promise<unknown> {
  if (ask.to === "open") return void writers.set(id, createFileWriter(ask.options));
  const writer = writers.get(id);
  if (ask.to === "close") {
    writer?.close();
    writers.delete(id);
    Atomics.store(ask.isClosed, 0, 1);
    Atomics.notify(ask.isClosed, 0);
    return;
  }
  if (writer === undefined) throw new Error("There is no such writer");
  if (ask.to !== "commit") {
    return await (writer[ask.to] as (...args: unknown[]) => unknown)(...ask.args);
  }
  const outcomes = await writer.commit(...ask.args);
  return outcomes.map((one) => "error" in one ? { error: toSent(one.error) } : one);
}
