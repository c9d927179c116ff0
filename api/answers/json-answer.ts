import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { slotOf } from "../auth/seen-things.ts";
import type { Sized } from "./answer-cache.ts";

const compress = promisify(gzip);

/** An answer and its JSON, which can be sent again and again. */
export class JsonAnswer<T> implements Sized {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the people whom it tells of: what is counted when somebody reads it. */
  readonly slots: readonly number[];
  #gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;

  /** @param names Tell the people apart whom it tells of. */
  constructor(readonly content: T, names: readonly string[] = []) {
    this.bytes = new TextEncoder().encode(JSON.stringify(content));
    this.slots = names.map(slotOf);
  }

  /** Its JSON, that compressed, and about twice as much for its objects. */
  get byteLength(): number {
    return 3.25 * this.bytes.byteLength + 8 * this.slots.length;
  }

  /** The JSON compressed; made when it is asked for first. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#gzipped ??= compress(this.bytes).then((buffer) => new Uint8Array(buffer));
  }
}
