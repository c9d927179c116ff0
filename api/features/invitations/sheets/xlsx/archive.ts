import { createInflateRaw } from "node:zlib";
import {
  configure,
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { BadFile } from "../bad-file.ts";

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Workbooks have about twenty parts, and one for each picture. */
const maxParts = 2_000;
/** All parts together: a list of 5,000 rows and 60 columns takes 30 MB. */
const maxReadBytes = 48_000_000;
/** A list of 5,000 rows and 60 columns has 1,200,000 elements. */
const maxElements = 2_000_000;
const wasDamaged =
  "This file is damaged. Open it in Excel, save it as a new workbook, and try again.";

export function damaged(): BadFile {
  return new BadFile(wasDamaged);
}

// Files are already read on a thread of their own.
configure({ useWebWorkers: false });

/** @throws {BadFile} When it isn't an archive, is protected, or has too many parts. */
export async function openArchive(bytes: Uint8Array) {
  const parts = await partsOf(bytes);
  let [left, elements] = [maxReadBytes, 0];
  return {
    has: (prefix: string): boolean =>
      [...parts.keys()].some((name) => name.startsWith(prefix.toLowerCase())),
    /** @throws {BadFile} For too many XML elements in the whole workbook. */
    countElement(): void {
      if (++elements > maxElements) throw tooLarge();
    },
    /** Gives a part's text in pieces, and returns whether the part exists. @throws {BadFile} */
    async read(path: string, onText: (text: string) => void): Promise<boolean> {
      const part = parts.get(path.toLowerCase());
      if (part === undefined) return false;
      if (part.encrypted) throw passwordProtected();
      if (part.uncompressedSize > left) throw tooLarge();
      const decoder = new TextDecoder();
      for await (const chunk of unpack(part)) {
        left -= chunk.byteLength;
        if (left < 0) throw tooLarge();
        onText(decoder.decode(chunk, { stream: true }));
      }
      return true;
    },
  };
}

const pieceBytes = 64 * 1024;
const methods = { stored: 0, deflated: 8 };

/** Unpacks in pieces, so that the reader can stop. */
async function* unpack(part: FileEntry): AsyncGenerator<Uint8Array> {
  try {
    const packed = await part.getData(new Uint8ArrayWriter(), { passThrough: true });
    if (part.compressionMethod === methods.stored) yield packed;
    else if (part.compressionMethod !== methods.deflated) throw damaged();
    else {
      const inflating = createInflateRaw({ chunkSize: pieceBytes });
      inflating.end(packed);
      yield* inflating;
    }
  } catch {
    throw damaged();
  }
}

export function passwordProtected(): BadFile {
  return new BadFile(
    "This workbook is protected by a password. Open it in Excel, remove the password, and save it.",
  );
}

function tooLarge(): BadFile {
  return new BadFile(
    "This workbook is too large. Copy the list into a new workbook, and choose that one.",
  );
}

/** By path in lower case, since programs write paths differently. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, FileEntry>> {
  const parts = new Map<string, FileEntry>();
  try {
    for await (const entry of new ZipReader(new Uint8ArrayReader(bytes)).getEntriesGenerator()) {
      if (parts.size === maxParts) throw tooLarge();
      if (!entry.directory) parts.set(entry.filename.replaceAll("\\", "/").toLowerCase(), entry);
    }
  } catch (error) {
    throw error instanceof BadFile ? error : damaged();
  }
  return parts;
}
