/**
 * Reads the mails in some files, and prints how many MB each reading took, beyond what an ordinary mail has taken:
 *
 * deno run -A --v8-flags=--expose-gc api/mail/arriving/testing/measure-reading.ts one.eml other.eml
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { readInWorker } from "../worker/ask-mail-worker.ts";
import { mailOf, textPart } from "./mail-source.ts";

function megabytes(field: "VmHWM" | "VmRSS"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Gives memory back to the system, so that no reading uses what another one has left. */
function collectGarbage() {
  const { gc } = globalThis as { gc?: (options: object) => void };
  gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

// All mails are read into the same memory, so that they don't count themselves.
const room = new Uint8Array(12_000_000).fill(1);
await readInWorker({ source: mailOf(textPart("Hello")) }, []);
collectGarbage();
const before = megabytes("VmRSS");
for (const path of process.argv.slice(2)) {
  using file = Deno.openSync(path);
  let size = 0;
  for (let read: number | null = 0; read !== null; size += read ?? 0) {
    read = file.readSync(room.subarray(size));
  }
  collectGarbage();
  // Sets the highest amount back to what is used now.
  writeFileSync("/proc/self/clear_refs", "5");
  await readInWorker({ source: room.subarray(0, size) }, []);
  console.log((megabytes("VmHWM") - before).toFixed(1));
}
