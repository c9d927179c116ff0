/**
 * One's own profile: what script adds to the page, which works without it. No React, so that tabs and switches answer
 * to the first touch.
 */
import { startSwitches } from "./switches.ts";
import { startTabs } from "./tabs.ts";

/** @param root One's own profile, or the one switch of it that is on another page. */
export function startOwnProfile(root: HTMLElement): void {
  const tabs = root.querySelector<HTMLElement>(".tabs-list");
  if (tabs) startTabs(tabs);
  startSwitches(root);
  root.dataset.ready = "";
}
