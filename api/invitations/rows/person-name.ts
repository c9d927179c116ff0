import { Registration } from "../../contract/account.ts";
import { readClassYear } from "./class-years.ts";
import { isNothing } from "./lists.ts";
import {
  isSuffix,
  nameInAddress,
  noName,
  oneLine,
  type PersonName,
  readFullName,
  readNamePart,
  withoutAddress,
} from "./names.ts";
import type { ReadContext } from "./person-row.ts";
import type { RowAddress } from "./person-emails.ts";
import type { FieldCell } from "./row-draft.ts";
import type { Cell, RowDraft } from "./row-draft.ts";

export interface FoundName {
  /** Empty where there is none. */
  readonly firstName: string;
  readonly lastName: string;
}

/** The name in a row: of its columns, else of what stands before the address, else of the address. */
export function nameOfRow(
  cells: readonly FieldCell[],
  emails: readonly RowAddress[],
  draft: RowDraft,
  context: ReadContext,
): FoundName {
  const cell = (name: FieldCell["field"]) =>
    cells.find(({ field, text }) =>
      field === name && !isNothing(text) && withoutAddress(text) !== ""
    );
  const full = cell("fullName");
  const preferred = cell("preferredName");
  const first = cell("firstName") ?? (full === undefined ? preferred : undefined);
  const suffix = cell("suffix");
  const isKnown = suffix !== undefined && isSuffix(suffix.text);
  if (suffix !== undefined && !isKnown) draft.leaveOut(suffix);
  const withSuffix = (one: FieldCell | undefined) =>
    one && isKnown ? { ...one, text: `${one.text}, ${suffix.text}` } : one;
  const last = cell("lastName");
  const source = first ?? last ?? full;
  const [address] = emails;
  if (source === undefined) {
    return address === undefined ? noName : ofAddress(address, draft);
  }
  // "Pat Doe '07"
  const [, year] = /^[^'’]*[\s,]['’](\d\d)$/.exec(full?.text.trim() ?? "") ?? [];
  const whole = full && { ...full, text: full.text.replace(/['’]\d\d *$/, "") };
  const name = last === undefined
    ? nameOf(first, undefined, withSuffix(whole))
    : nameOf(first, withSuffix(last), whole);
  const found = validName(name);
  for (const one of [first, last, full]) {
    if (one !== undefined && found.firstName + found.lastName === "") draft.leaveOut(one);
  }
  if (name.rank !== undefined) draft.suggest("rank", name.rank, source);
  const classYear = readClassYear(year ?? "", context.year);
  if (classYear !== undefined) draft.suggest("classYear", classYear, source);
  if (name.isRetired) {
    const isOfSuffix = suffix !== undefined && /ret/i.test(suffix.text);
    draft.suggest("dutyStatus", "Veteran", isOfSuffix ? suffix : source);
  }
  for (const text of name.leftOut) draft.leaveOut(source, text);
  if (preferred !== undefined && preferred !== first) {
    const text = oneLine(preferred.text);
    if (text.toLowerCase() !== found.firstName.toLowerCase()) draft.leaveOut(preferred);
  }
  if (found.firstName + found.lastName === "" && address !== undefined) {
    return ofAddress(address, draft);
  }
  return found;
}

function nameOf(
  first: Cell | undefined,
  last: Cell | undefined,
  full: Cell | undefined,
): PersonName {
  const whole = readFullName(withoutAddress(full?.text ?? ""));
  if (first === undefined && last === undefined) return whole;
  if (first !== undefined && last !== undefined) {
    const [one, other] = [
      readNamePart(first.text, "firstName"),
      readNamePart(last.text, "lastName"),
    ];
    return {
      ...{ ...other, ...one, lastName: other.lastName },
      isRetired: one.isRetired || other.isRetired,
      leftOut: [...one.leftOut, ...other.leftOut],
    };
  }
  const only = withoutAddress(first?.text ?? last?.text ?? "");
  if (whole.firstName !== "" && whole.lastName !== "") return whole;
  if (full === undefined && /[\s,]/.test(only)) return readFullName(only);
  const other = whole.firstName + whole.lastName;
  return first === undefined
    ? { ...whole, firstName: other, lastName: readNamePart(only, "lastName").lastName }
    : { ...readNamePart(only, "firstName"), lastName: other };
}

/** "Pat Doe <pat@example.com>", or pat.doe@example.com. */
function ofAddress({ address, cell }: RowAddress, draft: RowDraft): FoundName {
  const [, before] = /^([^<>@]{2,100})</.exec(cell.text) ?? [];
  const name = before === undefined
    ? nameInAddress(address)
    : readFullName(before.replace(/["“”]/g, ""));
  if (name === undefined || name.firstName + name.lastName === "") return noName;
  draft.takeAs({ title: "Name", text: address }, `${name.firstName} ${name.lastName}`.trim());
  return validName(name);
}

/** Names that need no closer look. */
const usual = /^[A-Za-zÀ-ÿ'.-]+(?: [A-Za-zÀ-ÿ'.-]+){0,3}$/;

function validName({ firstName, lastName }: PersonName): FoundName {
  const valid = (part: "firstName" | "lastName", text: string) =>
    usual.test(text) ? text : Registration.shape[part].safeParse(text).data ?? "";
  return { firstName: valid("firstName", firstName), lastName: valid("lastName", lastName) };
}
