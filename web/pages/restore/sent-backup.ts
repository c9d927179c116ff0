import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { Problem } from "../../../api/contract/problem.ts";

/** A sender who is silent for this long has disconnected. */
const silentMs = 60_000;
/** More than the whole form without its file. Nothing large is read from people without the link. */
const mostWithoutFile = 1_000_000;

type Texts = Readonly<Record<string, string>>;

/** @param before Texts that come before the file in the form. */
type TakeFile = (before: Texts, file: ReadableStream<Uint8Array>) => Promise<void>;

/**
 * Reads a form with a file of any size, which is never in memory: `takeFile` gets it as it arrives.
 * It isn't called if no file was chosen.
 * @throws {Problem} When the form breaks off or can't be read.
 */
export async function readSentBackup(
  request: Request,
  takeFile: TakeFile,
): Promise<{ readonly texts: Texts; readonly hasFile: boolean }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (request.body === null || !/^multipart\/form-data\s*;/i.test(type)) {
    throw new Problem(415, "This address accepts forms only");
  }
  const texts: Record<string, string> = {};
  let taking: { readonly file: BusboyFileStream; readonly isTaken: Promise<void> } | undefined;
  let refusal: unknown;
  const form = formReader(type);
  // An error may also come after the form has ended.
  form.on("error", ignored);
  form.on("field", (name, text) => void (texts[name] = text));
  form.on("file", (_, file, name) => {
    if (!name) return void file.resume();
    file.on("error", ignored);
    const isTaken = takeFile({ ...texts }, streamOf(file))
      .catch((error) => {
        refusal = error;
        form.destroy(error);
      });
    taking = { file, isTaken };
  });
  try {
    const mostBytes = () => taking === undefined ? mostWithoutFile : Infinity;
    await pipeline(Readable.from(arriving(request.body, mostBytes)), form);
  } catch {
    taking?.file.destroy(new Error("Broken off"));
    refusal ??= new Problem(400, "The file didn't arrive whole. Send it again.");
  }
  await taking?.isTaken;
  if (refusal !== undefined) throw refusal;
  return { texts, hasFile: taking !== undefined };
}

/** Replaces `Readable.toWeb`, which throws where it can't be caught once its reader has canceled. */
function streamOf(file: Readable): ReadableStream<Uint8Array> {
  const parts = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** Code that awaits the form or the file gets the error. */
const ignored = () => {};

function formReader(type: string) {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fields: 5, fieldSize: 1000, files: 1, parts: 7, headerPairs: 20, headerSize: 4000 },
    });
  } catch {
    throw new Problem(400, "The form couldn't be read. Try again.");
  }
}

async function* arriving(
  body: ReadableStream<Uint8Array>,
  mostBytes: () => number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let bytes = 0; bytes <= mostBytes();) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error("Silent")), silentMs);
      const read = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (read.done) return;
      bytes += read.value.byteLength;
      yield read.value;
    }
    throw new Error("Too large");
  } finally {
    void reader.cancel().catch(() => {});
  }
}
