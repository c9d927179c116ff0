import type { MentoringSettings } from "../../../api/contract/connections.ts";
import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";
import { monthText } from "../connections/words.ts";

export type NextStep = Readonly<Record<"text" | "label" | "href", string>>;

type Said = Pick<MemberRecord, "profileImageUrl"> & { readonly profile: ProfileRecord };

/** What cadets look for in a profile, most helpful first. */
const details: readonly (readonly [label: string, isSaid: (member: Said) => boolean])[] = [
  ["Choose what you can help with", ({ profile }) => profile.helpTopics.length > 0],
  ["Add your job", ({ profile: { jobTitle, company } }) => Boolean(jobTitle) || Boolean(company)],
  ["Add your industry", ({ profile }) => Boolean(profile.industry)],
  ["Add your location", ({ profile }) => Boolean(profile.location)],
  ["Write a short bio", ({ profile }) => Boolean(profile.bio)],
  ["Add a picture", ({ profileImageUrl }) => profileImageUrl !== null],
];

const settings = `${paths.connections()}#settings`;

export function nextStepOf(
  { profileImageUrl, profile }: Pick<MemberRecord, "profileImageUrl" | "profile">,
  { takesRequests, pausedUntil }: Pick<MentoringSettings, "takesRequests" | "pausedUntil">,
): NextStep {
  if (profile === null) {
    return {
      text: "Cadets can't find you until you create a profile.",
      label: "Create your profile",
      href: paths.editProfile(),
    };
  }
  if (!profile.isVisible) {
    return {
      text: "Cadets can't find you: your profile is hidden.",
      label: "Show your profile",
      href: paths.profile(),
    };
  }
  if (!takesRequests) {
    return {
      text: "You aren't taking requests for help.",
      label: "Take requests",
      href: settings,
    };
  }
  if (pausedUntil !== null) {
    const text = pausedUntil === "resumed"
      ? "Your requests are paused because two weren't answered."
      : `Your requests are paused until ${monthText(pausedUntil)}.`;
    return { text, label: "Take requests again", href: settings };
  }
  const missing = details.filter(([, isSaid]) => !isSaid({ profileImageUrl, profile }));
  const [next] = missing;
  if (next === undefined) {
    return {
      text: "Your profile is complete, and you're taking requests.",
      label: "See your profile as a cadet sees it",
      href: paths.previewProfile(),
    };
  }
  const said = details.length - missing.length;
  return {
    text: `Your profile has ${said} of the ${details.length} things cadets look for.`,
    label: next[0],
    href: paths.editProfile(),
  };
}
