/**
 * What a PDF may hold. It is kept as it is, so nothing may be in it that runs, that comes along, or
 * that cannot be looked at. No parser: what readers would take for an action is looked for wherever
 * it could stand, so that none of the ways in which they disagree about a file hides it.
 *
 * @module
 */
import { inflateSync } from "node:zlib";
import { FileRefused } from "./file-refused.ts";

/** Scripts, programs, files, forms that are programs, and what sends something somewhere. */
const active =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|XFA|SubmitForm|ImportData|GoToE)[\s/<>([\])]/;
/** Three bytes turn up by chance in compressed pictures: only between streams. */
const script = /\/JS[\s/<([]/;
const encrypted = /\/Encrypt[\s/<[]/;

/** What all packed objects of a file may be together, unpacked: many times what real ones are. */
const maxUnpackedBytes = 32 * 1024 * 1024;
/** The dictionary of a stream ends where the stream begins, and is short. */
const dictionaryChars = 4096;

/**
 * @param text One character a byte.
 * @throws {FileRefused}
 */
export function checkPdf(text: string): void {
  const plain = withoutEscapes(text);
  if (encrypted.test(plain)) throw refused(uncheckable);
  const isActive = active.test(plain) || script.test(withoutEscapes(withoutStreams(text))) ||
    unpackedObjects(text).some((objects) => active.test(objects) || script.test(objects));
  if (isActive) throw refused("The PDF contains scripts or attached files, which is not accepted");
}

const uncheckable =
  "The PDF is protected, or packed in a way that cannot be checked: please save it without that";

function refused(message: string, cause?: unknown): FileRefused {
  return new FileRefused("wrong-type", message, { cause });
}

/** `/J#61vaScript` is a way to write `/JavaScript`. */
function withoutEscapes(text: string): string {
  return text.replace(
    /#([0-9a-f]{2})/gi,
    (_, code: string) => String.fromCharCode(parseInt(code, 16)),
  );
}

/** Since PDF 1.5, objects may lie in streams of objects, compressed. */
function unpackedObjects(text: string): string[] {
  const found: string[] = [];
  let left = maxUnpackedBytes;
  for (const { index, 0: begin } of text.matchAll(/(?<!end)stream(\r\n|\r|\n)/g)) {
    const dictionary = dictionaryBefore(text, index);
    const isOfObjects = /\/ObjStm[\s/>]/.test(dictionary) ||
      /\/First\s/.test(dictionary) && /\/N\s/.test(dictionary);
    if (!isOfObjects) continue;
    const from = index + begin.length;
    const end = text.indexOf("endstream", from);
    const objects = unpack(text.slice(from, end < 0 ? undefined : end), dictionary, left);
    left -= objects.length;
    found.push(withoutEscapes(objects));
  }
  return found;
}

/** Without its texts and comments: an object begins at the last `obj` that is none of these. */
function dictionaryBefore(text: string, index: number): string {
  let before = text.slice(Math.max(0, index - dictionaryChars), index);
  if (!/N\s|ObjStm|#/.test(before)) return "";
  before = withoutEscapes(before).replace(/%[^\r\n]*/g, "");
  for (let inner = ""; inner !== before;) {
    inner = before;
    before = inner.replace(/\((?:\\[^]|[^()\\])*\)/g, "");
  }
  const start = before.lastIndexOf("obj");
  if (start < 0) throw refused(uncheckable);
  return before.slice(start);
}

function unpack(packed: string, dictionary: string, maxOutputLength: number): string {
  if (!/\/Filter/.test(dictionary)) return packed;
  const isPlainly = /\/Filter\s*\[?\s*\/FlateDecode\s*(\]|[/>\s])/.test(dictionary) &&
    !/\/Predictor\s*([2-9]|1\d)/.test(dictionary);
  if (!isPlainly || maxOutputLength <= 0) throw refused(uncheckable);
  try {
    return inflateSync(Buffer.from(packed, "latin1"), { maxOutputLength }).toString("latin1");
  } catch (error) {
    throw refused(uncheckable, error);
  }
}

/** The objects of a PDF without the content of streams, in which any bytes can turn up by chance. */
function withoutStreams(text: string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf("stream", position);
    const end = start < 0 ? -1 : text.indexOf("endstream", start);
    if (end < 0) return parts.join("") + text.slice(position);
    parts.push(text.slice(position, start));
    position = end + "endstream".length;
  }
}
