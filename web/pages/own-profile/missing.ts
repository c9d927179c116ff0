import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";
import { type LookedFor, type PrivacySwitch, roleTraits } from "../../../events/vocabulary.ts";
import { fieldId, sectionId } from "../../islands/profile-form/words.ts";
import { paths } from "../../paths.ts";

/** A detail that others look for in a profile and don't find. */
export interface Missing {
  /** What to do, as the text of a link. */
  readonly label: string;
  /** The reason, which ends the sentence. */
  readonly why: string;
  readonly href: string;
}

type Owner = Pick<MemberRecord, "role" | "profile" | "profileImageUrl">;
type WithProfile = Pick<MemberRecord, "profileImageUrl"> & { readonly profile: ProfileRecord };

interface Detail {
  readonly label: string;
  readonly why: string;
  readonly place: string;
  /** The switch without which others don't see it. */
  readonly sharedBy?: PrivacySwitch;
  readonly isDone: (owner: WithProfile) => boolean;
}

const details: Readonly<Record<LookedFor, Detail>> = {
  topics: {
    label: "Choose what you can help with",
    why: "cadets look for a topic first",
    place: fieldId("helpTopics"),
    sharedBy: "helpTopics",
    isDone: ({ profile }) => profile.helpTopics.length > 0,
  },
  work: {
    label: "Add where you work",
    why: "cadets search for it",
    place: fieldId("jobTitle"),
    isDone: ({ profile: { jobTitle, company } }) => Boolean(jobTitle) || Boolean(company),
  },
  position: {
    label: "Add your position",
    why: "cadets want to know whom to ask",
    place: fieldId("jobTitle"),
    isDone: ({ profile }) => Boolean(profile.jobTitle),
  },
  industry: {
    label: "Add your industry",
    why: "cadets filter by it",
    place: fieldId("industry"),
    sharedBy: "industry",
    isDone: ({ profile }) => Boolean(profile.industry),
  },
  location: {
    label: "Add where you live",
    why: "cadets look for people near them",
    place: fieldId("location"),
    sharedBy: "location",
    isDone: ({ profile }) => Boolean(profile.location),
  },
  bio: {
    label: "Write a few words about yourself",
    why: "cadets read them before they ask",
    place: fieldId("bio"),
    isDone: ({ profile }) => Boolean(profile.bio),
  },
  goals: {
    label: "Write what you're working toward",
    why: "alumni read it before they answer",
    place: fieldId("bio"),
    isDone: ({ profile }) => Boolean(profile.bio),
  },
  picture: {
    label: "Add a picture",
    why: "a face makes the first message easier",
    place: "picture-title",
    isDone: ({ profileImageUrl }) => profileImageUrl !== null,
  },
};

/**
 * The one addition that would help a profile's readers most. `undefined` if nothing is missing, or
 * if others wouldn't see it: in a hidden profile, or in a part that its owner keeps private.
 */
export function mostHelpful({ role, profile, profileImageUrl }: Owner): Missing | undefined {
  if (role === null || profile === null || !profile.isVisible) return undefined;
  const missing = roleTraits[role].lookedFor.map((name) => details[name])
    .find(({ sharedBy, isDone }) =>
      (sharedBy === undefined || profile.sharedFields[sharedBy]) &&
      !isDone({ profile, profileImageUrl })
    );
  return missing && { label: missing.label, why: missing.why, href: formAt(missing.place) };
}

/** Address of the profile form, scrolled to an element. */
export const formAt = (id: string): string => `${paths.editProfile()}#${id}`;

/** Address of the profile form, scrolled to one of its sections. */
export const formSectionAt = (title: string): string => formAt(sectionId(title));
