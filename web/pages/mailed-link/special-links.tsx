import { profileInShort } from "../../../api/features/program-mails/profile-in-short.ts";
import type { OpenLink } from "../../../api/features/connections/mailed-links.ts";
import { profileLink, programMailsLink, resumeLink } from "../../../api/contract/mailed-links.ts";
import type { Origin } from "../../../api/auth/origin.ts";
import type { Product } from "../../../api/product.ts";
import { spelled } from "../../../events/amounts.ts";
import { pausedAfterExpired } from "../../../events/connections/limits.ts";
import { profileIfShown } from "../../../events/members/privacy.ts";
import { needsConfirmation } from "../../../events/members/program-mails.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { LinkQuestionProps } from "./view.tsx";

export type SpecialQuestion = Omit<LinkQuestionProps, "doing"> & {
  /** Label of its button; absent if there is nothing to do. */
  readonly press?: string;
};

/** A mailed link that doesn't open a conversation: a question with one button. */
interface SpecialLink {
  readonly ask: (link: OpenLink) => Promise<SpecialQuestion>;
  readonly press: (
    link: OpenLink,
    origin: Pick<Origin, "ip" | "requestId">,
  ) => Promise<SpecialQuestion>;
}

export function specialLinks(
  { connections, conversations, profiles, programMails }: Product,
  now: () => Date,
): ReadonlyMap<string, SpecialLink> {
  return new Map<string, SpecialLink>([
    [resumeLink, {
      async ask({ member: { memberId } }) {
        const { pausedUntil } = await conversations.settings(memberId);
        return pausedUntil === null ? resumed : { ...paused, press: "Take requests again" };
      },
      async press({ member: { memberId } }, origin) {
        await connections.changeSettings(memberId, { pausedUntil: null }, origin);
        return resumed;
      },
    }],
    [profileLink, {
      async ask({ member }) {
        const shown = profileIfShown(member);
        if (member.profile === null || shown === undefined) return noProfile;
        if (!needsConfirmation(member.profile, now())) return confirmed;
        return {
          title: "Is Your Profile Still Right?",
          lead: member.profile.isVisible
            ? "This is what other members see, besides longer texts."
            : "This is what other members see once you show your profile, besides longer texts.",
          children: <ProfileInShort lines={profileInShort(shown)} />,
          press: "Confirm my profile",
          next: changeProfile,
        };
      },
      async press({ member }, origin) {
        if (member.profile === null) return noProfile;
        await profiles.confirm(member.memberId, origin);
        return confirmed;
      },
    }],
    [programMailsLink, {
      ask: async ({ member: { programMails: { areWanted } } }) =>
        areWanted ? { ...stopMails, press: stopLabel } : mailsStopped,
      async press({ member: { memberId } }, origin) {
        await programMails.change(memberId, false, origin);
        return mailsStopped;
      },
    }],
  ]);
}

/** A link to continue after each kind of link has expired. */
export const afterSpecialLink: Readonly<
  Record<string, { readonly href: string; readonly signedIn: string; readonly signedOut: string }>
> = {
  [resumeLink]: {
    href: pagePaths.mentoring(),
    signedIn: "Mentoring settings",
    signedOut: "Sign in to take requests again",
  },
  [profileLink]: {
    href: paths.profile(),
    signedIn: "Go to your profile",
    signedOut: "Sign in to confirm your profile",
  },
  [programMailsLink]: {
    href: pagePaths.programMails(),
    signedIn: "Choose your emails",
    signedOut: "Sign in to stop these emails",
  },
};

function ProfileInShort({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="profile-in-short stack gap-1 breakable" role="list">
      {lines.map((line) => <li key={line} dir="auto">{line}</li>)}
    </ul>
  );
}

const aboutMentoring = { href: pagePaths.mentoring(), label: "Mentoring settings" };
const changeProfile = { href: paths.editProfile(), label: "Change my profile" };
const chooseMails = { href: pagePaths.programMails(), label: "Choose your emails" };

const paused: SpecialQuestion = {
  title: "Take Requests Again?",
  lead: `The last ${
    spelled(pausedAfterExpired, "request")
  } expired without an answer, so we paused new ones.`,
};
const resumed: SpecialQuestion = {
  title: "You're Taking Requests",
  lead: "Cadets can ask you for help. To pause new requests or change how many conversations you " +
    "have at a time, open Mentoring settings.",
  next: aboutMentoring,
};
const confirmed: SpecialQuestion = {
  title: "Your Profile Is Confirmed",
  lead: "Thank you. It says “Confirmed this year” to everyone who sees it.",
  next: changeProfile,
};
const noProfile: SpecialQuestion = {
  title: "You Have No Profile",
  lead: "It was deleted since we wrote to you, so there's nothing to confirm.",
  next: { href: paths.profile(), label: "Create a profile" },
};

/** Label of the button in each of these mails. */
export const stopLabel = "Stop these emails";
export const stopMails: SpecialQuestion = {
  title: "Stop These Emails?",
  lead:
    "We won't send you emails anymore that neither you nor another person caused, such as the " +
    "yearly question about your profile. You'll still get messages and answers.",
};
export const mailsStopped: SpecialQuestion = {
  title: "Emails Stopped",
  lead: "You'll only get emails that you or another person caused. To get the others again, open " +
    "your email settings.",
  next: chooseMails,
};
