import type { MemberRecord } from "../../events/members/record.ts";
import { isAdmitted, isStaff } from "../../events/program/admission.ts";

declare const isShown: unique symbol;

/** What a viewer is shown where it is not their own: the same for two viewers whom every rule treats alike. */
export type Shown = string & { readonly [isShown]: true };

/** Of a viewer, all that rules about lists may ever ask for. */
export type AnyViewer = Pick<MemberRecord, "role" | "admission" | "isCadreConfirmed"> | undefined;

/**
 * Says what a viewer is shown. Nothing else makes a `Shown`, so an answer can be cached for those alone who are
 * treated as its viewer is. What is one member's own, such as a profile with contacts, is never cached.
 */
export function shownTo(viewer: AnyViewer): Shown {
  if (viewer === undefined) return "strangers" as Shown;
  const standing = isStaff(viewer) ? "staff" : isAdmitted(viewer) ? "in" : "not in";
  return `${viewer.role} ${standing}` as Shown;
}
