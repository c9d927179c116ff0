import { FileRefused } from "./file-refused.ts";
import { uncheckable } from "./pdf/refused.ts";

/** What the thread says of a file. */
export type PdfVerdict =
  | { readonly is: "accepted" }
  | { readonly is: "refused"; readonly reason: FileRefused["reason"]; readonly message: string };

/** Real files take a tenth of a second, and the worst that were made up two seconds. */
const checkWithinMs = 15_000;

/**
 * Checks a PDF on a thread of its own, which is gone afterwards with all that it took: others' requests
 * go on beside it, and a file that takes too long is refused.
 *
 * @throws {FileRefused}
 */
export async function checkPdfAside(bytes: Uint8Array, withinMs = checkWithinMs): Promise<void> {
  const thread = new Worker(new URL("./check-pdf-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<PdfVerdict>();
  const late = setTimeout(() => reject(uncheckable()), withinMs);
  thread.onmessage = ({ data }: MessageEvent<PdfVerdict>) => resolve(data);
  thread.onerror = (event) => {
    // Otherwise the process would end with it.
    event.preventDefault();
    reject(new Error(`Checking a PDF failed: ${event.message}`));
  };
  try {
    thread.postMessage(bytes);
    const verdict = await promise;
    if (verdict.is === "refused") throw new FileRefused(verdict.reason, verdict.message);
  } finally {
    clearTimeout(late);
    thread.terminate();
  }
}
