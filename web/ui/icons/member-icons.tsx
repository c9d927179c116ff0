/** Icons of directories, profiles and empty lists. */
import { icon } from "./icon.tsx";

export const FilterIcon = icon("M4 7h16M7 12h10M10 17h4");
export const EyeIcon = icon(
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 1 5.6 0 2.8 2.8 0 0 1 -5.6 0z",
);
export const EyeOffIcon = icon(
  "M4 4l16 16M9.9 9.9a2.9 2.9 0 0 0 4.2 4.2M6.5 7.2C3.9 8.9 2.5 12 2.5 12S6 18.5 12 18.5c1.8 0 3.4-.6 4.7-1.4M10 5.7c.6-.1 1.3-.2 2-.2 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.3 3",
);
export const PencilIcon = icon(
  "M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.6 0l.9.9a1.8 1.8 0 0 1 0 2.6L8.5 19zM14 6.5l3.5 3.5",
);

/** A magnifying glass that found no one. */
export const NoResultsIcon = icon(
  "M3.5 10.5a7 7 0 1 1 14 0 7 7 0 0 1 -14 0zM20.5 20.5l-5-5",
  "M7.2 14c.4-1.7 1.7-2.6 3.3-2.6s2.9.9 3.3 2.6M12.2 8.2a1.7 1.7 0 1 1 -3.4 0 1.7 1.7 0 0 1 3.4 0z",
);
/** A list, and a line below its end. */
export const ListEndIcon = icon("M8 5h12M8 10h12M4 5h.01M4 10h.01", "M4 19h16", "2 2.5");
/** Two people who have not spoken yet. */
export const NoConversationsIcon = icon(
  "M4 5h9a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 13 13H8l-3.5 3v-3H4a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 4 5z",
  "M17.5 9.5H20a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-.5v2.5L16 17.5h-4A1.5 1.5 0 0 1 10.5 16",
  "2 2",
);
/** An empty profile card. */
export const NewProfileIcon = icon(
  "M5 4.5h14a2 2 0 0 1 2 2v11a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2zM16.5 9.5v5M14 12h5",
  "M10.5 10a2 2 0 1 1 -4 0 2 2 0 0 1 4 0zM5.5 16c.3-1.9 1.4-2.9 3-2.9s2.7 1 3 2.9",
);
