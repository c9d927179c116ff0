import { useState } from "react";
import { paths } from "../../paths.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AboutPanel, ExperiencePanel, HelpTopicsPanel } from "./panels.tsx";
import { PrivacyPanel } from "./privacy-panel.tsx";
import { type ProfileTab, profileTabs, tabLabels } from "./tabs.ts";
import { useProfileSwitches } from "./use-profile-switches.ts";

export interface OwnProfileTabsProps {
  readonly tab: ProfileTab;
  /** The program's short name. */
  readonly program: string;
}

const tabs = profileTabs.map((name) => ({
  name,
  label: tabLabels[name],
  href: `${paths.profile()}?tab=${name}`,
}));

/** The viewer's own profile, seeded by the page. The address names the tab. */
export function OwnProfileTabs({ tab, program }: OwnProfileTabsProps) {
  const { profile, ...switches } = useProfileSwitches();
  const [selected, setSelected] = useState(tab);
  if (!profile) return <Spinner label="Loading profile..." />;

  function handleSelect(name: ProfileTab) {
    setSelected(name);
    // Reloading stays here; going back leaves the profile, not the tab.
    history.replaceState(null, "", tabs.find((tab) => tab.name === name)?.href);
  }

  return (
    <Tabs label="Your profile" tabs={tabs} selected={selected} onSelect={handleSelect}>
      {selected === "about" && <AboutPanel profile={profile} />}
      {selected === "experience" && <ExperiencePanel profile={profile} program={program} />}
      {selected === "help-topics" && <HelpTopicsPanel profile={profile} />}
      {selected === "privacy" && <PrivacyPanel {...switches} />}
    </Tabs>
  );
}
