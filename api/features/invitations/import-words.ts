import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { csvText } from "../../../events/report/formats/csv-text.ts";
import { numeral } from "../../../events/report/formats/numeral.ts";
import type { ImportRow } from "../../contract/program.ts";
import type { MailState } from "../../mail/setup/mail-state.ts";
import type { CellNote } from "../../contract/program.ts";

type RowKind = ImportRow["is"];
export type RowCounts = Readonly<Record<RowKind, number>>;

/** Rows that need attention come first. */
const kinds: Readonly<Record<RowKind, readonly [place: number, text: (row: ImportRow) => string]>> =
  {
    failed: [0, ({ why }) => `Couldn't be invited: ${why}`],
    "no-address": [1, () => "Has no email address"],
    "unclear-address": [1, ({ why }) => `We couldn't read an email address in “${why}”`],
    deceased: [1, ({ why }) => `Not invited. Has died: ${why}`],
    "opted-out": [1, ({ why }) => `Not invited. Asked not to be contacted: ${why}`],
    bounced: [1, ({ why }) => `Not invited. Email to them came back: ${why}`],
    new: [4, () => "Will be invited"],
    invited: [4, () => "Invited"],
    "set-aside": [1, ({ why }) => `Not invited. This row is ${why} in the spreadsheet`],
    declined: [5, () => "Declined an invitation before"],
    left: [5, () => "Not invited. Deleted their account. If they ask you to, invite them by hand"],
    same: [
      6,
      ({ as, number }) =>
        as !== null && as > number
          ? `Answered again in row ${as}, which counts`
          : `Same person as row ${as}`,
    ],
    here: [7, () => "Is here or was invited already"],
  };

export function countRows(rows: readonly ImportRow[]): RowCounts {
  const counts = Object.fromEntries(Object.keys(kinds).map((is) => [is, 0])) as Record<
    RowKind,
    number
  >;
  for (const { is } of rows) counts[is] += 1;
  return counts;
}

/** `41 people will be invited. 2 have no email address. 1 is here already.` */
export function summaryText(counts: RowCounts): string {
  const { new: news, invited, here, declined, same, failed } = counts;
  const { "no-address": withoutAddress, "unclear-address": unclear, deceased } = counts;
  const { "opted-out": optedOut, bounced, "set-aside": setAside, left } = counts;
  return [
    invited > 0 && `${people(invited)} ${invited === 1 ? "was" : "were"} invited.`,
    (news > 0 || invited === 0) && `${people(news)} will be invited.`,
    failed > 0 && `${numeral(failed)} couldn't be invited.`,
    (withoutAddress > 0 || unclear === 0) &&
    `${numeral(withoutAddress)} ${withoutAddress === 1 ? "has" : "have"} no email address.`,
    unclear > 0 &&
    `${numeral(unclear)} ${unclear === 1 ? "has" : "have"} an email address that we couldn't read.`,
    `${numeral(here)} ${here === 1 ? "is here or was" : "are here or were"} invited already.`,
    deceased > 0 &&
    `${numeral(deceased)} ${deceased === 1 ? "isn't" : "aren't"} invited because they have died.`,
    optedOut > 0 &&
    `${numeral(optedOut)} ${
      optedOut === 1 ? "isn't" : "aren't"
    } invited because they asked not to be contacted.`,
    bounced > 0 &&
    `${numeral(bounced)} ${
      bounced === 1 ? "isn't" : "aren't"
    } invited because email to them came back.`,
    setAside > 0 &&
    (setAside === 1
      ? "1 isn't invited because their row is hidden or struck out."
      : `${numeral(setAside)} aren't invited because their rows are hidden or struck out.`),
    declined > 0 && `${numeral(declined)} declined an invitation before.`,
    left > 0 &&
    `${numeral(left)} ${
      left === 1 ? "isn't" : "aren't"
    } invited because they deleted their account.`,
    same > 0 && `${numeral(same)} ${same === 1 ? "repeats" : "repeat"} another row.`,
  ].filter(Boolean).join(" ");
}

export function rowText(row: ImportRow): string {
  return kinds[row.is][1](row);
}

/** `Rank: “Maj.” was taken as MAJ`. */
export function noteText({ title, text, takenAs }: CellNote): string {
  const what = takenAs === undefined ? "was left out" : `was taken as ${takenAs}`;
  return `${title}: “${text}” ${what}`;
}

/** Why invitations wait; `undefined` while mail is sent. */
export function waitText(
  count: number,
  mail: Pick<MailState, "is"> | undefined,
): string | undefined {
  if (mail?.is !== "not-set-up" || count === 0) return undefined;
  const these = count === 1 ? "this invitation waits" : `these ${numeral(count)} invitations wait`;
  return `Mail isn't set up: ${these} until it is.`;
}

/** Rows of the report written at a time. Between two groups, the process answers other requests. */
const groupSize = 100;

export async function reportOf(rows: readonly ImportRow[]): Promise<string> {
  const sorted = rows.toSorted((one, other) => one.number - other.number);
  const parts = [`\ufeff${csvText([["Row", "Name", "Email", "Result", "Details"]])}`];
  for (let start = 0; start < sorted.length; start += groupSize) {
    parts.push(csvText(
      sorted.slice(start, start + groupSize).map((row) => [
        String(row.number),
        row.name,
        row.email,
        rowText(row),
        row.notes.map(noteText).join("; "),
      ]),
    ));
    await yieldToEventLoop();
  }
  return parts.join("");
}

/**
 * Sorts rows that need attention first: people who can't be invited, then people with ignored
 * cells.
 */
export function byUrgency(rows: readonly ImportRow[]): readonly ImportRow[] {
  const place = ({ is, notes }: ImportRow) => {
    const [usual] = kinds[is];
    if (usual !== 4 || notes.length === 0) return usual;
    return notes.some(({ takenAs }) => takenAs === undefined) ? 2 : 3;
  };
  return rows.toSorted((one, other) => place(one) - place(other) || one.number - other.number);
}

/** `1 person`, `41 people`. */
export function people(count: number): string {
  return count === 1 ? "1 person" : `${numeral(count)} people`;
}
