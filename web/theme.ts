/**
 * Light or dark: stored in local storage under `theme`, which decides, and mirrored in a cookie, so
 * that the server renders the right one.
 *
 * @module
 */

import { tryStorage } from "./hydration/storage.ts";

export type Theme = "light" | "dark";

/**
 * Runs in the head, before first paint. Written as text, since it is in the page itself; the
 * names are those of `setTheme`.
 */
export const earlyThemeScript = `try{var t=localStorage.getItem("theme");` +
  `if(t==="dark"||t==="light")document.documentElement.classList.toggle("dark",t==="dark")` +
  `}catch(e){}`;

/** One year, about as long as browsers store a cookie. */
export const themeCookieSeconds = 31_536_000;

/** Lets the header's button switch without a round trip; without script it is a form that posts. */
export function startThemeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-theme-toggle]");
  const isDark = () => document.documentElement.classList.contains("dark");
  const tell = () => button?.setAttribute("aria-pressed", String(isDark()));
  // Where storage is turned off, the cookie may still work, and this page does anyway.
  if (tryStorage(() => localStorage.getItem("theme")) != null) mirror(isDark() ? "dark" : "light");
  tell();
  button?.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const theme = isDark() ? "light" : "dark";
    document.documentElement.classList.toggle("dark", theme === "dark");
    tryStorage(() => localStorage.setItem("theme", theme));
    mirror(theme);
    tell();
  });
}

function mirror(theme: Theme): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${themeCookieSeconds}; samesite=lax${secure}`;
}
