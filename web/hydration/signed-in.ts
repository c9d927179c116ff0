import { calls } from "../paths.ts";
import { getJson, isSessionOver } from "./calls.ts";
import { tryStorage } from "./storage.ts";

const key = "member";

/**
 * Reloads a page restored by going back, if its member has logged out since, or its visitor has
 * logged in. Members' pages aren't cached, but may be in the browser's back/forward cache.
 * Visitors' pages are in the HTTP cache, too.
 */
export function startSignedInCheck(): void {
  const isOfMember = document.documentElement.dataset.member !== undefined;
  const [entry] = performance.getEntriesByType("navigation");
  const isReturning = (entry as PerformanceNavigationTiming | undefined)?.type === "back_forward";
  if (isOfMember) rememberMember();
  else checkVisitor(isReturning);
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (!isOfMember) return checkVisitor(true);
    getJson(calls.user).catch((error) => isSessionOver(error) && location.reload());
  });
}

/** Stores the last member shown in this tab. */
function rememberMember(): void {
  tryStorage(() => sessionStorage.setItem(key, "yes"));
}

function checkVisitor(isReturning: boolean): void {
  if (isReturning && tryStorage(() => sessionStorage.getItem(key))) location.reload();
  tryStorage(() => sessionStorage.removeItem(key));
}
