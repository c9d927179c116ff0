import { calls } from "../paths.ts";
import { getJson, isSessionOver } from "./calls.ts";
import { tryStorage } from "./storage.ts";

const key = "member";

/**
 * Reloads a page that going back restored, if its member has logged out since, or its visitor has logged in. Browsers store
 * no page of members, but may have it in their back/forward cache; pages of visitors are in their HTTP cache, too.
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
