/** Port of the object stores, with keys such as `pictures/{memberId}/{id}.webp`. */

export const maxUploadBytes = 10_485_760;

export const uploadLifetimeMs = 10 * 60 * 1000;

export interface ObjectStore {
  /**
   * Address for one PUT of one object in the next ten minutes, without a session: a URL, or a path
   * of this service. It doesn't limit the size: the reader of an upload counts bytes.
   */
  uploadAddress(key: string): Promise<string>;
  /** The key of an upload address; `undefined` for other addresses. Query and origin are optional. */
  keyOf(uploadAddress: string): string | undefined;
  /**
   * Writes or replaces an object, completely or not at all.
   * @throws {Unwanted} If it isn't wanted, or everything under its prefix was removed during the call.
   * @throws {ObjectsUnavailable} Like every other call.
   */
  put(key: string, bytes: Uint8Array, isWanted?: IsWanted): Promise<void>;
  /** The caller must read the stream to its end, or cancel it. */
  read(key: string): Promise<StoredObject | undefined>;
  /** Missing ones are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes everything under a prefix that ends in `/`, even unfinished objects. */
  removeAll(prefix: string): Promise<void>;
  /** Under a prefix that ends in `/`, in any order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Removes files left unfinished before this time, and notes no longer needed. */
  tidy(before: Date): Promise<void>;
  readonly receive?: ReceiveUpload;
}

/**
 * Whether an object is still wanted, by the log. A store checks after it has started to write the object. So either it
 * learns that the owner was erased, or the erasure finds the object, in any process. Always wanted if absent.
 */
export type IsWanted = () => Promise<boolean>;

export interface StoredObject {
  readonly sizeBytes: number;
  readonly body: ReadableStream<Uint8Array>;
}

export interface ListedObject {
  readonly key: string;
  readonly writtenAt: Date;
}

/**
 * Stores an upload once complete and still wanted; an interrupted one can be retried.
 *
 * @param address Path and query, as the browser sent it.
 * @param declaredBytes Length according to the request; not trusted.
 * @throws {UploadRefused}
 */
export type ReceiveUpload = (
  address: string,
  body: ReadableStream<Uint8Array> | null,
  declaredBytes: number | undefined,
  isWanted?: IsWanted,
) => Promise<void>;

export type UploadRefusal = "forged" | "expired" | "used" | "too-large" | "empty" | "broken-off";

/** An upload address refuses what was sent to it. */
export class UploadRefused extends Error {
  override readonly name = "UploadRefused";

  constructor(readonly reason: UploadRefusal, options?: ErrorOptions) {
    super(`The upload is refused: ${reason}`, options);
  }
}

export class ObjectsUnavailable extends Error {
  override readonly name = "ObjectsUnavailable";
}

/** An object wasn't stored, because its owner was erased. */
export class Unwanted extends Error {
  override readonly name = "Unwanted";
}

export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** A stream was interrupted, or took too long. */
export class BrokenOff extends Error {
  override readonly name = "BrokenOff";

  constructor(readonly isLate: boolean, options?: ErrorOptions) {
    super(isLate ? "The rest takes too long" : "The stream was interrupted", options);
  }
}

/**
 * Parts of a stream, within limits.
 * @throws {TooLarge} As soon as there are more bytes than the limit; the rest is not read.
 * @throws {BrokenOff}
 */
export async function* limitedParts(
  body: ReadableStream<Uint8Array>,
  { maxBytes, withinMs }: { readonly maxBytes: number; readonly withinMs: number },
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isLate = false;
  // Not a race of promises, because one that lasts as long as the stream would hold every part in memory.
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, withinMs);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new BrokenOff(isLate, { cause });
      });
      if (isLate) throw new BrokenOff(true);
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw new TooLarge(`There are more than ${maxBytes} bytes`);
      yield value;
    }
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
}

/** Maximum time to read an object, so that a hanging store doesn't block others. */
const readWithinMs = 30_000;

/** @throws {TooLarge} @throws {ObjectsUnavailable} If it breaks off, or takes too long. */
export async function readAll(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  withinMs = readWithinMs,
): Promise<Uint8Array> {
  try {
    const parts = await Array.fromAsync(limitedParts(body, { maxBytes, withinMs }));
    return new Uint8Array(Buffer.concat(parts));
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    throw new ObjectsUnavailable("An object can't be read to its end", { cause: error });
  }
}

/** Maximum time without progress; a bad connection needs far less for a part. */
const takeWithinMs = 120_000;

/** Cancels a stuck stream, because its reader would occupy a file or connection. */
export function withStreamTimeout(
  body: ReadableStream<Uint8Array>,
  withinMs = takeWithinMs,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let late: ReturnType<typeof setTimeout> | undefined;

  function expectMore(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(late);
    late = setTimeout(() => {
      controller.error(new Error("No one took the rest of an object"));
      void reader.cancel().catch(() => undefined);
    }, withinMs);
  }

  return new ReadableStream<Uint8Array>({
    start: expectMore,
    async pull(controller) {
      expectMore(controller);
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      clearTimeout(late);
      controller.close();
    },
    async cancel(reason) {
      clearTimeout(late);
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
