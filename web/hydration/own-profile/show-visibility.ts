import { audience, visibilityWords } from "../../islands/profile/shared-switches.ts";

/** Shows everywhere on the page whether the profile is visible: no one sees the shared fields of a hidden one. */
export function showVisibility(root: HTMLElement): void {
  const input = root.querySelector<HTMLInputElement>("[data-saves=isVisible]");
  if (input === null) return;
  const state = input.checked ? "on" : "off";
  const label = input.parentElement?.querySelector(".switch-label");
  if (label) label.textContent = visibilityWords[state];
  const note = root.querySelector<HTMLElement>(".own-profile-note");
  if (note) note.hidden = input.checked;
  const switches = root.querySelector(".own-profile-switches");
  switches?.classList.toggle("own-profile-hidden", !input.checked);
  for (const meaning of switches?.querySelectorAll(".switch-meaning-on") ?? []) {
    meaning.textContent = audience[state];
  }
}
