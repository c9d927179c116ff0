import { Refusing } from "../../../api/contract/program.ts";
import { Problem } from "../../../api/problems.ts";
import type { MemberEnv } from "../../page-env.ts";
import { checked } from "../connections/read-texts.ts";
import type { Program } from "../../../api/program/program.ts";

/** Fields of a form that decides about somebody. */
export const decisionNames = ["memberId", "does", "seen", "role", "words"] as const;

/**
 * Decides about somebody as a form says.
 *
 * @returns What was done, for whoever did it.
 * @throws {Problem} 400 when the form does not say what to do.
 */
export async function decide(
  program: Program,
  { member: { memberId }, origin }: Pick<MemberEnv["Variables"], "member" | "origin">,
  personId: string,
  { does, seen, role, words = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  switch (does) {
    case "accept": {
      const was = seen === "refused" || seen === "in" ? seen : "waiting";
      await program.accept(memberId, personId, origin, was);
      return "Approved";
    }
    case "refuse": {
      const refusing = checked(Refusing, { words, seen: seen === "in" ? seen : "waiting" });
      const decision = { words: refusing.words || null, seen: refusing.seen };
      await program.refuse(memberId, personId, decision, origin);
      return seen === "in" ? "Refused" : "Declined";
    }
    case "confirm-cadre":
      await program.confirmCadre(memberId, personId, origin);
      return "Staff access given";
    case "unconfirm-cadre":
      await program.unconfirmCadre(memberId, personId, origin);
      return "Staff access removed";
    case "grant-cadre":
      await program.grantCadre(memberId, personId, origin);
      return "Staff access given";
    case "take-cadre":
      if (role !== "alumni" && role !== "cadet") {
        throw new Problem(400, "Choose their new role");
      }
      await program.takeCadre(memberId, personId, role, origin);
      return "Cadre role removed";
    case "close-asking":
      await program.closeAsking(memberId, personId, origin);
      return "They can't ask for help now";
    case "open-asking":
      await program.openAsking(memberId, personId, origin);
      return "They can ask for help again";
    default:
      throw new Problem(400, "Choose what to do");
  }
}
