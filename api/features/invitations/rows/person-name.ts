import { Registration } from "../../../contract/account.ts";
import { isNoLastName } from "./lists.ts";
import { readClassYear } from "./class-years.ts";
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
import type { RowAddress } from "./person-emails.ts";
import type { ReadContext, RowName } from "./person-row.ts";
import { type Cell, type FieldCell, findCell, type RowDraft } from "./row-draft.ts";

/** The name from its columns, from the text before the address, or from the address. */
export function nameOfRow(
  cells: readonly FieldCell[],
  [address]: readonly RowAddress[],
  draft: RowDraft,
  context: ReadContext,
): RowName {
  const [full, preferred, firstName, suffix] =
    (["fullName", "preferredName", "firstName", "suffix"] as const)
      .map((name) => findCell(cells, name, (text) => withoutAddress(text) !== ""));
  const last = cells.find(({ field, text }) =>
    field === "lastName" && withoutAddress(text) !== "" &&
    !isNoLastName(text, firstName?.text ?? preferred?.text ?? "")
  );
  const first = firstName ?? (full === undefined ? preferred : undefined);
  const hasSuffix = suffix !== undefined && isSuffix(suffix.text);
  if (suffix !== undefined && !hasSuffix) draft.leaveOut(suffix);
  const withSuffix = (one: Cell | undefined) =>
    one && hasSuffix ? { ...one, text: `${one.text}, ${suffix.text}` } : one;
  const source = first ?? last ?? full;
  if (source === undefined) return nameBeside(address, draft);
  // "Pat Doe '07"
  const [, year] = /^[^'’]*[\s,]['’](\d\d)$/.exec(full?.text.trim() ?? "") ?? [];
  const whole = full && { ...full, text: full.text.replace(/['’]\d\d *$/, "") };
  const name = last === undefined
    ? nameOf(first, undefined, withSuffix(whole))
    : nameOf(first, withSuffix(last), whole);
  const found = validName(name);
  const isFound = found.firstName + found.lastName !== "";
  for (const one of isFound ? [] : [first, last, full]) if (one) draft.leaveOut(one);
  if (name.rank !== undefined) draft.suggest("rank", name.rank, source);
  const classYear = readClassYear(year ?? "", context.year);
  if (classYear !== undefined) draft.suggest("classYear", classYear, source);
  if (name.isRetired) {
    const isInSuffix = suffix !== undefined && /ret/i.test(suffix.text);
    draft.suggest("dutyStatus", "Veteran", isInSuffix ? suffix : source);
  }
  for (const text of name.ignored) draft.leaveOut(source, text);
  const isPreferred = (text: string) =>
    oneLine(text).toLowerCase() === found.firstName.toLowerCase();
  if (preferred && preferred !== first && !isPreferred(preferred.text)) draft.leaveOut(preferred);
  return isFound ? found : nameBeside(address, draft);
}

function nameOf(
  first: Cell | undefined,
  last: Cell | undefined,
  full: Cell | undefined,
): PersonName {
  const whole = readFullName(withoutAddress(full?.text ?? ""));
  if (first !== undefined && last !== undefined) {
    const one = readNamePart(first.text, "firstName");
    const other = readNamePart(last.text, "lastName");
    return {
      ...{ ...other, ...one, lastName: other.lastName },
      isRetired: one.isRetired || other.isRetired,
      ignored: [...one.ignored, ...other.ignored],
    };
  }
  const only = withoutAddress(first?.text ?? last?.text ?? "");
  if (only === "" || whole.firstName !== "" && whole.lastName !== "") return whole;
  if (full === undefined && /[\s,]/.test(only)) return readFullName(only);
  const other = whole.firstName + whole.lastName;
  return first === undefined
    ? { ...whole, firstName: other, lastName: readNamePart(only, "lastName").lastName }
    : { ...readNamePart(only, "firstName"), lastName: other };
}

/** "Pat Doe <pat@example.com>", or pat.doe@example.com. */
function nameBeside(found: RowAddress | undefined, draft: RowDraft): RowName {
  const [, before] = /^([^<>@]{2,100})</.exec(found?.cell.text ?? "") ?? [];
  const address = found?.address ?? "";
  const name = before === undefined
    ? nameInAddress(address)
    : readFullName(before.replace(/["“”]/g, ""));
  if (name === undefined || name.firstName + name.lastName === "") return noName;
  draft.note({ title: "Name", text: address }, `${name.firstName} ${name.lastName}`.trim());
  return validName(name);
}

function validName({ firstName, lastName }: PersonName): RowName {
  const valid = (part: "firstName" | "lastName", text: string) =>
    Registration.shape[part].safeParse(text).data ?? "";
  return { firstName: valid("firstName", firstName), lastName: valid("lastName", lastName) };
}
