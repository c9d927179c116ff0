import { Badge, type BadgeProps, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { RosterState } from "../../../../api/contract/program.ts";
import type { RosterPerson } from "../../../../api/features/program/roster.ts";
import { roles, roleTraits } from "../../../../events/vocabulary.ts";
import { initials } from "../../../islands/profile/display.ts";
import { Avatar } from "../../../ui/avatar.tsx";

export const states: Readonly<
  Record<RosterState, { readonly color: BadgeProps["color"]; readonly label: string }>
> = {
  in: { color: "green", label: "Member" },
  waiting: { color: "amber", label: "Waiting" },
  invited: { color: "amber", label: "Invited" },
  refused: { color: "red", label: "Declined" },
  suspended: { color: "red", label: "Suspended" },
  died: { color: "gray", label: "Deceased" },
  "never asked": { color: "gray", label: "Never asked for help" },
  "no mail": { color: "red", label: "Email doesn't arrive" },
  "asking closed": { color: "red", label: "Can't ask for help" },
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
        <Text as="p" className="row">
          <span className="note">
            {role === null ? "No role yet" : roleTraits[role].label}
          </span>
          <Badge color={states[state].color}>{states[state].label}</Badge>
          {isStaff && <Badge color="green">Staff</Badge>}
          {role === "cadre" && !isStaff && <Badge color="amber">Not staff yet</Badge>}
          {isAskingClosed && (
            <Badge color={states["asking closed"].color}>{states["asking closed"].label}</Badge>
          )}
        </Text>
      </div>
    </>
  );
}
