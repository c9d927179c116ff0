import { Heading, Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Connection } from "../../../api/contract/connections.ts";
import type { QuestionToAnswer } from "../../../api/contract/questions.ts";
import type { Suggestions } from "../../../api/features/home/suggestions.ts";
import type { Announcement } from "../../../events/program/settings.ts";
import { paths } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CommissioningLead } from "../commissioning/view.tsx";
import { ConnectionLines } from "../connections/view.tsx";
import { Features, Hero, HowItWorks } from "../landing/blurbs.tsx";
import { type AlumniProps, ForAlumni } from "./for-alumni.tsx";
import { FindHelp, OwnRequests } from "./for-cadets.tsx";
import { ForStaff, type StaffProps } from "./for-staff.tsx";
import { ConfirmEmail, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";
import { ShowReminder } from "./show-reminder.tsx";
import { Part } from "./part.tsx";
import { QuestionsToAnswer } from "../question/asked.tsx";
import { PasskeyOffer } from "../security/passkeys.tsx";

export type HomeOfRole =
  | {
    readonly role: "cadet";
    readonly suggestions: Suggestions;
    readonly open: readonly Connection[];
  }
  | {
    readonly role: "alumni";
    readonly mentoring: AlumniProps;
    readonly toAnswer: readonly QuestionToAnswer[];
  }
  /** `null` for cadre who aren't staff; `unproved` until staff give their second proof. */
  | { readonly role: "cadre"; readonly staff: StaffProps | "unproved" | null };

interface HomePageProps {
  readonly programName: string;
  readonly logo?: string | undefined;
  readonly hasProfile: boolean;
  /**
   * Whether to remind them that they chose to be shown later. Alumni see this in their lead
   * instead.
   */
  readonly remindsToShow: boolean;
  readonly waiting: readonly Connection[];
  readonly byRole: HomeOfRole;
  readonly announcement: Announcement | null;
  /** Address that the confirmation link was sent to; `null` once it is confirmed. */
  readonly unconfirmed: ConfirmEmailProps | undefined;
  readonly isOfferedPasskey: boolean;
  /** The member's own address, if it accepts no mail. */
  readonly refusedAddress: string | undefined;
  /** The date of their class, while they are asked to confirm their commission. */
  readonly commissioningDate: string | undefined;
  /** Whether their only address may expire when they graduate. */
  readonly needsLastingAddress: boolean;
}

function RefusedAddress({ email }: { readonly email: string }) {
  return (
    <Notice tone="warning" title="You don't get our emails">
      <Text as="p">
        The mail server of {email} says that this address doesn't exist or takes no mail.{" "}
        <Link href={paths.addresses()}>Change your email address</Link>
      </Text>
    </Notice>
  );
}

function AskForLastingAddress() {
  return (
    <div className="shell-column home-confirm">
      <Notice title="Stay reachable after you graduate">
        <Text as="p">
          Your university address may end then.{" "}
          <Link href={paths.addresses()}>Add an address that stays with you</Link>
        </Text>
      </Notice>
    </div>
  );
}

const shownWaiting = 3;

export function HomePage(props: HomePageProps) {
  const { programName, logo, hasProfile, isOfferedPasskey } = props;
  return (
    <>
      {props.remindsToShow && props.byRole.role !== "alumni" && (
        <ShowReminder hasProfile={hasProfile} />
      )}
      <Beginning {...props} />
      {isOfferedPasskey && <PasskeyOffer />}
      <Hero
        programName={programName}
        as="h2"
        hasMark
        actions={
          <div className="hero-actions row gap-3">
            <ButtonLink href={paths.directory()} className="hero-action" size="4">
              Browse Directory
            </ButtonLink>
            <ButtonLink href={paths.profile()} className="hero-action-second" size="4">
              {hasProfile ? "My Profile" : "Create Profile"}
            </ButtonLink>
          </div>
        }
      >
        <BrandMark logo={logo} />
      </Hero>
      <Features />
      <HowItWorks />
    </>
  );
}

function Beginning(
  {
    byRole,
    waiting,
    announcement,
    unconfirmed,
    refusedAddress,
    commissioningDate,
    needsLastingAddress,
  }: HomePageProps,
) {
  // A link to confirm it wouldn't arrive either.
  const confirm = (unconfirmed || refusedAddress !== undefined) && (
    <div className="shell-column home-confirm">
      {refusedAddress === undefined
        ? unconfirmed && <ConfirmEmail {...unconfirmed} />
        : <RefusedAddress email={refusedAddress} />}
    </div>
  );
  const announced = announcement && (
    <Part id="announcement" title="Announcement">
      <Text as="p" className="card home-announcement as-written">{announcement.text}</Text>
    </Part>
  );
  switch (byRole.role) {
    case "cadet":
      return (
        <>
          {commissioningDate && <CommissioningLead date={commissioningDate} />}
          <FindHelp {...byRole.suggestions}>
            <Waiting connections={waiting} />
          </FindHelp>
          {confirm}
          {needsLastingAddress && <AskForLastingAddress />}
          <OwnRequests open={byRole.open} />
          {announced}
        </>
      );
    case "alumni":
      return (
        <ForAlumni {...byRole.mentoring}>
          {byRole.toAnswer.length > 0 && (
            <Part id="to-answer" title="Questions you could answer">
              <QuestionsToAnswer of={byRole.toAnswer.slice(0, shownWaiting)} />
            </Part>
          )}
          {confirm}
          {needsLastingAddress && <AskForLastingAddress />}
          {announced}
        </ForAlumni>
      );
    case "cadre":
      return (
        <>
          <Title
            action={byRole.staff && <ButtonLink href={paths.program()}>Manage program</ButtonLink>}
          >
            Your program
          </Title>
          {confirm}
          {byRole.staff === "unproved"
            ? (
              <Text as="p">
                To see what's waiting for staff, open <Link href={paths.program()}>Program</Link>
                {" "}
                and confirm it's you.
              </Text>
            )
            : byRole.staff && <ForStaff {...byRole.staff} />}
          {announced}
          <Waiting connections={waiting} />
          <Part id="directories" title="Find people">
            <div className="home-search row gap-3">
              <ButtonLink href={paths.alumni()} variant="outline">Alumni</ButtonLink>
              <ButtonLink href={paths.cadre()} variant="outline">Cadre</ButtonLink>
              <ButtonLink href={paths.directory()} variant="outline">Everyone</ButtonLink>
            </div>
          </Part>
        </>
      );
  }
}

function Title({ children, action }: { readonly children: string; readonly action?: ReactNode }) {
  return (
    <div className="shell-column home-title row gap-3">
      <Heading as="h1" size="8">{children}</Heading>
      {action}
    </div>
  );
}

function Waiting({ connections }: { readonly connections: readonly Connection[] }) {
  if (connections.length === 0) return null;
  return (
    <Part id="waiting" title="Waiting for you">
      <ConnectionLines className="stack" of={connections.slice(0, shownWaiting)} />
      <Text as="p">
        <Link href={paths.connections()}>
          {connections.length > shownWaiting
            ? `See all ${connections.length} that are waiting for you`
            : "See all your connections"}
        </Link>
      </Text>
    </Part>
  );
}
