/** Icons of what people do to their profile. */
import { icon } from "./icon.tsx";

export const TrashIcon = icon(
  "M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 11v5.5M14 11v5.5",
);
export const PlusIcon = icon("M12 5v14M5 12h14");
export const UploadIcon = icon(
  "M12 15.5V4.5M7.5 8.5L12 4l4.5 4.5M4.5 15v3.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V15",
);
export const FileIcon = icon(
  "M13.5 3.5h-7A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V9zM13.5 3.5V9H19M8.5 13h7M8.5 16.5h5",
);
