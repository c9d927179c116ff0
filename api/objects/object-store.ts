/**
 * Where pictures and uploads lie: the port that every store fulfils. A key is what an object is
 * called, such as `pictures/{memberId}/{id}.webp`; `keys.ts` makes them.
 *
 * @module
 */

/** The most bytes that an upload may have: 10 MB. */
export const maxUploadBytes = 10_485_760;

/** How long an upload address is good. */
export const uploadLifetimeMs = 10 * 60 * 1000;

export interface ObjectStore {
  /**
   * An address to which a browser sends one object with one PUT in the next ten minutes, without
   * being signed in: an absolute URL, or a path of this service when the store takes uploads through
   * it. A size is not promised: whoever reads an upload counts.
   */
  uploadAddress(key: string): Promise<string>;
  /** The key that an upload address was made for, query and origin left out or not; `undefined` for others. */
  keyOf(uploadAddress: string): string | undefined;
  /**
   * Writes an object whole: nobody ever reads half of one, also after a crash. Replaces.
   *
   * @throws {Unwanted} When nobody wants it any more, or everything of its prefix was removed meanwhile.
   * @throws {ObjectsUnavailable} So, too, every other call.
   */
  put(key: string, bytes: Uint8Array, isWanted?: IsWanted): Promise<void>;
  /** An object; `undefined` when there is none. Its stream is read to the end, or cancelled. */
  read(key: string): Promise<StoredObject | undefined>;
  /** Removes objects; those that are not there are passed over. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Removes every object whose key begins with a prefix that ends in `/`, and what is unfinished of
   * them, be it by a crash or by a call that is writing it.
   */
  removeAll(prefix: string): Promise<void>;
  /** Every object whose key begins with a prefix that ends in `/`, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Removes what other calls left unfinished before this moment, and notes that nobody needs now. */
  tidy(before: Date): Promise<void>;
  /** Takes what is sent to an upload address; only where addresses are paths of this service. */
  readonly receive?: ReceiveUpload;
}

/**
 * Whether an object may still be kept, by what is recorded at the moment of the call. A store asks once
 * it has begun the object, so that of two things one is sure: it hears that its owner was erased, or
 * the erasure finds what it has begun. In between nothing is kept, whichever process did what. Left
 * out, it always may.
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
 * Keeps what arrives under an upload address, once it is complete and when it is still wanted then. An
 * upload that breaks off leaves nothing and may be tried again.
 *
 * @param address Path and query, as the browser asked for it.
 * @param declaredBytes What the request says of its length; not believed.
 * @throws {UploadRefused}
 */
export type ReceiveUpload = (
  address: string,
  body: ReadableStream<Uint8Array> | null,
  declaredBytes: number | undefined,
  isWanted?: IsWanted,
) => Promise<void>;

export type UploadRefusal = "forged" | "expired" | "used" | "too-large" | "empty" | "broken-off";

/** An upload address does not take what was sent to it. */
export class UploadRefused extends Error {
  override readonly name = "UploadRefused";

  constructor(readonly reason: UploadRefusal, options?: ErrorOptions) {
    super(`The upload is refused: ${reason}`, options);
  }
}

/** The store cannot be reached, or does not do what it is asked for. */
export class ObjectsUnavailable extends Error {
  override readonly name = "ObjectsUnavailable";
}

/** An object was not kept, since its owner was erased meanwhile. */
export class Unwanted extends Error {
  override readonly name = "Unwanted";
}

/** A stream had more bytes than it may. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** A store that begins to answer and goes no further must not keep others from their turn. */
const readWithinMs = 30_000;

/**
 * All bytes of a stream.
 *
 * @throws {TooLarge} As soon as there are more than the limit; the rest is not read.
 * @throws {ObjectsUnavailable} When it breaks off, or takes too long.
 */
export async function readAll(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  withinMs = readWithinMs,
): Promise<Uint8Array> {
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The rest takes too long")), withinMs);
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return new Uint8Array(Buffer.concat(chunks, size));
      size += value.byteLength;
      if (size > maxBytes) throw new TooLarge(`There are more than ${maxBytes} bytes`);
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    throw new ObjectsUnavailable("An object can't be read to its end", { cause: error });
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
}
