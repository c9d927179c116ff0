/**
 * Reads a spreadsheet for `read-sheets.ts`.
 *
 * @module
 */
import { constants, platform, setPriority } from "node:os";
import { BadFile } from "./bad-file.ts";
import { parseFile } from "./parse-file.ts";
import type { Reading } from "./read-sheets.ts";

// On Linux this is about this thread alone: requests come first.
if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<Uint8Array>) => void;
};

inbox.onmessage = async ({ data }) => inbox.postMessage(await readingOf(data));

async function readingOf(bytes: Uint8Array): Promise<Reading> {
  try {
    return { is: "read", sheets: await parseFile(bytes) };
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { is: "refused", message: error.message };
  }
}
