import { Card, Link, Text } from "@radix-ui/themes";
import { askedDays, fewestShown } from "../../../api/features/home/activity.ts";
import { spelled } from "../../../events/amounts.ts";
import { Fragment } from "react";
import type { Helped } from "../../../api/features/home/helped.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Part } from "./part.tsx";
import type { MentoringSettings } from "../../../api/contract/connections.ts";
import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";
import { monthText } from "../connections/words.ts";

export interface AlumniProps {
  readonly helped: Helped;
  /**
   * How many cadets asked for help with topics that they offer; `null` for fewer than five. Left out where they offer
   * nothing.
   */
  readonly askers?: number | null | undefined;
  readonly next: NextStep;
}

export function Mentoring({ helped, askers, next }: AlumniProps) {
  return (
    <Part id="mentoring" title="How you help">
      <ul className="home-facts columns gap-3" role="list">
        <Card asChild size="3" className="home-fact links stack gap-2">
          <li>
            {helped.people === 0
              ? (
                <Text as="p">
                  You haven't helped a cadet yet. A conversation counts when it ends.
                </Text>
              )
              : <Text as="p" className="home-figure">{helpedText(helped.people)}</Text>}
            <Thanks thanks={helped.thanks} />
          </li>
        </Card>
        {askers !== undefined && (
          <Card asChild size="3" className="home-fact links stack gap-2">
            <li>
              <Text as="p">{askersText(askers)}</Text>
            </li>
          </Card>
        )}
        <Card asChild size="3" className="home-fact links stack gap-2">
          <li>
            <Text as="p">{next.text}</Text>
            <Text as="p">
              <Link href={next.href}>{next.label}</Link>
            </Text>
          </li>
        </Card>
      </ul>
    </Part>
  );
}

function helpedText(people: number): string {
  return people === 1 ? "You've helped 1 person." : `You've helped ${people} people.`;
}

function Thanks({ thanks }: Pick<Helped, "thanks">) {
  if (thanks.length === 0) return null;
  return (
    <Text as="p">
      Thanks from {thanks.map(({ connectionId, firstName }, at) => (
        <Fragment key={connectionId}>
          {at > 0 && " and "}
          <Link href={pagePaths.connection(connectionId)}>{firstName}</Link>
        </Fragment>
      ))}
    </Text>
  );
}

function askersText(askers: number | null): string {
  const asked = `asked for help with your topics in the last ${spelled(askedDays, "day")}.`;
  return askers === null
    ? `Fewer than ${fewestShown} cadets ${asked}`
    : `At least ${askers} cadets ${asked}`;
}

export type NextStep = Readonly<Record<"text" | "label" | "href", string>>;

type WithProfile = Pick<MemberRecord, "profileImageUrl"> & { readonly profile: ProfileRecord };

/** What cadets look for in a profile, most helpful first. */
const details: readonly (readonly [label: string, isDone: (member: WithProfile) => boolean])[] = [
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
  const missing = details.filter(([, isDone]) => !isDone({ profileImageUrl, profile }));
  const [next] = missing;
  if (next === undefined) {
    return {
      text: "Your profile is complete, and you're taking requests.",
      label: "See your profile as a cadet sees it",
      href: paths.previewProfile(),
    };
  }
  const done = details.length - missing.length;
  return {
    text: `Your profile has ${done} of the ${details.length} things cadets look for.`,
    label: next[0],
    href: paths.editProfile(),
  };
}
