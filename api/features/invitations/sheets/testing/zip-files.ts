import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** A part of a ZIP archive, with false headers if a test sets them. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The stored bytes; by default `content` is deflated. */
  readonly deflated?: Uint8Array;
  readonly saidBytes?: number;
  readonly isEncrypted?: boolean;
  /** The directory claims that it starts at this part's place. */
  readonly isAt?: number;
}

/** Writes a ZIP archive by hand, so that any part of it can be wrong. */
export function zipOf(parts: readonly ZipPart[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = Buffer.from(part.deflated ?? deflateRawSync(content));
    const name = Buffer.from(part.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(part.isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(part.saidBytes ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(part.isAt === undefined ? at : starts[part.isAt] ?? 0, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), fields, more, name);
    starts.push(at);
    const file = [Buffer.from("PK\x03\x04"), fields, name, packed];
    files.push(...file);
    at += file.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length % 65_536, 4);
  end.writeUInt16LE(parts.length % 65_536, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...files, ...directory, Buffer.from("PK\x05\x06"), end]));
}
