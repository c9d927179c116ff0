import { Refusing } from "../../../api/contract/program.ts";
import { Problem } from "../../../api/problems.ts";
import type { Decision } from "../../../api/program/decision.ts";
import type { Program } from "../../../api/program/program.ts";
import type { MemberEnv } from "../../page-env.ts";
import { checked } from "../connections/read-texts.ts";

export const decisionNames = ["memberId", "does", "seen", "role", "words"] as const;

const doneWords: Readonly<Record<Decision["is"], string>> = {
  accept: "Approved",
  refuse: "Declined",
  "confirm-cadre": "Staff access given",
  "unconfirm-cadre": "Staff access removed",
  "grant-cadre": "Staff access given",
  "take-cadre": "Cadre role removed",
  "close-asking": "They can't ask for help now",
  "open-asking": "They can ask for help again",
};

/** Carries out a form that decides about a person. @returns What was done, as a toast for staff. */
export async function decide(
  program: Program,
  { member: { memberId }, origin }: Pick<MemberEnv["Variables"], "member" | "origin">,
  personId: string,
  texts: Readonly<Record<string, string>>,
): Promise<string> {
  const decision = decisionIn(texts);
  await program.decide(memberId, personId, decision, origin);
  return decision.is === "refuse" && decision.seen === "in" ? "Refused" : doneWords[decision.is];
}

function decisionIn(
  { does, seen, role, words = "" }: Readonly<Record<string, string>>,
): Decision {
  switch (does) {
    case "accept":
      return { is: "accept", seen: seen === "refused" || seen === "in" ? seen : "waiting" };
    case "refuse": {
      const refusing = checked(Refusing, { words, seen: seen === "in" ? seen : "waiting" });
      return { is: "refuse", words: refusing.words || null, seen: refusing.seen };
    }
    case "take-cadre":
      if (role !== "alumni" && role !== "cadet") {
        throw new Problem(400, "Choose their new role");
      }
      return { is: "take-cadre", role };
    case "confirm-cadre":
    case "unconfirm-cadre":
    case "grant-cadre":
    case "close-asking":
    case "open-asking":
      return { is: does };
    default:
      throw new Problem(400, "Choose what to do");
  }
}
