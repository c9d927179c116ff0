import { LibsqlError } from "@libsql/client";
import type { FileOptions, FileWriter } from "./writer.ts";

/** What the thread is asked. Each question has a number, and each writer. */
export interface Question {
  readonly id: number;
  readonly writer: number;
  readonly ask: Ask;
}

export type Ask =
  | { readonly to: "open"; readonly options: FileOptions }
  | {
    readonly [Name in Asked]: { readonly to: Name; readonly args: Parameters<FileWriter[Name]> };
  }[
    Asked
  ]
  /** The number is set to 1 once that is done. */
  | { readonly to: "close"; readonly isClosed: Int32Array };

type Asked = "commit" | "alone" | "prepare" | "reopen";

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: SentError | undefined;
}

/** An error as it is between threads, which know no classes; outcomes hold some, too. */
export interface SentError {
  readonly message: string;
  /** Of an error of SQLite's. */
  readonly code?: string;
  readonly extendedCode?: string | undefined;
  readonly rawCode?: number | undefined;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>;
  /** Writers that are open. */
  writers: number;
}

/** How long a stop waits until a file is closed. */
const closeWithinMs = 5000;

let thread: Thread | undefined;
let lastId = 0;

/** Writer on the one thread that writes for this process. It begins with the first writer, and ends with the last. */
export function createThreadWriter(options: FileOptions): FileWriter {
  const mine = thread ??= startThread();
  mine.writers++;
  const writer = ++lastId;

  function ask<T>(what: Ask): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++lastId;
    mine.waiting.set(id, { resolve, reject });
    mine.worker.postMessage({ id, writer, ask: what } satisfies Question);
    return promise as Promise<T>;
  }

  // Whether the file can be opened is answered with what is asked first.
  const opened = ask<void>({ to: "open", options });
  opened.catch(() => undefined);
  return {
    commit: async (...args) => received(await ask({ to: "commit", args })),
    alone: (...args) => ask({ to: "alone", args }),
    async prepare() {
      await opened;
      await ask({ to: "prepare", args: [] });
    },
    reopen: () => ask({ to: "reopen", args: [] }),
    close() {
      const isClosed = new Int32Array(new SharedArrayBuffer(4));
      mine.worker.postMessage(
        { id: ++lastId, writer, ask: { to: "close", isClosed } } satisfies Question,
      );
      Atomics.wait(isClosed, 0, 0, closeWithinMs);
      if (--mine.writers > 0) return;
      if (thread === mine) thread = undefined;
      mine.worker.terminate();
    },
  };
}

function startThread(): Thread {
  const worker = new Worker(new URL("./writer-worker.ts", import.meta.url), { type: "module" });
  const waiting: Thread["waiting"] = new Map();
  worker.onmessage = ({ data: { id, result, error } }: MessageEvent<Answer>) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(toError(error));
  };
  // Nobody knows what was recorded: the process ends, and the next start sees.
  worker.onerror = (event) => {
    event.preventDefault();
    throw new Error(`The thread that writes has failed: ${event.message}`);
  };
  return { worker, waiting, writers: 0 };
}

type Outcomes = Awaited<ReturnType<FileWriter["commit"]>>;

function received(outcomes: Outcomes): Outcomes {
  return outcomes.map((one) => "error" in one ? { error: toError(one.error as SentError) } : one);
}

export function toSent(error: unknown): SentError {
  if (!(error instanceof LibsqlError)) {
    return { message: String((error as Error)?.message ?? error) };
  }
  const { message, code, extendedCode, rawCode } = error;
  return { message, code, extendedCode, rawCode };
}

function toError({ message, code, extendedCode, rawCode }: SentError): Error {
  if (code === undefined) return new Error(message);
  // Its message begins with its code again.
  const words = message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message;
  return new LibsqlError(words, code, extendedCode, rawCode);
}
