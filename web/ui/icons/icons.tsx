/** Icons are decoration: the text beside them says the same. */
import { icon } from "./icon.tsx";

export const SunIcon = icon(
  "M8 12a4 4 0 1 1 8 0 4 4 0 0 1 -8 0zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
);
export const MoonIcon = icon("M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z");
export const SearchIcon = icon("M4.5 11a6.5 6.5 0 1 1 13 0 6.5 6.5 0 0 1 -13 0zM20 20l-4.3-4.3");
export const MailIcon = icon(
  "M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM3.5 7l8.5 6 8.5-6",
);
export const PhoneIcon = icon(
  "M5 4h3.5l1.6 4.3-2.1 1.5a12 12 0 0 0 6.2 6.2l1.5-2.1L20 15.5V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z",
);
export const PeopleIcon = icon(
  "M5.5 8a3.5 3.5 0 1 1 7 0 3.5 3.5 0 0 1 -7 0zM2.5 20c.4-3.6 3-5.8 6.5-5.8s6.1 2.2 6.5 5.8M16 4.8a3.5 3.5 0 0 1 0 6.4M18.3 14.9c1.9.9 3 2.7 3.2 5.1",
);
export const StarIcon = icon(
  "M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6L3.4 9.8l6-.8z",
);
export const ChevronDownIcon = icon("M6 9l6 6 6-6");
export const ArrowLeftIcon = icon("M19 12H5m6-6-6 6 6 6");
export const CheckIcon = icon("M5 12.5l4.5 4.5L19 7.5");
export const CloseIcon = icon("M6 6l12 12M18 6 6 18");
export const AlertIcon = icon("M3 12a9 9 0 1 1 18 0 9 9 0 0 1 -18 0zM12 7.5v5.5M12 16.3v.2");
export const LogOutIcon = icon(
  "M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10 12h10m-3.5-3.5L20 12l-3.5 3.5",
);
