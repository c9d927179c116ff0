import type { ProgramCommand } from "../../events/members/commands.ts";

type OfStaff<C> = C extends { readonly type: "Admit" | "Suspend" | "Unsuspend" } ? never
  : Omit<C, "by" | "remainingStaffId">;

/** What staff decide about a person. `seen` is what the person was when staff decided; without it, what they are now. */
export type Decision = OfStaff<ProgramCommand> | {
  readonly type: "Admit";
  readonly seen?: "waiting" | "refused" | "in" | undefined;
};

/** Whether the password must have been given lately: someone may have found a browser signed in. */
export function needsPassword(decision: Decision): boolean {
  return decision.type === "Refuse" ? decision.seen === "in" : decision.type.endsWith("Cadre");
}
