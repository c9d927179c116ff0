/** Icons of what profiles are about. Directories load them with the suggestions. */
import { icon } from "./icon.tsx";

export const CapIcon = icon(
  "M12 5l10 4.5-10 4.5L2 9.5zM6 11.5V16c1.5 1.7 3.6 2.5 6 2.5s4.5-.8 6-2.5v-4.5M22 9.5V15",
);
export const CompassIcon = icon("M3 12a9 9 0 1 1 18 0 9 9 0 0 1 -18 0zM15.5 8.5l-2 5-5 2 2-5z");
export const PersonIcon = icon(
  "M8 8a4 4 0 1 1 8 0 4 4 0 0 1 -8 0zM4.5 20.5c.6-4 3.6-6.3 7.5-6.3s6.9 2.3 7.5 6.3",
);
export const ShieldIcon = icon(
  "M12 3 19.5 5.5v6c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5v-6zM9 12l2.2 2.2L15.2 10",
);
export const BriefcaseIcon = icon(
  "M5 7.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM9 7.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v1.5M3 12.5c5.5 2.7 12.5 2.7 18 0",
);
export const PinIcon = icon(
  "M12 21c4.5-4.3 6.8-7.8 6.8-10.8a6.8 6.8 0 0 0-13.6 0C5.2 13.2 7.5 16.7 12 21zM9.5 10a2.5 2.5 0 1 1 5 0 2.5 2.5 0 0 1 -5 0z",
);
