import { Children, type ReactNode } from "react";
import type { OwnProfile, ViewedProfile } from "../../../api/contract/profile.ts";
import { contactField } from "../../../events/members/contact-fields.ts";
import { contactWays } from "../../islands/profile/contact.ts";
import { isWebLink } from "../../islands/profile/contact-icon.tsx";
import { classText, fullName, unconfirmedCadre } from "../../islands/profile/display.ts";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";
import { Visibility } from "../own-profile/privacy-panel.tsx";
import { contactId, paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PeopleIcon } from "../../ui/icons/icons.tsx";
import { PencilIcon } from "../../ui/icons/member-icons.tsx";
import { CapIcon, CompassIcon, PinIcon } from "../../ui/icons/subject-icons.tsx";
import { DetailsCard, TagsCard } from "./details-card.tsx";
import { MemberAvatar } from "../member-avatar.tsx";
import { BackLink } from "../page-head.tsx";

interface ProfilePageProps {
  readonly profile: OwnProfile | ViewedProfile;
  readonly isOwner: boolean;
  /** Whether they can be asked for help now. */
  readonly takesRequests: boolean;
  /** Address of the request or conversation between the viewer and them, if there is one. */
  readonly conversation?: string | undefined;
  /** The viewer's email address, if they have to confirm it before they see contacts. */
  readonly unconfirmed?: ConfirmEmailProps | undefined;
  readonly top: ReactNode;
}

export function ProfilePage(
  { profile, isOwner, takesRequests, conversation, unconfirmed, top }: ProfilePageProps,
) {
  const { user, rank, armyBranch, bio, helpTopics = [], expertise = [] } = profile;
  const { classYear, location, armySchools, previousPositions } = profile;
  const ways = contactWays(profile);
  const withheld = "contactsWithheld" in profile ? profile.contactsWithheld : undefined;
  const asking = takesRequests ? paths.askForHelp(profile.userId) : undefined;
  const contacts = ways.length > 0 || withheld ? `#${contactId}` : undefined;
  const connect = conversation ?? asking ?? contacts;
  return (
    <div className="shell-column profile stack gap-4">
      {top}
      <Card className="profile-head">
        <MemberAvatar of={user} size="large" id={profile.userId} />
        <div className="profile-who stack breakable">
          <h1 dir="auto">{fullName(user)}</h1>
          <div className="profile-badges row gap-2">
            {rank && <Badge tone="accent">{rank}</Badge>}
            {classYear && <Badge>{classText(profile)}</Badge>}
            {armyBranch && <Badge tone="green">{armyBranch}</Badge>}
            {!user.isRoleConfirmed && <Badge tone="amber">{unconfirmedCadre}</Badge>}
          </div>
        </div>
      </Card>
      <div className="profile-rail">
        <Card className="profile-short stack gap-4" aria-label="In short">
          {(isOwner || connect) && (
            <div
              className="profile-actions row"
              {...(isOwner && { "data-own": "", "data-start": "load" })}
            >
              {isOwner
                ? (
                  <>
                    <Visibility isVisible={"isVisible" in profile && profile.isVisible} />
                    <ButtonLink wide variant="outline" href={paths.editProfile()}>
                      <PencilIcon />
                      Edit Profile
                    </ButtonLink>
                  </>
                )
                : (
                  <ButtonLink wide href={connect ?? ""}>
                    <PeopleIcon />
                    Connect
                  </ButtonLink>
                )}
            </div>
          )}
          <ul className="profile-facts stack gap-2 breakable" role="list">
            {!isOwner && (
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
          </ul>
        </Card>
        {unconfirmed && <ConfirmEmailFirst {...unconfirmed} />}
        <DetailsCard
          title="Contact Information"
          id={contactId}
          isStacked
          note={withheld ? `${withheld}.` : contactNote(isOwner, ways.length > 0)}
          details={ways.map(({ kind, href, text }) => {
            const { contact } = contactField[kind];
            return [
              contact.term,
              isWebLink(kind)
                ? (
                  <a key={kind} href={href} target="_blank" rel="noopener noreferrer">
                    {contact.text ?? contact.term}{" "}
                    <span className="visually-hidden">(opens in a new tab)</span>
                  </a>
                )
                : <a key={kind} href={href}>{withBreak(text)}</a>,
            ];
          })}
        />
      </div>
      <div className="profile-main stack gap-4">
        {bio && (
          <Card className="profile-details stack gap-4" aria-labelledby="about">
            <h2 className="profile-details-title" id="about">About</h2>
            <p className="profile-bio" dir="auto">{bio}</p>
          </Card>
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
            <ul className="stack gap-2 breakable" role="list">
              {previousPositions.map((position, index) => (
                <li key={`${index} ${position}`} dir="auto">{position}</li>
              ))}
            </ul>
          </TagsCard>
        </Columns>
      </div>
    </div>
  );
}

interface MissingProfilePageProps {
  readonly message: string;
  readonly back: string;
  /** More content, such as a text that was written to them. */
  readonly children?: ReactNode;
}

/** Shown for a profile that doesn't exist, or that this viewer can't see. */
export function MissingProfilePage({ message, back, children }: MissingProfilePageProps) {
  return (
    <div className="shell-column profile">
      <BackLink to={back} />
      <div className="empty-state profile-missing">
        <h1>{message}</h1>
        {children}
        <ButtonLink href={back}>Browse Directory</ButtonLink>
      </div>
    </div>
  );
}

/** Cards below each other, in as many columns as there is room for. */
function Columns({ children }: { readonly children: ReactNode }) {
  return (
    <div className="profile-grid stack gap-4">
      {Children.map(children, (card) => <div>{card}</div>)}
    </div>
  );
}

/** A member's text in its own writing direction; `null` without one. */
function written(text: string | null | undefined): ReactNode {
  return text && <bdi>{text}</bdi>;
}

/** Who can see the contacts, or that their owner can see who looked. */
function contactNote(isOwner: boolean, hasAny: boolean): ReactNode {
  if (isOwner) return <a href={paths.contacts()}>Who sees your contacts, and who saw them</a>;
  return hasAny && "They can see that you looked.";
}

/** A long address breaks before its at sign, rather than anywhere. */
function withBreak(text: string): ReactNode {
  const at = text.indexOf("@");
  return at < 0 ? text : (
    <span>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  );
}
