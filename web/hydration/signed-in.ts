import { calls } from "../paths.ts";
import { getJson, isSessionOver } from "./calls.ts";
import { tryStorage } from "./storage.ts";

const key = "member";

/**
 * Loads a page anew that the browser kept for Back, if its member has logged out since, or its visitor has logged in:
 * members' pages are never stored, but may be kept as they were; those of visitors are stored.
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

/** In this tab, which showed a member's page last. */
function rememberMember(): void {
  tryStorage(() => sessionStorage.setItem(key, "yes"));
}

function checkVisitor(isReturning: boolean): void {
  if (isReturning && tryStorage(() => sessionStorage.getItem(key))) location.reload();
  tryStorage(() => sessionStorage.removeItem(key));
}
