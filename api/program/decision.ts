import type { ProgramCommand } from "../../events/members/commands.ts";

type OfStaff<C> = C extends { readonly type: "Admit" | "Suspend" | "Unsuspend" } ? never
  : Omit<C, "by" | "remainingStaffId">;

/** Staff's decision about a person. `seen` is the person's state then; now by default. */
export type Decision = OfStaff<ProgramCommand> | {
  readonly type: "Admit";
  readonly seen?: "waiting" | "refused" | "in" | undefined;
};

/** Whether it requires a recent password check: someone may have found a browser signed in. */
export function needsPassword(decision: Decision): boolean {
  return decision.type === "Refuse" ? decision.seen === "in" : decision.type.endsWith("Cadre");
}
