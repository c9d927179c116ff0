/**
 * Checks a PDF for `check-pdf-thread.ts`.
 *
 * @module
 */
import { constants, platform, setPriority } from "node:os";
import { checkPdf } from "./check-pdf.ts";
import type { PdfVerdict } from "./check-pdf-thread.ts";
import { FileRefused } from "./file-refused.ts";

// On Linux this is about this thread alone: requests come first.
if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<Uint8Array>) => void;
};

inbox.onmessage = ({ data }) => inbox.postMessage(verdictOn(data));

function verdictOn(bytes: Uint8Array): PdfVerdict {
  try {
    checkPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
    return { is: "accepted" };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { is: "refused", reason: error.reason, message: error.message };
  }
}
