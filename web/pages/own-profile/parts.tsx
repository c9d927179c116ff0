import { Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { OwnProfile as OwnProfileAnswer } from "../../../api/contract/profile.ts";
import { contactField, contactOrder } from "../../../events/members/contact-fields.ts";
import type { PrivacySwitch } from "../../../events/vocabulary.ts";
import { Island } from "../../islands/island.tsx";
import { OwnProfile, type PartAudience } from "../../islands/own-profile/own-profile.tsx";
import { classText } from "../../islands/profile/display.ts";
import { fieldId } from "../../islands/profile-form/words.ts";
import { PencilIcon, PlusIcon } from "../../ui/icons.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ContactCard } from "../profile/contact-card.tsx";
import { DetailsCard, ProfileCard, TagsCard } from "../profile/details-card.tsx";
import { Columns, Positions, written } from "../profile/view.tsx";
import { formAt, formSectionAt } from "./missing.ts";
import { pagePaths, paths } from "../../paths.ts";
import { type AskState, askStateText } from "../mentoring/ask-state.tsx";

interface PartsProps {
  readonly profile: OwnProfileAnswer;
  readonly isAdmitted: boolean;
  readonly program: string;
  /** Whether cadets can ask them for help; absent for members who can't be asked. */
  readonly asks: AskState | undefined;
}

/**
 * The parts of a member's own profile as others see them. Each says who sees it, and links to its
 * section of the form.
 */
export function Parts({ profile, isAdmitted, program, asks }: PartsProps) {
  const { bio, helpTopics, expertise, armySchools, previousPositions } = profile;
  const { company, jobTitle, industry, location, formerName } = profile;
  const hasWork = Boolean(company || jobTitle || industry || location);
  const sees = (id: string, switches: readonly PrivacySwitch[] = [], isOfSwitches = false) => (
    <WhoSees {...{ profile, isAdmitted, id, part: { switches, isOfSwitches } }} />
  );
  return (
    <>
      <ProfileCard
        title="About"
        id="about"
        action={<EditLink section="Current Information" what="About" isNew={!bio} />}
        footer={bio && sees("bio")}
      >
        {bio
          ? <Text as="p" dir="auto" className="profile-bio">{bio}</Text>
          : <Text as="p" color="gray">No bio provided yet.</Text>}
      </ProfileCard>
      <Columns>
        <ProfileCard
          title="Help Topics I Can Assist With"
          id="help-topics"
          action={
            <EditLink section="Help Topics" what="Help Topics" isNew={helpTopics.length === 0} />
          }
          footer={helpTopics.length > 0 && sees("topics", ["helpTopics"], true)}
        >
          {helpTopics.length > 0
            ? <TagList label="Help topics" tags={helpTopics} />
            : <Text as="p" color="gray">No help topics selected yet.</Text>}
          {asks && (
            <Text as="p" size="2">
              {askStateText(asks)} <Link href={pagePaths.mentoring()}>Mentoring settings</Link>
            </Text>
          )}
        </ProfileCard>
        <TagsCard
          title="Areas of Expertise"
          tags={expertise}
          show={written}
          action={<EditLink section="Current Information" what="Areas of Expertise" />}
          footer={sees("expertise", ["helpTopics"], true)}
        />
        <DetailsCard
          title="Professional Information"
          id="experience"
          action={
            <EditLink
              section="Current Information"
              what="Professional Information"
              isNew={!hasWork}
            />
          }
          details={[
            ["Industry", written(industry)],
            ["Company", written(company)],
            ["Job Title", written(jobTitle)],
            ["Location", written(location)],
          ]}
          footer={
            <>
              <AddLinks
                links={[
                  ...missing(jobTitle, "Current Position", fieldId("jobTitle")),
                  ...missing(company, "Company", fieldId("company")),
                  ...missing(location, "Location", fieldId("location")),
                  ...missing(industry, "Industry", fieldId("industry")),
                ]}
              />
              {hasWork && sees(
                "work",
                [
                  ...industry ? ["industry"] as const : [],
                  ...location ? ["location"] as const : [],
                ],
                !company && !jobTitle,
              )}
            </>
          }
        />
        <DetailsCard
          title="Military Background"
          action={<EditLink section="Military Background" what="Military Background" />}
          details={[
            [`${program} Army ROTC`, classText(profile)],
            ["Branch", profile.armyBranch],
            ["MOS", written(profile.mos)],
            ["Rank", profile.rank],
            ["Duty Status", profile.dutyStatus],
          ]}
          footer={sees("service", ["specialty", "classYear"])}
        />
        <TagsCard
          title="Army Schools & Training"
          tags={armySchools}
          show={written}
          action={<EditLink section="Army Schools" what="Army Schools & Training" />}
          footer={sees("schools")}
        />
        <TagsCard
          title="Previous Positions"
          tags={previousPositions}
          action={<EditLink section="Previous Positions" what="Previous Positions" />}
          footer={sees("positions")}
        >
          <Positions of={previousPositions} />
        </TagsCard>
        {formerName && (
          <ProfileCard
            title="Former Name"
            action={<EditLink section="Former Name" what="Former Name" />}
            footer={sees("former-name", ["formerName"], true)}
          >
            <Text as="p" dir="auto">{formerName}</Text>
          </ProfileCard>
        )}
      </Columns>
      <AddLinks
        className="own-profile-more"
        links={[
          ...missing(expertise.length, "Areas of Expertise", fieldId("expertise")),
          ...missing(armySchools.length, "Army Schools & Training", fieldId("armySchools")),
          ...missing(previousPositions.length, "Previous Positions", fieldId("previousPositions")),
          ...missing(formerName, "Former Name", fieldId("formerName")),
        ]}
      />
    </>
  );
}

/** Contacts, each with who sees it. */
export function OwnContacts({ profile, isAdmitted }: Pick<PartsProps, "profile" | "isAdmitted">) {
  const { contactAudiences } = profile;
  return (
    <ContactCard
      profile={profile}
      isOwner
      back={paths.profile()}
      renderAudience={(name) => (
        <WhoSees
          {...{ profile, isAdmitted }}
          id={name}
          part={{ audience: contactAudiences[name] }}
        />
      )}
      action={<EditLink section="Contact Information" what="Contact Information" />}
      footer={
        <AddLinks
          links={contactOrder.flatMap((name) =>
            missing(profile[name], contactField[name].contact.term, fieldId(name))
          )}
        />
      }
    />
  );
}

interface WhoSeesProps extends Pick<PartsProps, "profile" | "isAdmitted"> {
  /** Id of the island. */
  readonly id: string;
  readonly part: PartAudience;
}

function WhoSees({ profile: { isVisible, sharedFields }, isAdmitted, id, part }: WhoSeesProps) {
  return (
    <div className="who-sees-line row">
      <Island
        name="own-profile"
        id={`sees-${id}`}
        of={OwnProfile}
        props={{ shows: part, saved: { isVisible, sharedFields }, isAdmitted }}
      />
      {part.switches !== undefined && part.switches.length > 0 && (
        <Link href="#privacy" size="2">
          Change <span className="visually-hidden">who sees this</span>
        </Link>
      )}
    </div>
  );
}

interface EditLinkProps {
  /** Section of the form. */
  readonly section: string;
  /** Text for assistive technology. */
  readonly what: string;
  readonly isNew?: boolean;
}

function EditLink({ section, what, isNew = false }: EditLinkProps) {
  return (
    <FormLink href={formSectionAt(section)} what={what}>
      {isNew ? <PlusIcon /> : <PencilIcon />}
      {isNew ? "Add" : "Edit"}
    </FormLink>
  );
}

interface FormLinkProps {
  readonly href: string;
  readonly what: string;
  readonly children: ReactNode;
}

export function FormLink({ href, what, children }: FormLinkProps) {
  return (
    <Link href={href} className="own-profile-edit" size="2">
      {children}
      <span className="visually-hidden">{` ${what}`}</span>
    </Link>
  );
}

type AddLink = readonly [label: string, href: string];

interface AddLinksProps {
  readonly links: readonly AddLink[];
  readonly className?: string;
}

/** Links to add empty parts, which others don't see. */
function AddLinks({ links, className }: AddLinksProps) {
  if (links.length === 0) return null;
  return (
    <div className={`own-profile-add row gap-2 small ${className ?? ""}`}>
      <span className="quiet">Add:</span>
      <ul className="row gap-2" role="list" aria-label="Add to your profile">
        {links.map(([label, href]) => (
          <li key={label}>
            <Link href={href}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link to the field, if it is empty. */
function missing(value: string | number | null, label: string, id: string): AddLink[] {
  return value ? [] : [[label, formAt(id)]];
}
