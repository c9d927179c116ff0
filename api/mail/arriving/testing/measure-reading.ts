/**
 * Reads the mail in a file, and prints how many MB that took. Each mail needs a process of its own,
 * since memory that one reading has left is not asked for again:
 *
 * deno run -A --v8-flags=--expose-gc api/mail/arriving/testing/measure-reading.ts mail.eml
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { readMail } from "../read/read-mail.ts";
import { mailOf, textPart } from "./mail-source.ts";

function megabytes(field: "VmHWM" | "VmRSS"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

const source = readFileSync(process.argv[2] ?? "");
readMail({ source: mailOf(textPart("Hello")) });
(globalThis as { gc?: () => void }).gc?.();
// Sets the highest amount back to what is used now.
writeFileSync("/proc/self/clear_refs", "5");
const before = megabytes("VmRSS");
readMail({ source });
console.log(Math.max(0, megabytes("VmHWM") - before).toFixed(1));
