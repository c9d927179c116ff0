/**
 * Icons that directories and profiles use, drawn like those in `icons.tsx`.
 *
 * @module
 */
import { Icon } from "./icon.tsx";

export const PinIcon = () => (
  <Icon>
    <path d="M12 21c4.5-4.3 6.8-7.8 6.8-10.8a6.8 6.8 0 0 0-13.6 0C5.2 13.2 7.5 16.7 12 21z" />
    <circle cx="12" cy="10" r="2.5" />
  </Icon>
);

export const FilterIcon = () => (
  <Icon>
    <path d="M4 7h16M7 12h10M10 17h4" />
  </Icon>
);

export const BriefcaseIcon = () => (
  <Icon>
    <rect x="3" y="7.5" width="18" height="12" rx="2" />
    <path d="M9 7.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v1.5M3 12.5c5.5 2.7 12.5 2.7 18 0" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);

export const EyeOffIcon = () => (
  <Icon>
    <path d="M4 4l16 16M9.9 9.9a2.9 2.9 0 0 0 4.2 4.2M6.5 7.2C3.9 8.9 2.5 12 2.5 12S6 18.5 12 18.5c1.8 0 3.4-.6 4.7-1.4M10 5.7c.6-.1 1.3-.2 2-.2 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.3 3" />
  </Icon>
);

export const PencilIcon = () => (
  <Icon>
    <path d="M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.6 0l.9.9a1.8 1.8 0 0 1 0 2.6L8.5 19z" />
    <path d="M14 6.5l3.5 3.5" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 11v5.5M14 11v5.5" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const UploadIcon = () => (
  <Icon>
    <path d="M12 15.5V4.5M7.5 8.5L12 4l4.5 4.5M4.5 15v3.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V15" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M13.5 3.5h-7A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V9zM13.5 3.5V9H19M8.5 13h7M8.5 16.5h5" />
  </Icon>
);
