/** The tabs of one's own profile, in order. */
export const profileTabs = ["about", "experience", "help-topics", "privacy"] as const;
export type ProfileTab = (typeof profileTabs)[number];

export const tabLabels: Readonly<Record<ProfileTab, string>> = {
  about: "About",
  experience: "Experience",
  "help-topics": "Help Topics",
  privacy: "Privacy",
};

/** Reads the tab from an address; the first one by default. */
export function readTab(text: string | null | undefined): ProfileTab {
  return profileTabs.find((tab) => tab === text) ?? "about";
}
