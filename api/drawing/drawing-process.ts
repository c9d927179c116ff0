/**
 * The drawing process: draws what members upload, beside the service, one file at a time. `start.sh` starts it
 * with the path of its socket and the id of the service's process, and it ends with that.
 *
 * A stranger's file can take memory and time without end, and Deno can't end a worker that is busy. Here each
 * file has a program of its own, which is killed. The service itself may not run programs.
 *
 * @module
 */
import { dirname } from "node:path";
import { maxUploadBytes } from "../objects/object-store.ts";
import { drawInChild } from "./draw-in-child.ts";
import { readToEnd, writeAll } from "./socket.ts";

const lookForServiceEveryMs = 1000;

if (import.meta.main) {
  const [path = "", service = ""] = Deno.args;
  const ending = new AbortController();
  const end = () => ending.abort();
  Deno.addSignalListener("SIGHUP", end);
  // A service that stops still answers what it was asked: this process ends after it.
  Deno.addSignalListener("SIGTERM", () => {});
  setInterval(() => Deno.ppid === Number(service) || end(), lookForServiceEveryMs);
  await serveDrawing(path, ending.signal);
  // The socket has a folder of its own.
  await Deno.remove(dirname(path), { recursive: true });
  Deno.exit(0);
}

async function serveDrawing(path: string, until: AbortSignal): Promise<void> {
  const listener = Deno.listen({ transport: "unix", path });
  until.addEventListener("abort", () => listener.close());
  for await (const connection of listener) {
    // One after the other: the next one waits for the end of this program.
    await answer(connection, until).catch((error) => console.error("drawing failed:", error));
    connection.close();
  }
}

async function answer(connection: Deno.UnixConn, until: AbortSignal): Promise<void> {
  const bytes = await readToEnd(connection, maxUploadBytes);
  await writeAll(connection, await drawInChild(bytes, { until }));
}
