import { type ChangeEvent, type DragEvent, useState } from "react";
import { UploadIcon } from "../../ui/icons/member-icons.tsx";

/** Area to choose a file, or to drop it on. */
export function FileDrop({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const files = [...event.target.files ?? []];
    // So that choosing the same file again fires a change event.
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
      <span className="upload-note note">JPEG, PNG, GIF, WebP or PDF, up to 10MB</span>
    </label>
  );
}
