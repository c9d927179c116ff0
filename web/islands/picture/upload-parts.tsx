import { Button, Text } from "@radix-ui/themes";
import { FileIcon, UploadIcon } from "../../ui/icons.tsx";
import type { UploadState } from "./use-upload.ts";
import { type ChangeEvent, type DragEvent, useState } from "react";

/** A PDF, whose first page the service draws. */
export function ChosenDocument({ file }: { readonly file: File }) {
  return (
    <div className="upload-document box beside middle gap-3">
      <FileIcon />
      <Text as="p">
        <span className="breakable strong">{file.name}</span>
        <span className="note">{inMegabytes(file.size)}</span>
      </Text>
      <Text as="p" size="2" color="gray">
        The first page becomes your picture. The file itself isn't kept.
      </Text>
    </div>
  );
}

/** @param part From 0 to 1. */
export function UploadProgress({ part }: { readonly part: number }) {
  const percent = Math.round(part * 100);
  return (
    <label className="stack gap-2 small strong">
      <span>
        Uploading... <span aria-hidden="true">{percent}%</span>
      </span>
      <progress className="full" max={100} value={percent} />
    </label>
  );
}

interface UploadActionsProps {
  readonly step: "choose" | UploadState["step"];
  readonly onCancel: () => void;
  readonly onBack: () => void;
  readonly onUpload: () => void;
}

export function UploadActions({ step, onCancel, onBack, onUpload }: UploadActionsProps) {
  switch (step) {
    case "choose":
    case "uploading":
      return <Button type="button" onClick={onCancel} size="3" variant="outline">Cancel</Button>;
    case "complete":
      return <Button type="button" disabled size="3">Uploaded</Button>;
    case "new":
    case "error":
      return (
        <>
          <Button type="button" onClick={onBack} size="3" variant="outline">Back</Button>
          <Button type="button" onClick={onUpload} size="3">
            {step === "error" ? "Try Again" : "Upload"}
          </Button>
        </>
      );
  }
}

function inMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 0.1 ? "less than 0.1 MB" : `${megabytes.toFixed(1)} MB`;
}

/** Area to choose a file, or to drop it on. */
export function FileDrop({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const files = [...event.target.files ?? []];
    // Lets choosing the same file again fire a change event.
    event.target.value = "";
    if (files.length > 0) onChoose(files);
  }

  function handleDrag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === "dragover");
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  }

  return (
    <label
      className="upload-drop"
      data-over={isOver || undefined}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      <input
        className="visually-hidden"
        type="file"
        accept="image/*,application/pdf"
        onChange={handleChange}
      />
      <UploadIcon />
      <span className="strong">Choose a file, or drop it here</span>
      <span className="note">JPEG, PNG, GIF, WebP or PDF, up to 10MB</span>
    </label>
  );
}
