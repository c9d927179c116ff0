import { Badge, Heading, Text } from "@radix-ui/themes";
import { Children, type ReactNode } from "react";
import type { OwnProfile, ViewedProfile } from "../../../api/contract/profile.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import type { FormState } from "../../forms/form-state.ts";
import {
  classText,
  confirmedText,
  fullName,
  unconfirmedCadre,
} from "../../islands/profile/display.ts";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";
import { Visibility } from "../own-profile/privacy-panel.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import {
  CapIcon,
  CheckIcon,
  CompassIcon,
  PencilIcon,
  PeopleIcon,
  PinIcon,
} from "../../ui/icons.tsx";
import { ContactCard } from "./contact-card.tsx";
import { DetailsCard, ProfileCard, TagsCard } from "./details-card.tsx";
import { MemberAvatar } from "../member-avatar.tsx";
import { BackLink } from "../page-head.tsx";

interface ProfilePageProps {
  readonly profile: OwnProfile | ViewedProfile;
  readonly isOwner: boolean;
  /** Whether the profile is a preview, so that its owner can't be asked. */
  readonly isPreview?: boolean;
  /** Whether they can be asked for help now. */
  readonly takesRequests: boolean;
  /** Earliest month of a confirmation that is shown; none is shown if absent. */
  readonly since?: string;
  /** Address of the request or conversation between the viewer and them, if there is one. */
  readonly conversation?: string | undefined;
  /** The viewer's email address, if they must confirm it before they see contacts. */
  readonly unconfirmed?: ConfirmEmailProps | undefined;
  /** Why their contacts weren't shown. */
  readonly sent?: FormState | undefined;
  readonly back: string;
  readonly top: ReactNode;
}

export function ProfilePage(
  { profile, isOwner, isPreview, takesRequests, since, conversation, unconfirmed, sent, back, top }:
    ProfilePageProps,
) {
  const { user, rank, armyBranch, bio, helpTopics = [], expertise = [] } = profile;
  const { classYear, location, armySchools, previousPositions } = profile;
  const confirmedMonth = "confirmedMonth" in profile ? profile.confirmedMonth : profile.confirmedAt;
  const isMentor = user.role !== null && roleTraits[user.role].takesRequests === true;
  const mayAsk = takesRequests && !isPreview;
  const connect = conversation ?? (mayAsk ? paths.askForHelp(profile.userId) : undefined);
  return (
    <div className="shell-column profile stack gap-4">
      {top}
      <ProfileHead profile={profile} />
      <div className="profile-rail">
        <Card className="profile-short stack gap-4" aria-label="In short">
          {(isOwner || connect) && (
            <div className="profile-actions row">
              {isOwner
                ? (
                  <>
                    {"sharedFields" in profile && <Visibility {...profile} />}
                    <ButtonLink href={paths.editProfile()} className="wide" variant="outline">
                      <PencilIcon />
                      Edit Profile
                    </ButtonLink>
                  </>
                )
                : (
                  <ButtonLink href={connect ?? ""} className="wide">
                    <PeopleIcon />
                    {conversation === undefined ? "Connect" : "Open Conversation"}
                  </ButtonLink>
                )}
            </div>
          )}
          <ul className="profile-facts stack gap-2 breakable" role="list">
            {!isOwner && (takesRequests || isMentor) && (
              <li className={takesRequests ? "profile-open" : undefined}>
                <CompassIcon />
                {takesRequests ? "Takes requests now" : "Not taking requests right now"}
              </li>
            )}
            {location && (
              <li>
                <PinIcon />
                <bdi>{location}</bdi>
              </li>
            )}
            {classYear && (
              <li>
                <CapIcon />
                {classText(profile)}
              </li>
            )}
            {since !== undefined && confirmedMonth >= since && (
              <li>
                <CheckIcon />
                {confirmedText}
              </li>
            )}
          </ul>
        </Card>
        {unconfirmed && <ConfirmEmailFirst {...unconfirmed} />}
        <ContactCard profile={profile} isOwner={isOwner} sent={sent} back={back} />
      </div>
      <div className="profile-main stack gap-4">
        {bio && (
          <ProfileCard title="About">
            <Text as="p" dir="auto" className="profile-bio">{bio}</Text>
          </ProfileCard>
        )}
        <Columns>
          <TagsCard title="Help Topics" tags={helpTopics} />
          <TagsCard title="Areas of Expertise" tags={expertise} show={written} />
          <DetailsCard
            title="Professional Information"
            details={[
              ["Industry", written(profile.industry)],
              ["Company", written(profile.company)],
              ["Job Title", written(profile.jobTitle)],
              ["Location", written(location)],
            ]}
          />
          <DetailsCard
            title="Military Background"
            details={[
              ["Branch", armyBranch],
              ["MOS", written(profile.mos)],
              ["Rank", rank],
              ["Duty Status", profile.dutyStatus],
            ]}
          />
          <TagsCard title="Army Schools & Training" tags={armySchools} show={written} />
          <TagsCard title="Previous Positions" tags={previousPositions}>
            <Positions of={previousPositions} />
          </TagsCard>
        </Columns>
      </div>
    </div>
  );
}

interface ProfileHeadProps {
  readonly profile: OwnProfile | ViewedProfile;
  /** Shown at the end of the line. */
  readonly children?: ReactNode;
}

/** A member's picture and name, with rank, class and branch if the viewer may see them. */
export function ProfileHead({ profile, children }: ProfileHeadProps) {
  const { user, rank, classYear, armyBranch, formerName } = profile;
  // Owners see here what others see, and the name itself in its own part.
  const isFormerNameShown = formerName &&
    (!("sharedFields" in profile) || profile.sharedFields.formerName);
  return (
    <Card className="profile-head">
      <MemberAvatar of={user} size="large" id={profile.userId} />
      <div className="profile-who stack breakable">
        <Heading as="h1" size="8" dir="auto">{fullName(user)}</Heading>
        {isFormerNameShown && (
          <Text as="p" color="gray">
            Formerly <bdi>{formerName}</bdi>
          </Text>
        )}
        <div className="profile-badges row gap-2">
          {rank && <Badge>{rank}</Badge>}
          {classYear && <Badge color="gray">{classText(profile)}</Badge>}
          {armyBranch && <Badge color="green">{armyBranch}</Badge>}
          {!user.isRoleConfirmed && <Badge color="amber">{unconfirmedCadre}</Badge>}
        </div>
      </div>
      {children}
    </Card>
  );
}

interface MissingProfilePageProps {
  readonly message: string;
  readonly back: string;
  /** More content, such as a text written to them. */
  readonly children?: ReactNode;
}

/** Shown for a profile that doesn't exist, or that this viewer can't see. */
export function MissingProfilePage({ message, back, children }: MissingProfilePageProps) {
  return (
    <div className="shell-column profile">
      <BackLink to={back} />
      <div className="empty-state profile-missing">
        <Heading as="h1" size="8">{message}</Heading>
        {children}
        <ButtonLink href={back}>Browse Directory</ButtonLink>
      </div>
    </div>
  );
}

export function Positions({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="stack gap-2 breakable" role="list">
      {of.map((position, index) => <li key={`${index} ${position}`} dir="auto">{position}</li>)}
    </ul>
  );
}

/** Cards below each other, in as many columns as there is room for. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return (
    <div className="profile-grid stack gap-4">
      {Children.map(children, (card) => <div>{card}</div>)}
    </div>
  );
}

/** A member's text with its own writing direction; `null` without a text. */
export function written(text: string | null | undefined): ReactNode {
  return text && <bdi>{text}</bdi>;
}
