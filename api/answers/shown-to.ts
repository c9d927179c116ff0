import type { MemberRecord } from "../../events/members/record.ts";
import { isAdmitted, isStaff } from "../../events/program/admission.ts";

declare const isShown: unique symbol;

/** What a viewer may see of others. Equal for viewers that all rules treat the same. */
export type Shown = string & { readonly [isShown]: true };

export type AnyViewer = Pick<MemberRecord, "role" | "admission" | "isCadreConfirmed"> | undefined;

/**
 * Only this function makes a `Shown`, so a cached answer only reaches viewers who may see the same.
 * Answers for one member alone, such as a profile with contacts, are never cached.
 */
export function shownTo(viewer: AnyViewer): Shown {
  if (viewer === undefined) return "strangers" as Shown;
  const standing = isStaff(viewer) ? "staff" : isAdmitted(viewer) ? "in" : "not in";
  return `${viewer.role} ${standing}` as Shown;
}
