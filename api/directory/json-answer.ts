import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { slotOf } from "../auth/seen-things.ts";

/** A JSON answer as bytes, which can be sent again and again. */
export interface JsonAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the people whom it tells of: what is counted when somebody reads it. */
  readonly slots: readonly number[];
  /** The same compressed; made when it is asked for first. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>;
}

const compress = promisify(gzip);

/** @param names Tell the people apart whom it tells of. */
export function createJsonAnswer(json: string, names: readonly string[] = []): JsonAnswer {
  const bytes = new TextEncoder().encode(json);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    bytes,
    slots: names.map(slotOf),
    gzipped: () => compressed ??= compress(bytes).then((buffer) => new Uint8Array(buffer)),
  };
}
