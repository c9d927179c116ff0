import { describeError, type Log } from "../node/log.ts";
import { FileRefused } from "../objects/file-kind.ts";
import {
  type Draw,
  type Drawing,
  drawings,
  type Drawn,
  maxAnswerBytes,
  readAnswer,
} from "./answer.ts";
import { readToEnd, writeAll } from "./socket.ts";

/** The drawing process isn't running. */
export class DrawingUnavailable extends Error {
  override readonly name = "DrawingUnavailable";
}

/** Draws in the drawing process that listens at this path. Resolves once the drawing has ended. */
export function createDrawingClient(path: string | undefined, log: Log): Draw {
  return async (bytes, as = "picture") => {
    const drawn = await ask(path, bytes, as).catch((error) => {
      log({ level: "error", event: "the drawing process doesn't answer", ...describeError(error) });
      throw error;
    });
    if (drawn instanceof FileRefused) throw drawn;
    return drawn;
  };
}

async function ask(
  path: string | undefined,
  bytes: Uint8Array,
  as: Drawing,
): Promise<Drawn | FileRefused> {
  if (path === undefined) throw new DrawingUnavailable("Started without the drawing process");
  const answer = await send(path, bytes, as).catch((cause) => {
    throw new DrawingUnavailable("The drawing process doesn't answer", { cause });
  });
  const drawn = readAnswer(answer);
  if (drawn === undefined) throw new DrawingUnavailable("The drawing process ended while it drew");
  return drawn;
}

async function send(path: string, bytes: Uint8Array, as: Drawing): Promise<Uint8Array> {
  using connection = await Deno.connect({ transport: "unix", path });
  await writeAll(connection, Uint8Array.of(drawings[as]));
  await writeAll(connection, bytes);
  await connection.closeWrite();
  return await readToEnd(connection, maxAnswerBytes);
}
