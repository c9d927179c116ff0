import { answerInWorker } from "../../../events/worker.ts";
import { BadFile } from "./bad-file.ts";
import { parseFile } from "./parse-file.ts";
import type { Reading } from "./read-sheets.ts";

answerInWorker(readingOf);

async function readingOf(bytes: Uint8Array): Promise<Reading> {
  try {
    return { is: "read", sheets: await parseFile(bytes) };
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { is: "refused", message: error.message };
  }
}
