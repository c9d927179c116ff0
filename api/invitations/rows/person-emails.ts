import { findAddresses } from "./addresses.ts";
import { isEmail, isRemarks } from "./columns.ts";
import { isNothing } from "./lists.ts";
import { words } from "../../../search/text.ts";
import { withoutAddress } from "./names.ts";
import type { FieldCell } from "./row-draft.ts";
import type { Cell, RowDraft } from "./row-draft.ts";

/** An address of a row, and the cell that it is in. */
export interface RowAddress {
  readonly address: string;
  readonly cell: Cell;
}

/** Addresses of columns that are for them, the one to invite at first. Notes what is none. */
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

/**
 * Addresses of other columns: asked for where those have none. In remarks they are often somebody else's, so there
 * they must be like the row's name.
 */
export function addressesAnywhere(cells: readonly FieldCell[], draft: RowDraft): RowAddress[] {
  const names = cells.filter(({ field, text }) => isOfName.test(field ?? "") && !isNothing(text));
  const isTheirs = createLikeness(names.map(({ text }) => text));
  return unique(cells.flatMap((cell) => {
    if (!/[@＠]/.test(cell.text)) return [];
    const { addresses: all } = findAddresses(cell.text);
    const isBare = all[0]?.length === cell.text.trim().length;
    const isRemark = cell.field === undefined && (!isBare || isRemarks(cell.title));
    const addresses = isRemark ? all.filter(isTheirs) : all;
    for (const one of all) if (!addresses.includes(one)) draft.leaveOut(cell, one);
    const [first] = addresses;
    if (first !== undefined && first.toLowerCase() !== cell.text.trim().toLowerCase()) {
      draft.takeAs(cell, first);
    }
    return addresses.map((address) => ({ address, cell }));
  }));
}

const isOfName = /^(?:first|last|full|preferred)Name$/;

/** Whether an address is like a name: it has a word of it, is short for one, or has an initial and the last name. */
export function createLikeness(names: readonly string[]) {
  const all = names.flatMap((text) => words(withoutAddress(text.slice(0, maxName))));
  return (address: string) => {
    const local = words(address.slice(0, address.lastIndexOf("@"))).join("");
    const isInitials = (one: string) =>
      all.some((other) => other !== one && local.startsWith(`${other[0]}${one}`));
    const isShort = (one: string) => one === local || local.length > 2 && one.startsWith(local);
    return all.length === 0 ||
      all.some((one) => isShort(one) || one.length > 2 && local.includes(one)) ||
      all.some((one) => one.length > 1 && isInitials(one));
  };
}

const maxName = 200;

/** People read their own address for longer than their school's or the Army's. */
function orderOf(address: string, { title, field }: FieldCell): number {
  if (isMilitary(address)) return 9;
  if (/personal|private|pref|home|civilian/i.test(title)) return 0;
  const isOffices = /work|business|school|univ|campus|student|army|\bmil|gov|enterprise/i.test(
    title,
  );
  return 1 + (field === "secondaryEmail" ? 1 : 0) + (isOffices ? 2 : 0);
}

export function isMilitary(address: string): boolean {
  return /\.mil$/i.test(address);
}

function unique(all: readonly RowAddress[]): RowAddress[] {
  const seen = new Set<string>();
  return all.filter(({ address }) => seen.size < seen.add(address.toLowerCase()).size);
}
