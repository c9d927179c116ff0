import { useEffect, useState } from "react";
import { heicHeadBytes, heicRefused, isHeic } from "../../../api/contract/heic.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { dismissToast, toast } from "../../toasts/toasts.ts";
import { type Crop, cutOut, wholeOf } from "./crop.ts";
import { CropFrame } from "./crop-frame.tsx";
import { ChosenDocument, FileDrop, UploadActions, UploadProgress } from "./upload-parts.tsx";
import { uploadFailed } from "../../toasts/messages.ts";
import { useUpload } from "./use-upload.ts";

interface UploadDialogProps {
  /** Called once the file is uploaded. */
  readonly onUploaded: (uploadURL: string) => void;
  readonly onClose: () => void;
}

/** Chooses a file, crops a picture to a square, and uploads it. */
export function UploadDialog({ onUploaded, onClose }: UploadDialogProps) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 });
  const [fileError, setFileError] = useState<string>();
  const { state, start, cancel } = useUpload(onUploaded);

  useEffect(() => () => chosen?.kind === "picture" ? chosen.bitmap.close() : undefined, [chosen]);

  async function handleChoose(files: readonly File[]) {
    cancel();
    setFileError(undefined);
    try {
      const next = await readChosen(files);
      // An old toast is about another file, and covers the buttons on small screens.
      dismissToast();
      if (next.kind === "picture") setCrop(wholeOf(next.bitmap));
      setChosen(next);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      setChosen(undefined);
      setFileError(error.message);
      toast({ variant: "destructive", title: uploadFailed, description: error.message });
    }
  }

  async function handleUpload() {
    if (chosen === undefined) return;
    await start(async () =>
      chosen.kind === "document" ? chosen.file : await cutOut(chosen.bitmap, crop)
    );
  }

  function handleBack() {
    cancel();
    setFileError(undefined);
    setChosen(undefined);
  }

  const step = chosen === undefined ? "choose" : state.step;
  const isUploading = step === "uploading" || step === "complete";
  const failure = state.step === "error" ? state.message : fileError;
  return (
    <Dialog
      title="Upload Image"
      staysOpen
      onClose={isUploading ? cancel : onClose}
      actions={
        <UploadActions
          step={step}
          onCancel={isUploading ? cancel : onClose}
          onBack={handleBack}
          onUpload={handleUpload}
        />
      }
    >
      <div className="upload stack gap-4">
        {failure && <Notice tone="danger" title={uploadFailed}>{failure}</Notice>}
        {chosen === undefined && <FileDrop onChoose={handleChoose} />}
        {chosen?.kind === "picture" && (
          <CropFrame
            picture={chosen.bitmap}
            crop={crop}
            isDisabled={isUploading}
            onChange={setCrop}
          />
        )}
        {chosen?.kind === "document" && <ChosenDocument file={chosen.file} />}
        {isUploading && <UploadProgress part={state.step === "uploading" ? state.part : 1} />}
      </div>
    </Dialog>
  );
}

/** A chosen file, if this browser can read it. */
type ChosenFile =
  | { readonly kind: "picture"; readonly bitmap: ImageBitmap }
  | { readonly kind: "document"; readonly file: File };

/** Thrown when a file can't be used; the message says why. */
class FileError extends Error {
  override readonly name = "FileError";
}

const maxFileBytes = 10_485_760;

/** @throws {FileError} */
async function readChosen(files: readonly File[]): Promise<ChosenFile> {
  const [file, ...more] = files;
  if (file === undefined) throw new FileError("Choose a file");
  if (more.length > 0) throw new FileError("Only one file can be uploaded");
  if (file.size === 0) throw new FileError("The file is empty");
  if (file.size > maxFileBytes) throw new FileError("The file is larger than 10MB");
  const head = await headOf(file);
  if (head.startsWith("%PDF-")) return { kind: "document", file };
  try {
    // Applies the orientation noted by the camera.
    return { kind: "picture", bitmap: await createImageBitmap(file) };
  } catch {
    if (isHeic(head)) throw new FileError(heicRefused);
    throw new FileError(
      "This file can't be read. Choose a JPEG, PNG, GIF or WebP image, or a PDF",
    );
  }
}

/** A file's first bytes, each as a character. */
async function headOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, heicHeadBytes).arrayBuffer());
  return String.fromCharCode(...bytes);
}
