import { describeError, type Log } from "../log.ts";
import { FileRefused, kindOf } from "../objects/file-kind.ts";
import { type Draw, maxAnswerBytes, readAnswer } from "./answer.ts";
import { pdfTooComplex, pictureTooComplex } from "./refusals.ts";
import { readToEnd, writeAll } from "./socket.ts";

/** The drawing process isn't there. */
export class DrawingUnavailable extends Error {
  override readonly name = "DrawingUnavailable";
}

/** Draws in the drawing process that listens at this path. Resolves once the drawing has ended. */
export function createDrawingClient(path: string | undefined, log: Log): Draw {
  return async (bytes) => {
    const kind = kindOf(bytes);
    const answer = await ask(path, bytes).catch((error) => {
      const event = "the drawing process doesn't answer; restart the service";
      log({ level: "error", event, ...describeError(error) });
      throw error;
    });
    const drawn = readAnswer(answer);
    if (drawn === undefined) throw kind === "pdf" ? pdfTooComplex() : pictureTooComplex();
    if (drawn instanceof FileRefused) throw drawn;
    return drawn;
  };
}

async function ask(path: string | undefined, bytes: Uint8Array): Promise<Uint8Array> {
  if (path === undefined) throw new DrawingUnavailable("Started without the drawing process");
  try {
    using connection = await Deno.connect({ transport: "unix", path });
    await writeAll(connection, bytes);
    await connection.closeWrite();
    return await readToEnd(connection, maxAnswerBytes);
  } catch (cause) {
    throw new DrawingUnavailable("The drawing process doesn't answer", { cause });
  }
}
