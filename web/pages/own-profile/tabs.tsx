import type { OwnProfile } from "../../../api/contract/profile.ts";
import { paths } from "../../paths.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { AboutPanel, ExperiencePanel, HelpTopicsPanel } from "./panels.tsx";
import { PrivacyPanel } from "./privacy-panel.tsx";
import { type ProfileTab, profileTabs, tabLabels } from "./tab-names.ts";

export interface OwnProfileTabsProps {
  readonly profile: OwnProfile;
  readonly tab: ProfileTab;
  /** The program's short name. */
  readonly program: string;
}

/** The viewer's own profile. All tabs are in the page, so that changing them needs no request. */
export function OwnProfileTabs({ profile, tab, program }: OwnProfileTabsProps) {
  const panels = {
    about: <AboutPanel profile={profile} />,
    experience: <ExperiencePanel profile={profile} program={program} />,
    "help-topics": <HelpTopicsPanel profile={profile} />,
    privacy: <PrivacyPanel profile={profile} />,
  };
  const tabs = profileTabs.map((name) => ({
    name,
    label: tabLabels[name],
    href: `${paths.profile()}?tab=${name}`,
    panel: panels[name],
  }));
  return <Tabs label="Your profile" tabs={tabs} selected={tab} />;
}
