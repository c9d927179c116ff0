import type { ProgramCommand } from "../../events/members/commands.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { doorOf } from "./roster.ts";

/** What staff decide about a person. `seen` is what the person was when staff decided; without it, what they are now. */
export type Decision =
  | { readonly is: "accept"; readonly seen?: "waiting" | "refused" | "in" | undefined }
  /** Declines an applicant, or refuses someone who is in: they see no one, and no one sees them. */
  | {
    readonly is: "refuse";
    readonly words: string | null;
    readonly seen?: "waiting" | "in" | undefined;
  }
  | { readonly is: "grant-cadre" }
  | { readonly is: "take-cadre"; readonly role: "alumni" | "cadet" }
  | { readonly is: "confirm-cadre" | "unconfirm-cadre" }
  /** Stops someone from asking others for help, and withdraws their open requests. */
  | { readonly is: "close-asking" }
  | { readonly is: "open-asking" };

/** Whether the password must have been given lately: someone may have found a browser signed in. */
export function needsPassword(decision: Decision): boolean {
  if (decision.is === "refuse") return decision.seen === "in";
  return decision.is.endsWith("cadre");
}

/** @param remainingStaffId Someone who is staff afterwards; `null` for no one. */
export async function commandFor(
  decision: Decision,
  person: MemberRecord,
  remainingStaffId: () => Promise<string | null>,
): Promise<ProgramCommand> {
  const by = "staff";
  switch (decision.is) {
    case "accept":
      return { type: "Admit", by, seen: decision.seen ?? doorOf(person) };
    case "refuse":
      return { type: "Refuse", by, words: decision.words, seen: decision.seen };
    case "grant-cadre":
      return { type: "GrantCadre", by };
    case "take-cadre": {
      const { role } = decision;
      return { type: "TakeCadre", by, role, remainingStaffId: await remainingStaffId() };
    }
    case "confirm-cadre":
      return { type: "ConfirmCadre", by };
    case "unconfirm-cadre":
      return { type: "UnconfirmCadre", by, remainingStaffId: await remainingStaffId() };
    case "close-asking":
      return { type: "CloseAsking", by };
    case "open-asking":
      return { type: "OpenAsking", by };
  }
}
