import type { Audience } from "../../../events/contacts/audiences.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";

interface SwitchWords {
  readonly label: string;
  readonly description: string;
}

/** What the privacy switches are called, and what each keeps from others. */
export const switchWords: Readonly<Record<PrivacySwitch, SwitchWords>> = {
  location: { label: "Location", description: "Where you live or work" },
  industry: { label: "Industry", description: "The industry you work in" },
  specialty: { label: "Specialty/MOS", description: "Your army branch and MOS" },
  helpTopics: {
    label: "Help Topics",
    description: "What you can help with, and your areas of expertise",
  },
  classYear: { label: "Class Year", description: "Your class year or years of service" },
};

/** What each switch is about, within a sentence. */
export const sharedInWords: Readonly<Record<PrivacySwitch, string>> = {
  location: "your location",
  industry: "your industry",
  specialty: "your branch and MOS",
  helpTopics: "your help topics and expertise",
  classYear: "your class year",
};

/** @param isSeen Whether others see the profile at all. */
export function whoSees(
  what: string,
  isShared: boolean,
  isSeen: boolean,
  by: Audience = "members",
): string {
  if (!isShared) return `Only you see ${what}`;
  if (!isSeen) return `Only you see ${what} for now`;
  return by === "members" ? `Members see ${what}` : `Only people you're connected with see ${what}`;
}

/** What is switched without a form: the whole profile, or one part of it. */
export type ProfileSwitch = "isVisible" | PrivacySwitch;

/** What the switch of the whole profile is called. */
export const visibilityWords = { on: "Profile Visible", off: "Profile Hidden" } as const;

/** What a hidden profile doesn't hide: staff see accounts by name, and not what profiles say. */
export const seenByStaff =
  "Staff can see that you have an account: your name, your role and that you're a member.";

/** Who sees what a switch is about. */
export const audience = { on: "Visible to all signed-in members", off: "Only you" } as const;
