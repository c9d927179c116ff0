import { createHash } from "node:crypto";
import { askedFields, askedOfAll } from "../../../api/features/invitations/offered-profile.ts";
import type { Inviter } from "../../../api/mail/templates/invitation-letters.ts";
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
import { offersId } from "../../islands/profile-form/words.ts";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/field.tsx";

/** The prepared profile, as shown to the invited person. */
export type Prepared = ReturnType<typeof preparedOf>;

interface PreparedProps {
  readonly token: string;
  readonly program: string;
  /** Help topics on offer. */
  readonly topics: readonly string[];
  readonly inviter: Inviter | undefined;
}

export function preparedOf(
  member: MemberRecord,
  { token, program, topics, inviter }: PreparedProps,
) {
  const { firstName, lastName, email, profile } = member;
  const owner: FormOwner = { role: member.role ?? "alumni", program };
  const open = openOffer(member);
  const listedOf = (name: FieldName) => joinListed(open.cells.filter((cell) => cell.name === name));
  const valuesOf = (name: FieldName) => [profile?.[name] ?? open.fields[name] ?? []].flat();
  const required = askedFields(member);
  const field = (name: FieldName) => ({
    name,
    label: labelOf(name, owner),
    example: exampleOf(name, owner),
    choices: profileField[name].offered?.(owner.role) ?? profileField[name].choices,
    listed: listedOf(name),
    known: valuesOf(name).join(", "),
  });
  const isAsked = (name: FieldName) =>
    required.includes(name) || askedOfAll.some((asked) => asked === name);
  return {
    ...{ token, firstName, lastName, email, inviter, typedKey: typedKeyFor(token) },
    hasName: firstName !== "" && lastName !== "",
    topics: {
      offered: [...new Set([...valuesOf("helpTopics"), ...topics])],
      known: valuesOf("helpTopics"),
    },
    questions: {
      now: (["jobTitle", "company", "industry"] as const).map(field),
      where: field("location"),
    },
    /** Other required details. */
    required: required.map(field),
    /** Other details on the list. */
    lines: fieldOrder.flatMap((name) => {
      const value = valuesOf(name).join(", ");
      const listed = listedOf(name);
      if (isAsked(name) || name === "primaryEmail" || (value === "" && listed === undefined)) {
        return [];
      }
      return [{ label: labelOf(name, owner), text: value, listed }];
    }),
  };
}

/** Key under which an invitation's typed answers are kept, without its secret. */
export function typedKeyFor(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 16);
}

function joinListed(cells: readonly OfferedCell[]): string | undefined {
  return cells.length === 0 ? undefined : cells.map(listedText).join(". ");
}

interface AskedInputProps {
  readonly field: Prepared["required"][number];
  readonly id: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
}

export function AskedInput({ field, id, value, error }: AskedInputProps) {
  const { name, label, example, choices, listed, known } = field;
  const common = { id, name, label, hint: listed, error, defaultValue: value ?? known };
  if (choices !== undefined) return <Select {...common} options={choices} placeholder={example} />;
  const { autoComplete } = profileField[name];
  return (
    <TextField
      {...common}
      {...autoComplete !== undefined && { autoComplete }}
      placeholder={example}
      maxLength={maxLengthOf(name)}
      list={offersId(name)}
    />
  );
}

/** Shows the invited person the text of a cell in the program's list. */
export function listedText({ text, takenAs }: Pick<OfferedCell, "text" | "takenAs">): string {
  const sentence = `Your program's list said “${text}”`;
  return takenAs === null ? sentence : `${sentence}, which we read as ${takenAs}`;
}
