import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { slotOf } from "../auth/limits/seen-things.ts";
import type { Sized } from "./answer-cache.ts";

const compress = promisify(gzip);

/** An answer and its JSON, which can be sent many times. */
export class JsonAnswer<T> implements Sized {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Slots of the people in the answer, which are counted for each reader. */
  readonly slots: readonly number[];
  #gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;

  /** @param names Distinct names of the people in the answer. */
  constructor(readonly content: T, names: readonly string[] = []) {
    this.bytes = new TextEncoder().encode(JSON.stringify(content));
    this.slots = names.map(slotOf);
  }

  /** The JSON, compressed JSON, and about twice as much for the objects. */
  get byteLength(): number {
    return 3.25 * this.bytes.byteLength + 8 * this.slots.length;
  }

  /** The compressed JSON, made on first use. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#gzipped ??= compress(this.bytes).then((buffer) => new Uint8Array(buffer));
  }
}
