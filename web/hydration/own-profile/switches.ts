import type { OwnProfile } from "../../../api/contract/profile.ts";
import {
  audience,
  type ProfileSwitch,
  visibilityWords,
} from "../../islands/profile/shared-switches.ts";
import { calls } from "../../paths.ts";
import { toastFailure } from "../../toasts/toasts.ts";
import { getJson, send, ServerAway } from "../calls.ts";

/**
 * Switches of one's own profile: each is saved when it is pressed. It changes at once, and goes back, with a word about
 * it, when it couldn't be saved.
 */

export function startSwitches(root: HTMLElement): void {
  const switches = [...root.querySelectorAll<HTMLInputElement>("[data-saves]")];
  /** How many changes are not answered yet: an earlier answer does not undo them. */
  let pending = 0;
  // One save after the other, so that the last one wins on the server, too.
  let saving = Promise.resolve();

  for (const input of switches) {
    input.addEventListener("change", () => change(input));
    // It may have been pressed before the script was there.
    if (input.checked !== input.defaultChecked) change(input);
  }

  function change(input: HTMLInputElement): void {
    const isOn = input.checked;
    pending += 1;
    tell(input, "Saving...");
    showVisibility(root);
    saving = saving.then(() => save(input, isOn)).then(() => {
      pending -= 1;
      show();
    });
  }

  async function save(input: HTMLInputElement, isOn: boolean): Promise<void> {
    const name = nameOf(input);
    const body = name === "isVisible" ? { isVisible: isOn } : { sharedFields: { [name]: isOn } };
    try {
      setSaved(await send<OwnProfile>("PATCH", calls.profile, body));
      tell(input, "Saved");
    } catch (error) {
      toastFailure("Error", error, "Your change couldn't be saved");
      if (error instanceof ServerAway) await askAgain(input, isOn);
      else tell(input, "Not saved");
    }
  }

  /** Perhaps it was saved, and only the answer got lost. */
  async function askAgain(input: HTMLInputElement, isOn: boolean): Promise<void> {
    tell(input, "Loading profile...");
    try {
      setSaved(await getJson(calls.ownProfile) as OwnProfile);
      tell(input, input.defaultChecked === isOn ? "Saved" : "Not saved");
    } catch {
      tell(input, "Not saved: no connection");
      addEventListener("online", () => void askAgain(input, isOn).then(show), { once: true });
    }
  }

  /** A switch's default is what is saved. */
  function setSaved(profile: OwnProfile): void {
    for (const input of switches) {
      const { checked } = input;
      const name = nameOf(input);
      input.defaultChecked = name === "isVisible" ? profile.isVisible : profile.sharedFields[name];
      input.checked = checked;
    }
  }

  function show(): void {
    if (pending > 0) return;
    for (const input of switches) input.checked = input.defaultChecked;
    showVisibility(root);
  }
}

const nameOf = (input: HTMLInputElement) => input.dataset.saves as ProfileSwitch;

function tell(input: HTMLInputElement, word: string): void {
  const news = input.parentElement?.querySelector(".switch-news");
  if (news) news.textContent = word;
}

/** Shows everywhere on the page whether the profile is visible: no one sees the shared fields of a hidden one. */
function showVisibility(root: HTMLElement): void {
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
