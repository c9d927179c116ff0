import type { ReactNode } from "react";
import type { RosterState } from "../../../../api/contract/program.ts";
import type { RosterPerson } from "../../../../api/features/program/roster.ts";
import { roles, roleTraits } from "../../../../events/vocabulary.ts";
import { initials } from "../../../islands/profile/display.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";

type Tone = NonNullable<Parameters<typeof Badge>[0]["tone"]>;

export const states: Readonly<
  Record<RosterState, { readonly tone: Tone; readonly label: string }>
> = {
  in: { tone: "green", label: "Member" },
  waiting: { tone: "amber", label: "Waiting" },
  invited: { tone: "amber", label: "Invited" },
  refused: { tone: "red", label: "Declined" },
  suspended: { tone: "red", label: "Suspended" },
  died: { tone: "gray", label: "Deceased" },
  "asking closed": { tone: "red", label: "Can't ask for help" },
};

export const roleChoices = [
  ...roles.map((value) => ({ value, label: roleTraits[value].label })),
  { value: "none", label: "No role yet" },
];

interface WhoProps {
  readonly person: RosterPerson;
  /** Their name, as a heading. */
  readonly children: ReactNode;
}

export function Who({ person, children }: WhoProps) {
  const { role, state, isStaff, isAskingClosed } = person;
  return (
    <>
      <Avatar initials={initials(person)} id={person.id} />
      <div className="stack gap-1 breakable">
        {children}
        <p className="row">
          <span className="note">
            {role === null ? "No role yet" : roleTraits[role].label}
          </span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          {isStaff && <Badge tone="green">Staff</Badge>}
          {role === "cadre" && !isStaff && <Badge tone="amber">Not staff yet</Badge>}
          {isAskingClosed && (
            <Badge tone={states["asking closed"].tone}>{states["asking closed"].label}</Badge>
          )}
        </p>
      </div>
    </>
  );
}
