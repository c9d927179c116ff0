import { Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { classText, specialtyText } from "../../islands/profile/display.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { BriefcaseIcon, CapIcon } from "../../ui/icons.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { PrivacyPanel } from "./privacy-panel.tsx";

interface OwnProfileTabsProps {
  readonly profile: OwnProfile;
  readonly tab: ProfileTab;
  readonly program: string;
}

/** The viewer's own profile. Each tab is a page. */
export function OwnProfileTabs({ profile, tab, program }: OwnProfileTabsProps) {
  const panels = {
    about: <AboutPanel profile={profile} />,
    experience: <ExperiencePanel profile={profile} program={program} />,
    "help-topics": <HelpTopicsPanel profile={profile} />,
    privacy: <PrivacyPanel {...profile} />,
  };
  return (
    <>
      <TabLinks
        label="Your profile"
        links={profileTabs.map((name) => [addressOf(name), labels[name]])}
        current={addressOf(tab)}
      />
      {panels[tab]}
    </>
  );
}

const addressOf = (tab: ProfileTab) => `${paths.profile()}?tab=${tab}`;

const labels = {
  about: "About",
  experience: "Experience",
  "help-topics": "Help Topics",
  privacy: "Privacy",
} as const;
export type ProfileTab = keyof typeof labels;
const profileTabs = Object.keys(labels) as ProfileTab[];

/** Reads the tab from an address; the first one by default. */
export function readTab(text: string | null | undefined): ProfileTab {
  return profileTabs.find((tab) => tab === text) ?? "about";
}

interface PanelProps {
  readonly profile: OwnProfile;
}

function AboutPanel({ profile }: PanelProps) {
  return (
    <Card className="stack gap-4">
      <Heading as="h2" size="4">About</Heading>
      <Text as="p" className="profile-bio">{profile.bio ?? "No bio provided yet."}</Text>
      {profile.helpTopics.length > 0 && <TagList label="Help topics" tags={profile.helpTopics} />}
    </Card>
  );
}

function ExperiencePanel({ profile, program }: PanelProps & { readonly program: string }) {
  const { jobTitle, company, location, dutyStatus, armySchools, previousPositions } = profile;
  return (
    <>
      <Card className="stack gap-4">
        <Heading as="h2" size="4">Experience</Heading>
        <Entry icon={<BriefcaseIcon />} title={jobTitle ?? "Current Position"}>
          <Text as="p">{company ?? "Company"}</Text>
          <Text as="p">{location ?? "Location"}</Text>
        </Entry>
        <Entry icon={<CapIcon />} title={`${program} Army ROTC`}>
          <Text as="p">{classText(profile)}</Text>
          <Text as="p">{specialtyText(profile)}</Text>
          {dutyStatus && <Text as="p">{dutyStatus}</Text>}
        </Entry>
      </Card>
      <TagsCard title="Army Schools & Training" tags={armySchools} />
      <TagsCard title="Previous Positions" tags={previousPositions} />
    </>
  );
}

function HelpTopicsPanel({ profile }: PanelProps) {
  return (
    <Card className="stack gap-4">
      <Heading as="h2" size="4">Help Topics I Can Assist With</Heading>
      {profile.helpTopics.length > 0
        ? <TagList tags={profile.helpTopics} />
        : <Text as="p" color="gray">No help topics selected yet.</Text>}
    </Card>
  );
}

interface EntryProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Entry({ icon, title, children }: EntryProps) {
  return (
    <div className="own-profile-entry beside">
      <span className="own-profile-entry-icon">{icon}</span>
      <div className="breakable">
        <Heading as="h3" size="3">{title}</Heading>
        {children}
      </div>
    </div>
  );
}

interface TagsCardProps {
  readonly title: string;
  readonly tags: readonly string[];
}

function TagsCard({ title, tags }: TagsCardProps) {
  if (tags.length === 0) return null;
  return (
    <Card className="stack gap-4">
      <Heading as="h2" size="4">{title}</Heading>
      <TagList tags={tags} />
    </Card>
  );
}
