import { Badge } from "@radix-ui/themes";
import { Refusing, type WaitingPerson } from "../../../api/contract/program.ts";
import { textLimits } from "../../../events/connections/limits.ts";
import { ActionButton } from "../../forms/action-form.tsx";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { TextArea } from "../../ui/fields/field.tsx";
import { Problem } from "../../../api/contract/problem.ts";
import type { Decision } from "../../../api/features/program/decision.ts";
import type { Decisions } from "../../../api/features/program/decisions.ts";
import type { MemberEnv } from "../../page-env.ts";
import { checked } from "../form.ts";

interface DecisionProps {
  readonly does: "accept" | "confirm-cadre";
  readonly label: string;
  readonly of: Pick<WaitingPerson, "id" | "firstName" | "lastName">;
  /** The person's state when the page was rendered. */
  readonly seen?: "waiting" | "refused";
}

export function Decision({ does, label, of, seen }: DecisionProps) {
  return (
    <ActionButton
      action={pagePaths.programPeople()}
      hidden={{ memberId: of.id, seen }}
      does={does}
      label={label}
      about={fullName(of)}
      size={seen === "waiting" ? "3" : "2"}
    />
  );
}

/** Leads to the question whether to remove someone's staff access. */
export function RemoveStaffAccess(
  { id, firstName, lastName }: Pick<WaitingPerson, "id" | "firstName" | "lastName">,
) {
  return (
    <ButtonLink
      href={pagePaths.removeStaffAccess(id)}
      aria-label={`Remove staff access: ${fullName({ firstName, lastName })}`}
      size="2"
      variant="outline"
    >
      Remove staff access
    </ButtonLink>
  );
}

/** Message to a person whom staff decline. */
export function RefusalMessage() {
  return (
    <TextArea
      label="Message to them (optional)"
      name="words"
      rows={3}
      maxLength={textLimits.staff}
      hint={`Up to ${textLimits.staff} characters. We'll email it to them.`}
    />
  );
}

export function Address({ email, emailVerified }: Pick<WaitingPerson, "email" | "emailVerified">) {
  return (
    <>
      <span className="program-address as-written">{email}</span>
      {emailVerified
        ? <Badge color="green">Address confirmed</Badge>
        : <Badge color="amber">Address not confirmed</Badge>}
    </>
  );
}

export const decisionNames = ["memberId", "does", "seen", "role", "words"] as const;

const doneWords: Readonly<Record<Decision["type"], string>> = {
  Admit: "Approved",
  Refuse: "Declined",
  ConfirmCadre: "Staff access given",
  UnconfirmCadre: "Staff access removed",
  GrantCadre: "Staff access given",
  TakeCadre: "Cadre role removed",
  Suspend: "Account suspended",
  Unsuspend: "Account restored",
  RecordDeath: "Death recorded",
  UndoDeath: "Recorded death undone",
  CloseAsking: "They can't ask for help now",
  OpenAsking: "They can ask for help again",
};

/** Runs a form that decides about a person. @returns A toast for staff. */
export async function decide(
  decisions: Pick<Decisions, "decide">,
  { member: { memberId }, origin }: Pick<MemberEnv["Variables"], "member" | "origin">,
  personId: string,
  texts: Readonly<Record<string, string>>,
): Promise<string> {
  const decision = decisionIn(texts);
  await decisions.decide(memberId, personId, decision, origin);
  return doneWords[decision.type];
}

/** Decisions whose form needs only their name. */
const plainDecisions = {
  "confirm-cadre": "ConfirmCadre",
  "unconfirm-cadre": "UnconfirmCadre",
  "grant-cadre": "GrantCadre",
  suspend: "Suspend",
  unsuspend: "Unsuspend",
  "record-death": "RecordDeath",
  "undo-death": "UndoDeath",
  "close-asking": "CloseAsking",
  "open-asking": "OpenAsking",
} as const;

function decisionIn(
  { does = "", seen, role, words = "" }: Readonly<Record<string, string>>,
): Decision {
  switch (does) {
    case "accept":
      return { type: "Admit", seen: seen === "refused" || seen === "in" ? seen : "waiting" };
    case "refuse": {
      const refusing = checked(Refusing, { words, seen: seen === "in" ? seen : "waiting" });
      return { type: "Refuse", words: refusing.words || null, seen: refusing.seen };
    }
    case "take-cadre":
      if (role === "alumni" || role === "cadet") return { type: "TakeCadre", role };
      throw new Problem(400, "Choose their new role");
    default:
      if (!Object.hasOwn(plainDecisions, does)) throw new Problem(400, "Choose what to do");
      return { type: plainDecisions[does as keyof typeof plainDecisions] };
  }
}
