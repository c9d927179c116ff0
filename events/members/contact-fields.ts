import type { Contact, ProfileField } from "./profile-field.ts";

export const contactTable = {
  linkedinUrl: {
    kind: "link",
    sharedBy: "audience",
    max: 500,
    wrong: "LinkedIn URL must be an https address on linkedin.com",
    host: "linkedin.com",
    label: "LinkedIn URL",
    example: "https://linkedin.com/in/you",
    contact: {
      term: "LinkedIn",
      inWords: "LinkedIn profile",
      text: "LinkedIn Profile",
      icon: "linkedin",
    },
  },
  calendarUrl: {
    kind: "link",
    sharedBy: "audience",
    max: 500,
    wrong: "Booking Link must be an https address",
    label: "Booking Link",
    example: "https://example.com",
    contact: { term: "Booking Link", inWords: "booking link", icon: "calendar" },
  },
  primaryEmail: {
    kind: "email",
    sharedBy: "audience",
    max: 254,
    label: "Primary Email",
    example: "you@example.com",
    autoComplete: "email",
    contact: { term: "Primary Email", inWords: "primary email", icon: "mail" },
  },
  secondaryEmail: {
    kind: "email",
    sharedBy: "audience",
    max: 254,
    label: "Secondary Email (Army Email)",
    example: "first.last@army.mil",
    contact: { term: "Army Email", inWords: "Army email", icon: "mail" },
  },
  phoneNumber: {
    kind: "phone",
    sharedBy: "audience",
    label: "Phone Number",
    example: "e.g., (817) 555-0100",
    autoComplete: "tel",
    contact: { term: "Phone", inWords: "phone number", action: "Call", icon: "phone" },
  },
} as const satisfies Readonly<Record<string, ProfileField & { readonly contact: Contact }>>;

export type ContactField = keyof typeof contactTable;

export const contactField: Readonly<
  Record<ContactField, ProfileField & { readonly contact: Contact }>
> = contactTable;

export const contactOrder = [
  "primaryEmail",
  "secondaryEmail",
  "phoneNumber",
  "linkedinUrl",
  "calendarUrl",
] as const satisfies readonly ContactField[];
