/**
 * The drawing process: draws members' uploads beside the service, one file at a time. `start.sh` starts it with the
 * path of its socket and the id of the script's process, and it ends with the script.
 *
 * A stranger's file can take unlimited memory and time, and Deno can't end a busy worker. So each file has its own
 * program, which can be killed. The service itself may not run programs.
 *
 * @module
 */
import { kindOf } from "../objects/file-kind.ts";
import { maxUploadBytes } from "../objects/object-store.ts";
import { readAnswer, writeAnswer } from "./answer.ts";
import { drawInChild } from "./draw-in-child.ts";
import { tooComplex } from "./refusals.ts";
import { readToEnd, writeAll } from "./socket.ts";

const lookForScriptEveryMs = 1000;

if (import.meta.main) {
  const [path = "", script = ""] = Deno.args;
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    Deno.exit(0);
  };
  Deno.addSignalListener("SIGHUP", end);
  // A stopping service still answers pending requests, so this process ends after it.
  Deno.addSignalListener("SIGTERM", () => {});
  setInterval(() => Deno.ppid === Number(script) || end(), lookForScriptEveryMs);
  // Draws one file at a time: the next waits for the end of this program.
  for await (const connection of Deno.listen({ transport: "unix", path })) {
    await answer(connection, ending.signal).catch((error) =>
      console.error("drawing failed:", error)
    );
    connection.close();
  }
}

async function answer(connection: Deno.UnixConn, until: AbortSignal): Promise<void> {
  const input = await readToEnd(connection, 1 + maxUploadBytes);
  const drawn = await drawInChild(input, { until });
  // An answer only breaks off if this process ends.
  const isWhole = readAnswer(drawn) !== undefined;
  await writeAll(connection, isWhole ? drawn : writeAnswer(tooComplex(kindOf(input.subarray(1)))));
}
