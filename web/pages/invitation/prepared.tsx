import { askedFields } from "../../../api/features/invitations/offered-profile.ts";
import type { OfferedCell } from "../../../events/invitations/offer-events.ts";
import { openOffer } from "../../../events/invitations/offer.ts";
import type { FormOwner } from "../../../events/members/profile-field.ts";
import {
  exampleOf,
  type FieldName,
  fieldOrder,
  labelOf,
  maxLengthOf,
  profileField,
} from "../../../events/members/profile-fields.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/field.tsx";

/** The prepared profile, for the person invited. */
export type Prepared = ReturnType<typeof preparedOf>;

export function preparedOf(member: MemberRecord, token: string, program: string) {
  const { firstName, lastName, email, username, profile } = member;
  const owner: FormOwner = { role: member.role ?? "alumni", program };
  const open = openOffer(member);
  const saidOf = (name: FieldName) => saidIn(open.cells.filter((cell) => cell.name === name));
  const asked = askedFields(member);
  return {
    ...{ token, firstName, lastName, email, username },
    hasProfile: profile !== null,
    lines: fieldOrder.flatMap((name) => {
      const value = [profile?.[name] ?? open.fields[name] ?? []].flat().join(", ");
      const said = saidOf(name);
      const isKnown = value !== "" || (said !== undefined && !asked.includes(name));
      return isKnown ? [{ label: labelOf(name, owner), text: value, said }] : [];
    }),
    asked: asked.map((name) => ({
      name,
      label: labelOf(name, owner),
      example: exampleOf(name, owner),
      choices: profileField[name].offered?.(owner.role) ?? profileField[name].choices,
      said: saidOf(name),
    })),
  };
}

function saidIn(cells: readonly OfferedCell[]): string | undefined {
  return cells.length === 0 ? undefined : cells.map(saidText).join(". ");
}

interface AskedInputProps {
  readonly field: Prepared["asked"][number];
  readonly id: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
}

export function AskedInput({ field, id, value, error }: AskedInputProps) {
  const { name, label, example, choices, said } = field;
  const common = { id, name, label, hint: said, error, defaultValue: value ?? "" };
  if (choices !== undefined) return <Select {...common} options={choices} placeholder={example} />;
  return <TextField {...common} placeholder={example} maxLength={maxLengthOf(name)} />;
}

/** Says what a cell of the program's list said, to the person it is about. */
export function saidText({ text, takenAs }: Pick<OfferedCell, "text" | "takenAs">): string {
  const said = `Your program's list said “${text}”`;
  return takenAs === null ? said : `${said}, which we read as ${takenAs}`;
}
