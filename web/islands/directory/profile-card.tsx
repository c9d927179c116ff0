import { Badge, Card, Heading } from "@radix-ui/themes";
import { roleTraits } from "../../../events/vocabulary.ts";
import { Fragment, memo, type MouseEvent } from "react";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import type { Explanation } from "../../../api/contract/directory.ts";
import type { ContactField } from "../../../events/members/contact-fields.ts";
import { words } from "../../../search/text.ts";
import { goTo } from "../../hydration/navigation.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Paragraph, Tag } from "../../ui/flat.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ContactIcon, isWebLink } from "../profile/contact-icon.tsx";
import { ArmyBadge } from "../profile/service-badge.tsx";
import {
  classText,
  confirmedText,
  fullName,
  industryMissing,
  industryText,
  initials,
  locationText,
  specialtyText,
  unconfirmedCadre,
} from "../profile/display.ts";
import type { CardProfile } from "./card-fields.ts";
import { foundPieces, isFound, Marked, ranked } from "./searching/matches.tsx";

/** More help topics than these are only counted. */
const shownTopics = 3;

interface ProfileCardProps {
  readonly profile: CardProfile;
  /** Why it was found: words to mark, and matching fields that aren't on the card. */
  readonly match?: Explanation | undefined;
  /** Help topics by which the list is filtered. */
  readonly ticked?: readonly string[];
  /** Earliest month of a confirmation that is shown; none is shown if absent. */
  readonly since?: string | undefined;
}

const noTopics: readonly string[] = [];
const noMatch: Explanation = { words: [], reasons: [] };

/** A member in a directory. Rendered only when it changes, since there are many, and people type. */
export const ProfileCard = memo(function ProfileCard(
  { profile, match = noMatch, ticked = noTopics, since }: ProfileCardProps,
) {
  const { user, userId, formerName, rank, jobTitle, company, contacts } = profile;
  const { helpTopics = noTopics } = profile;
  const name = fullName(user);
  const industry = industryText(profile);
  const isMentor = user.role !== null && roleTraits[user.role].takesRequests;
  const id = `member-${userId}`;
  const isWhole = (text: string) => words(text).every((word) => match.words.includes(word));
  // Most cards have no marks. A component for each text would then take a tenth of a page's time.
  const marked = (text: string) =>
    match.words.length === 0 ? text : <Marked pieces={foundPieces(text, match.words)} />;
  const rankOf = (topic: string) =>
    isFound(topic, match.words) ? 0 : ticked.includes(topic) ? 1 : 2;

  return (
    // An article rather than a landmark: there would be two dozen, some of them with the same name.
    <Card asChild size="3" className="profile-card">
      <article aria-label={name}>
        <div className="profile-card-head">
          <Avatar
            initials={initials(user)}
            image={smallPictureAt(user.profileImageUrl)}
            id={userId}
            loading="lazy"
          />
          <div className="profile-card-who">
            <Heading as="h2" size="4" className="profile-card-name" id={id} dir="auto">
              {marked(name)}
            </Heading>
            {formerName && (
              <Paragraph className="profile-card-former">
                Formerly <bdi>{marked(formerName)}</bdi>
              </Paragraph>
            )}
            {(jobTitle || company) && (
              <Paragraph className="profile-card-now">
                {jobTitle && <bdi className="profile-card-job">{marked(jobTitle)}</bdi>}
                {jobTitle && company && ", "}
                {company && <bdi>{marked(company)}</bdi>}
              </Paragraph>
            )}
          </div>
        </div>
        <div className="profile-card-facts">
          <Paragraph className="profile-card-class">
            {!(user.role && roleTraits[user.role].hidesRank) && rank && <span>{marked(rank)}</span>}
            <span>{marked(classText(profile))}</span>
            {since !== undefined && profile.confirmedMonth >= since && <span>{confirmedText}</span>}
          </Paragraph>
          <ArmyBadge />
          {!user.isRoleConfirmed && <Badge color="amber">{unconfirmedCadre}</Badge>}
        </div>
        <Paragraph className="profile-card-specialty">
          <span>Specialty:</span> <bdi>{marked(specialtyText(profile))}</bdi>
        </Paragraph>
        <div className="profile-card-facts">
          <Paragraph className="profile-card-place">
            <bdi>{profile.location ? marked(profile.location) : locationText(profile)}</bdi>
          </Paragraph>
          {industry !== industryMissing && (
            <Tag>
              <bdi>{marked(industry)}</bdi>
            </Tag>
          )}
        </div>
        {helpTopics.length > 0 && (
          <div className="profile-card-help">
            <Paragraph>Can help with:</Paragraph>{" "}
            <TagList tags={ranked(helpTopics, rankOf)} limit={shownTopics} show={marked} />
          </div>
        )}
        {match.reasons.length > 0 && (
          <Paragraph className="profile-card-why">
            <span>Matches:</span> {match.reasons.map(({ field, text }, at) => (
              <Fragment key={at}>
                {at > 0 && " · "}
                {field !== null && `${field}: `}
                <bdi>{isWhole(text) ? text : marked(text)}</bdi>
              </Fragment>
            ))}
          </Paragraph>
        )}
        <div className="profile-card-foot">
          <a
            className="profile-card-link"
            href={paths.member(userId)}
            aria-label={`View Full Profile of ${name}`}
          >
            View Full Profile
          </a>
          {profile.takesRequests
            ? (
              <a
                className="profile-card-connect"
                href={paths.askForHelp(userId)}
                aria-label={`Connect with ${name}`}
              >
                Connect
              </a>
            )
            : isMentor && (
              <Paragraph className="profile-card-closed">Not taking requests right now</Paragraph>
            )}
          {contacts.length > 0 && (
            <div className="profile-card-contact">
              <Paragraph>Quick Contact:</Paragraph>
              <ul className="profile-card-ways" role="list">
                {contacts.map((kind, at) => (
                  <li key={at}>
                    <ContactIcon
                      kind={kind}
                      name={name}
                      href={paths.memberContacts(userId)}
                      onClick={(event) => handleContact(event, userId, kind)}
                    />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </article>
    </Card>
  );
}, isSameCard);

/** Compares by value, since each answer has new objects, mostly for people who are shown already. */
function isSameCard(one: ProfileCardProps, other: ProfileCardProps): boolean {
  return one.since === other.since && isSame(one.profile, other.profile) &&
    isSame(one.match, other.match) &&
    isSame(one.ticked, other.ticked);
}

function isSame(one: object | undefined, other: object | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A plain click fetches this contact and opens it. Any other kind of click opens the profile. */
async function handleContact(
  event: MouseEvent<HTMLAnchorElement>,
  memberId: string,
  kind: ContactField,
): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const link = event.currentTarget;
  // The card may show another person by the time the answer arrives.
  const { href } = link;
  if (link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const tab = isWebLink(kind) ? open("", "_blank") : null;
  if (tab !== null) tab.opener = null;
  try {
    const { followContact } = await import("../profile/follow-contact.ts");
    await followContact(memberId, kind, tab);
  } catch {
    tab?.close();
    goTo(href);
  }
  link.removeAttribute("aria-busy");
}
