import { TooLarge } from "../objects/object-store.ts";

const partBytes = 65_536;

/** Reads until the other side closes. @throws {TooLarge} */
export async function readToEnd(connection: Deno.Conn, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  while (true) {
    const part = new Uint8Array(partBytes);
    const count = await connection.read(part);
    if (count === null) return new Uint8Array(Buffer.concat(parts));
    bytes += count;
    if (bytes > maxBytes) throw new TooLarge();
    parts.push(part.subarray(0, count));
  }
}

export async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
