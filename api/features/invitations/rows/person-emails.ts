import { words } from "../../../../search/text.ts";
import { isEmail, isRemarks } from "./columns.ts";
import { isNothing } from "./lists.ts";
import { withoutAddress } from "./names.ts";
import type { Cell, FieldCell, RowDraft } from "./row-draft.ts";
import { findAddresses, mentionedAddresses } from "./contact-cells.ts";

export interface RowAddress {
  readonly address: string;
  readonly cell: Cell;
}

/** Addresses in address columns, the one to invite first. Other texts are left out. */
export function addressesIn(cells: readonly FieldCell[], draft: RowDraft): RowAddress[] {
  const found = cells.filter(isEmail).flatMap((cell) => {
    const { addresses, broken } = findAddresses(cell.text);
    if (addresses.length > 0) { for (const text of broken) draft.leaveOut(cell, text); }
    else if (broken.length > 0 || !isNothing(cell.text) && !cell.text.includes("@")) {
      draft.leaveOut(cell);
    }
    return addresses.map((address) => ({ address, cell, order: orderOf(address, cell) }));
  });
  return unique(found.sort((one, other) => one.order - other.order));
}

/** In other columns. In remarks they must resemble the row's name: others' are common there. */
export function addressesAnywhere(cells: readonly FieldCell[], draft: RowDraft): RowAddress[] {
  const names = cells.filter(({ field, text }) =>
    /^(?:first|last|full|preferred)Name$/.test(field ?? "") && !isNothing(text)
  );
  const allNames = names.map(({ text }) => text).join(" ");
  return unique(cells.flatMap((cell) => {
    const { addresses: certain, broken } = findAddresses(cell.text);
    const isBare = certain[0]?.length === cell.text.trim().length;
    const isRemark = cell.field === undefined && (!isBare || isRemarks(cell.title));
    const all = isRemark && certain.length === 0
      ? mentionedAddresses(cell.text, allNames)
      : certain;
    const addresses = all.filter((one) => !isRemark || resembles(one, allNames));
    for (const one of all) if (!addresses.includes(one)) draft.leaveOut(cell, one);
    if (addresses.length === 0) { for (const text of broken) draft.leaveOut(cell, text); }
    const [first] = addresses;
    if (first !== undefined && first.toLowerCase() !== cell.text.trim().toLowerCase()) {
      draft.note(cell, first);
    }
    return addresses.map((address) => ({ address, cell }));
  }));
}

const maxName = 200;

/**
 * Whether an address can belong to this name: it has a word of it, a short form of one, or an
 * initial and another word. Any address resembles an empty name.
 */
export function resembles(address: string, name: string): boolean {
  const all = words(withoutAddress(name.slice(0, maxName)));
  const local = words(address.slice(0, address.lastIndexOf("@"))).join("");
  const hasInitial = (one: string) =>
    all.some((other) => other !== one && local.startsWith(`${other[0]}${one}`));
  return all.length === 0 ||
    all.some((one) =>
      one === local || local.length > 2 && one.startsWith(local) ||
      one.length > 2 && local.includes(one) || one.length > 1 && hasInitial(one)
    );
}

/** Lower comes first: people read their own address for longer than a school's or the Army's. */
function orderOf(address: string, { title, field }: FieldCell): number {
  if (isMilitary(address)) return 9;
  if (/personal|private|pref|home|civilian/i.test(title)) return 0;
  const isOffice = /work|business|school|univ|campus|student|army|\bmil|gov|enterprise/i.test(
    title,
  );
  return 1 + (field === "secondaryEmail" ? 1 : 0) + (isOffice ? 2 : 0);
}

export function isMilitary(address: string): boolean {
  return /\.mil$/i.test(address);
}

function unique(all: readonly RowAddress[]): RowAddress[] {
  const seen = new Set<string>();
  return all.filter(({ address }) => seen.size < seen.add(address.toLowerCase()).size);
}
