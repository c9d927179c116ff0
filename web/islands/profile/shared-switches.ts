import type { Audience } from "../../../events/contacts/audiences.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";

interface SwitchWords {
  readonly label: string;
  readonly description?: string;
}

/** Labels of the privacy switches, and descriptions of their effect. */
export const switchWords: Readonly<Record<PrivacySwitch, SwitchWords>> = {
  location: { label: "Location" },
  industry: { label: "Industry" },
  specialty: { label: "Specialty/MOS", description: "Your army branch and MOS" },
  helpTopics: {
    label: "Help Topics",
    description: "What you can help with, and your areas of expertise",
  },
  classYear: { label: "Class Year" },
  formerName: {
    label: "Former Name",
    description: "Beside your name, and when members search for it",
  },
};

/** Switches beside their only field in the form, with their labels there. */
export const besideField = {
  formerName: { label: "Show my former name, and let members find me by it" },
} as const satisfies { readonly [Name in PrivacySwitch]?: SwitchWords };

const sharedInWords: Readonly<Record<PrivacySwitch, string>> = {
  location: "your location",
  industry: "your industry",
  specialty: "your branch and MOS",
  helpTopics: "your help topics and expertise",
  classYear: "your class year",
  formerName: "your former name",
};

interface Shared {
  /** Whether others see the profile at all. */
  readonly isSeen: boolean;
  readonly audience: Audience;
  /** Switches of the part's fields that are off. */
  readonly hidden: readonly PrivacySwitch[];
  /** Whether they hide the whole part. */
  readonly isAllHidden: boolean;
}

/** A part's audience, in one line. */
export function audienceText({ isSeen, audience, hidden, isAllHidden }: Shared): string {
  if (isAllHidden || audience === "nobody") return "Only you see this";
  if (!isSeen) return "Only you see this for now";
  if (audience === "connections") return "Only people you're in a conversation with see this";
  if (hidden.length === 0) return "Members see this";
  return `Members see this, except ${list.format(hidden.map((name) => sharedInWords[name]))}`;
}

const list = new Intl.ListFormat("en-US", { type: "conjunction" });

/** A switch that is saved without a form: the whole profile, or one part of it. */
export type ProfileSwitch = "isVisible" | PrivacySwitch;

/** Labels of the switch of the whole profile. */
export const visibilityWords = { on: "Profile Visible", off: "Profile Hidden" } as const;

/**
 * A hidden profile isn't hidden from staff: they see accounts by name, but not the content of
 * profiles.
 */
export const seenByStaff =
  "Staff can see that you have an account: your name, your role and that you're a member.";

/** The audience for each state of a switch. */
export const audience = { on: "All members", off: "Only you" } as const;
