export interface IconProps {
  readonly className?: string;
}

/**
 * Makes an icon of lines in a square of 24. The stylesheet sets one size and stroke for all. The
 * attributes keep it small without a stylesheet.
 * @param dashed Lines for something missing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function icon(lines: string, dashed?: string, dashes = "1.6 1.6") {
  return function Icon({ className }: IconProps) {
    return (
      <svg
        className={className ? `icon ${className}` : "icon"}
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={lines} />
        {dashed && <path d={dashed} strokeDasharray={dashes} />}
      </svg>
    );
  };
}

/** Icons are decorative, since the text beside them says the same. */
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

/** Icons for actions on a profile. */
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

/** Icons of directories, profiles and empty lists. */
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

/** A magnifying glass without results. */
export const NoResultsIcon = icon(
  "M3.5 10.5a7 7 0 1 1 14 0 7 7 0 0 1 -14 0zM20.5 20.5l-5-5",
  "M7.2 14c.4-1.7 1.7-2.6 3.3-2.6s2.9.9 3.3 2.6M12.2 8.2a1.7 1.7 0 1 1 -3.4 0 1.7 1.7 0 0 1 3.4 0z",
);
/** A list, and a line below its end. */
export const ListEndIcon = icon("M8 5h12M8 10h12M4 5h.01M4 10h.01", "M4 19h16", "2 2.5");
/** Two people who have not talked yet. */
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

/** Icons for kinds of profile fields. Directories load them with the suggestions. */
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
