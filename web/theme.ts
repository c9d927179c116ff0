/**
 * Light or dark theme: stored in local storage under `theme`, which takes priority, and mirrored in
 * a cookie, so that the server renders the right one.
 * @module
 */

import { atomWithStorage } from "jotai/vanilla/utils";
import { store, tryStorage } from "./hydration/storage.ts";

export type Theme = "light" | "dark";

/** Runs in the head, before the first paint. A string, since it is written into the page. */
export const earlyThemeScript = `try{var t=localStorage.getItem("theme");` +
  `if(t==="dark"||t==="light")document.documentElement.classList.toggle("dark",t==="dark")` +
  `}catch(e){}`;

/** One year, about as long as browsers store a cookie. */
export const themeCookieSeconds = 31_536_000;

const themeIn = (text: string | null | undefined): Theme | undefined =>
  text === "dark" || text === "light" ? text : undefined;

/** The theme chosen in this browser, here or in another tab; `undefined` before that. */
export const themeAtom = atomWithStorage<Theme | undefined>("theme", undefined, {
  // A word rather than JSON, since the script in the head reads it, too.
  getItem: (key) => themeIn(tryStorage(() => localStorage.getItem(key))),
  setItem: (key, theme) => tryStorage(() => localStorage.setItem(key, theme ?? "")),
  removeItem: (key) => tryStorage(() => localStorage.removeItem(key)),
  subscribe(key, follow) {
    const handle = (event: StorageEvent) => event.key === key && follow(themeIn(event.newValue));
    addEventListener("storage", handle);
    return () => removeEventListener("storage", handle);
  },
});

/** Lets the header's button switch without a request. Without script it is a form that posts. */
export function startThemeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-theme-toggle]");
  const { classList } = document.documentElement;
  const show = () => {
    const theme = store.get(themeAtom);
    if (theme) {
      classList.toggle("dark", theme === "dark");
      mirror(theme);
    }
    button?.setAttribute("aria-pressed", String(classList.contains("dark")));
  };
  store.sub(themeAtom, show);
  show();
  button?.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    store.set(themeAtom, classList.contains("dark") ? "light" : "dark");
  });
}

function mirror(theme: Theme): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${themeCookieSeconds}; samesite=lax${secure}`;
}
