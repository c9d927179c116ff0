import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A JSON answer as bytes, which can be sent again and again. */
export interface JsonAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same compressed; made when it is asked for first. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>;
}

const compress = promisify(gzip);

export function createJsonAnswer(json: string): JsonAnswer {
  const bytes = new TextEncoder().encode(json);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    bytes,
    gzipped: () => compressed ??= compress(bytes).then((buffer) => new Uint8Array(buffer)),
  };
}
