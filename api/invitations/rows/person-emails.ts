import { findAddresses } from "./addresses.ts";
import { isNothing } from "./lists.ts";
import type { Cell, RowDraft } from "./row-draft.ts";

/** An address of a row, and the cell that it is in. */
export interface RowAddress {
  readonly address: string;
  readonly cell: Cell;
}

/** Addresses of columns that are for them, the one to invite at first. Notes what is none. */
export function addressesIn(cells: readonly EmailCell[], draft: RowDraft): RowAddress[] {
  const found = cells.flatMap((cell) => {
    const { addresses, broken } = findAddresses(cell.text);
    if (addresses.length > 0) { for (const text of broken) draft.leaveOut(cell, text); }
    else if (broken.length > 0 || !isNothing(cell.text) && !cell.text.includes("@")) {
      draft.leaveOut(cell);
    }
    return addresses.map((address) => ({ address, cell, order: orderOf(address, cell) }));
  });
  return unique(found.sort((one, other) => one.order - other.order));
}

/** Addresses of other columns: asked for where those have none. */
export function addressesAnywhere(cells: readonly Cell[], draft: RowDraft): RowAddress[] {
  return unique(cells.flatMap((cell) => {
    if (!/[@＠]/.test(cell.text)) return [];
    const { addresses } = findAddresses(cell.text);
    const [first] = addresses;
    if (first !== undefined && first.toLowerCase() !== cell.text.trim().toLowerCase()) {
      draft.takeAs(cell, first);
    }
    return addresses.map((address) => ({ address, cell }));
  }));
}

export interface EmailCell extends Cell {
  readonly isSecondary: boolean;
}

/** People read their own address for longer than their school's or the Army's. */
function orderOf(address: string, { title, isSecondary }: EmailCell): number {
  if (isMilitary(address)) return 9;
  if (/personal|private|pref|home|civilian/i.test(title)) return 0;
  const isOffices = /work|business|school|univ|campus|student|army|\bmil|gov|enterprise/i.test(
    title,
  );
  return 1 + (isSecondary ? 1 : 0) + (isOffices ? 2 : 0);
}

export function isMilitary(address: string): boolean {
  return /\.mil$/i.test(address);
}

function unique(all: readonly RowAddress[]): RowAddress[] {
  const seen = new Set<string>();
  return all.filter(({ address }) => seen.size < seen.add(address.toLowerCase()).size);
}
