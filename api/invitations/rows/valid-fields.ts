import { checkProfile } from "../../../events/members/profile.ts";
import { maxLengthOf } from "../../../events/members/profile-fields.ts";
import type { OfferedFields, ReadContext } from "./person-row.ts";
import type { DraftFields, RowDraft } from "./row-draft.ts";

/** What a profile needs, so that nothing of it is missing while other fields are checked. */
const whole = {
  primaryEmail: "pat@example.com",
  classYear: "2000",
  rank: "2LT",
  armyBranch: "Armor",
  mos: "-",
};

/** The fields of a draft that a profile takes, as it takes them; the others are left out of it. */
export function validFields(draft: RowDraft, { year, topics }: ReadContext): OfferedFields {
  const { fields } = draft;
  const names = Object.keys(fields) as (keyof DraftFields)[];
  const unusual = names.filter((name) => !isUsual(name, fields[name] ?? ""));
  if (unusual.length === 0) return fields as OfferedFields;
  const looked = Object.fromEntries(unusual.map((name) => [name, fields[name]]));
  const checked = checkProfile({ ...whole, ...looked }, { role: "alumni", year, topics });
  if (checked.ok) {
    const taken = unusual.map((name) => [name, checked.profile[name]]);
    return { ...fields as OfferedFields, ...Object.fromEntries(taken) };
  }
  const wrong = unusual.filter((name) => Object.hasOwn(checked.fields, name));
  for (const name of wrong.length > 0 ? wrong : unusual) {
    const cell = draft.cellOf(name);
    if (cell !== undefined) draft.leaveOut(cell);
    delete fields[name];
  }
  return validFields(draft, { year, topics });
}

const plain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Plain letters of no great length are valid in each field that was read; most are. */
function isUsual(name: keyof DraftFields, value: string | readonly string[]): boolean {
  const max = maxLengthOf(name);
  const isFine = (text: string) => text.length <= max && plain.test(text);
  return typeof value === "string" ? isFine(value) : value.every(isFine);
}
