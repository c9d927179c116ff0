/**
 * Reads the mail in a file, and prints how many MB that took beyond reading an ordinary mail:
 *
 * deno run -A --v8-flags=--expose-gc api/mail/inbound/testing/measure-reading.ts one.eml
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { readInWorker } from "../worker/ask-mail-worker.ts";
import { mailOf, textPart } from "./mail-source.ts";

function megabytes(field: "VmHWM" | "VmRSS"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Gives memory back to the system. */
function collectGarbage() {
  const { gc } = globalThis as { gc?: (options: object) => void };
  gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

const source = readFileSync(process.argv[2]!);
await readInWorker({ source: mailOf(textPart("Hello")) }, []);
collectGarbage();
const before = megabytes("VmRSS");
// Resets the peak to the current use.
writeFileSync("/proc/self/clear_refs", "5");
await readInWorker({ source }, []);
console.log((megabytes("VmHWM") - before).toFixed(1));
