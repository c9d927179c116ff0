/**
 * Icons of empty states: the missing content, and that it is missing.
 *
 * @module
 */
import { Icon } from "./icon.tsx";

/** A magnifying glass that found no one. */
export const NobodyFoundIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="7" />
    <path d="m20.5 20.5-5-5" />
    <path d="M7.2 14c.4-1.7 1.7-2.6 3.3-2.6s2.9.9 3.3 2.6" strokeDasharray="1.6 1.6" />
    <circle cx="10.5" cy="8.2" r="1.7" strokeDasharray="1.6 1.6" />
  </Icon>
);

/** A list, and a line below its end. */
export const ListEndIcon = () => (
  <Icon>
    <path d="M8 5h12M8 10h12M4 5h.01M4 10h.01" />
    <path d="M4 19h16" strokeDasharray="2 2.5" />
  </Icon>
);

/** Two people who have not spoken yet. */
export const NoTalkIcon = () => (
  <Icon>
    <path d="M4 5h9a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 13 13H8l-3.5 3v-3H4a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 4 5z" />
    <path
      d="M17.5 9.5H20a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-.5v2.5L16 17.5h-4A1.5 1.5 0 0 1 10.5 16"
      strokeDasharray="2 2"
    />
  </Icon>
);

/** An empty profile card. */
export const NewProfileIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="18" height="15" rx="2" />
    <circle cx="8.5" cy="10" r="2" strokeDasharray="1.6 1.6" />
    <path d="M5.5 16c.3-1.9 1.4-2.9 3-2.9s2.7 1 3 2.9" strokeDasharray="1.6 1.6" />
    <path d="M16.5 9.5v5M14 12h5" />
  </Icon>
);
