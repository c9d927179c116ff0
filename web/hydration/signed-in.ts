import { calls } from "../paths.ts";
import { getJson, isSessionOver } from "./calls.ts";

/** Loads a page anew that the browser kept for Back, if its member has logged out since. */
export function startSignedInCheck(): void {
  if (document.documentElement.dataset.member === undefined) return;
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    getJson(calls.user).catch((error) => isSessionOver(error) && location.reload());
  });
}
