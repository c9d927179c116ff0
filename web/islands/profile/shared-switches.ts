import type { Audience } from "../../../events/contacts/audiences.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";

interface SwitchWords {
  readonly label: string;
  readonly description?: string;
}

/** What the privacy switches are called, and what each keeps from others. */
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

/** Switches that the form has beside their only field, with what a press there says. */
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
  /** Switches of what the part shows that are off. */
  readonly hidden: readonly PrivacySwitch[];
  /** Whether they hide all of it. */
  readonly isAllHidden: boolean;
}

/** Who sees a part of a profile, in one line. */
export function whoSees({ isSeen, audience, hidden, isAllHidden }: Shared): string {
  if (isAllHidden || audience === "nobody") return "Only you see this";
  if (!isSeen) return "Only you see this for now";
  if (audience === "connections") return "Only people you're in a conversation with see this";
  if (hidden.length === 0) return "Members see this";
  return `Members see this, except ${list.format(hidden.map((name) => sharedInWords[name]))}`;
}

const list = new Intl.ListFormat("en-US", { type: "conjunction" });

/** What is switched without a form: the whole profile, or one part of it. */
export type ProfileSwitch = "isVisible" | PrivacySwitch;

/** What the switch of the whole profile is called. */
export const visibilityWords = { on: "Profile Visible", off: "Profile Hidden" } as const;

/** What a hidden profile doesn't hide: staff see accounts by name, and not what profiles say. */
export const seenByStaff =
  "Staff can see that you have an account: your name, your role and that you're a member.";

/** Who sees what a switch is about. */
export const audience = { on: "All members", off: "Only you" } as const;
