import type { ProgramCommand } from "../../../events/members/commands.ts";

type OfStaff<C> = C extends { readonly type: "Admit" } ? never : Omit<C, "remainingStaffId">;

/** Staff's decision about a person. `seen` is the person's state when staff decided; now by default. */
export type Decision = OfStaff<ProgramCommand> | {
  readonly type: "Admit";
  readonly seen?: "waiting" | "refused" | "in" | undefined;
};

/** Whether it requires a recent password check: someone may have found a signed-in browser. */
export function needsPassword(decision: Decision): boolean {
  return decision.type === "Refuse" ? decision.seen === "in" : /(Cadre|Suspend|suspend|Death)$/
    .test(decision.type);
}

/** Whether it keeps the person from signing in. Staff can't decide such things about themselves. */
export function isLocking({ type }: Decision): boolean {
  return type === "Suspend" || type === "RecordDeath";
}
