/** Sending a file to its address, with progress, which `fetch` does not report. */
export type Sending = ReturnType<typeof sendFile>;

/** The file did not arrive; the message is fit for the member to read. */
export class SendError extends Error {
  override readonly name = "SendError";
}

const sendingFailed = "An error occurred while uploading the file. Please try again.";

/** @param onProgress Part that has been sent, from 0 to 1. */
export function sendFile(
  url: string,
  file: Blob,
  onProgress: (part: number) => void,
) {
  const request = new XMLHttpRequest();
  const done = new Promise<void>((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new SendError(messageIn(request.responseText) ?? sendingFailed));
    });
    for (const failure of ["error", "timeout"] as const) {
      request.addEventListener(failure, () => reject(new SendError(sendingFailed)));
    }
  });
  request.open("PUT", url);
  request.send(file);
  return {
    /** Resolves once the file has arrived. @throws {SendError} */
    done, /** Ends it; `done` is then never settled. */
    cancel: (): void => request.abort(),
  };
}

/** This service answers with a message; another store answers with text that isn't for people. */
function messageIn(answer: string): string | undefined {
  try {
    const { message } = JSON.parse(answer);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
