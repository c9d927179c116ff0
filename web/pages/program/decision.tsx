import type { WaitingPerson } from "../../../api/contract/program.ts";
import { textLimits } from "../../../events/connections/words.ts";
import { ActionButton } from "../../forms/action-form.tsx";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";

interface DecisionProps {
  readonly does: "accept" | "confirm-cadre";
  readonly label: string;
  readonly of: Pick<WaitingPerson, "id" | "firstName" | "lastName">;
  /** Their state when the page was rendered. */
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
      size={seen === "waiting" ? "medium" : "small"}
    />
  );
}

/** Message to a person whom staff decline or refuse. */
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
        ? <Badge tone="green">Address confirmed</Badge>
        : <Badge tone="amber">Address not confirmed</Badge>}
    </>
  );
}
