import { useEffect, useRef, useState } from "react";
import type { UploadAnswer } from "../../../api/contract/profile-picture.ts";
import { calls } from "../../paths.ts";
import { messageOf, send } from "../../hydration/calls.ts";
import { toast } from "../../toasts/toasts.ts";
import { uploadFailed } from "../../toasts/messages.ts";

/** State of an upload. Also `new` after it was canceled. */
export type UploadState =
  | { readonly step: "new" }
  | { readonly step: "uploading"; readonly part: number }
  | { readonly step: "complete" }
  | { readonly step: "error"; readonly message: string };

/** Uploads one file at a time. An upload ends with the component that started it. */
export function useUpload(onUploaded: (uploadURL: string) => void) {
  const [state, setState] = useState<UploadState>({ step: "new" });
  const ending = useRef<AbortController>(undefined);

  useEffect(() => () => ending.current?.abort(), []);

  async function start(file: () => Promise<Blob>) {
    const own = new AbortController();
    ending.current = own;
    setState({ step: "uploading", part: 0 });
    try {
      const blob = await file();
      // A new address each time, since a used or expired one accepts nothing.
      const { uploadURL } = await send<UploadAnswer>("POST", calls.upload);
      if (own.signal.aborted) return;
      const showPart = (part: number) => setState({ step: "uploading", part });
      await sendFile(uploadURL, blob, showPart, own.signal);
      setState({ step: "complete" });
      onUploaded(uploadURL);
    } catch (error) {
      if (own.signal.aborted) return;
      const otherwise = "An error occurred while uploading the file";
      const message = error instanceof SendError ? error.message : messageOf(error, otherwise);
      setState({ step: "error", message });
      toast({ variant: "destructive", title: uploadFailed, description: message });
    }
  }

  function cancel() {
    ending.current?.abort();
    setState({ step: "new" });
  }

  return { state, start, cancel };
}

/** The file could not be sent. The message can be shown to the member. */
class SendError extends Error {
  override readonly name = "SendError";
}

const sendingFailed = "An error occurred while uploading the file. Please try again.";

/**
 * Sends a file to its address, with progress, which `fetch` doesn't report. Resolves once the file
 * has arrived.
 * @param onProgress Fraction that has been sent, from 0 to 1.
 * @throws {SendError}
 */
function sendFile(
  url: string,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
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
    signal.addEventListener("abort", () => request.abort());
    request.open("PUT", url);
    request.send(file);
  });
}

/** This service answers with a message. Another store's answer isn't meant for people. */
function messageIn(answer: string): string | undefined {
  try {
    const { message } = JSON.parse(answer);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
