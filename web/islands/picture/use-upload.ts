import { useEffect, useRef, useState } from "react";
import type { UploadAnswer } from "../../../api/contract/picture.ts";
import { calls } from "../../paths.ts";
import { messageOf, send } from "../../hydration/calls.ts";
import { toast } from "../../toasts/toasts.ts";
import { uploadFailed } from "./messages.ts";
import { SendError, sendFile } from "./send-file.ts";

/** State of an upload; `new` also after it was canceled. */
export type UploadState =
  | { readonly step: "new" }
  | { readonly step: "uploading"; readonly part: number }
  | { readonly step: "complete" }
  | { readonly step: "error"; readonly message: string };

/** Uploads one file at a time. An upload ends with the component that it was started in. */
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
      // A new address each time: one that was used, or has expired, accepts nothing.
      const { uploadURL } = await send<UploadAnswer>("POST", calls.upload);
      if (own.signal.aborted) return;
      const sending = sendFile(uploadURL, blob, (part) => setState({ step: "uploading", part }));
      own.signal.addEventListener("abort", sending.cancel);
      await sending.done;
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
