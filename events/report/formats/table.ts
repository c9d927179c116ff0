import type { Report } from "../report.ts";
import type { Column, Printed, PrintedTable } from "../tables.ts";
import { numeral } from "./numeral.ts";
import { notesOf, particulars, titleOf } from "./words.ts";

const textWidth = 96;

/** For terminals: aligned columns, bold headings when the terminal takes colours. */
export function formatTable(
  report: Report,
  { isColored }: { readonly isColored: boolean },
): string {
  const style = createStyle(isColored);
  const names = particulars(report, numeral);
  const nameWidth = Math.max(...names.map(([name]) => name.length));
  const lines = [
    style.bold(titleOf(report)),
    ...names.map(([name, value]) => `${name.padEnd(nameWidth)}  ${value}`),
    ...report.sections.flatMap(({ title, tables }) => [
      "",
      style.bold(title.toUpperCase()),
      ...tables.flatMap((table) => ["", ...linesOf(table, style)]),
    ]),
    "",
    ...notesOf(report).flatMap((note) => wrapped(note)),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

type Style = ReturnType<typeof createStyle>;

function createStyle(isColored: boolean) {
  const wrap = (code: number) => (text: string) => isColored ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { bold: wrap(1), dim: wrap(2) };
}

function linesOf({ title, about, heading, columns, rows }: PrintedTable, style: Style): string[] {
  const heads = [heading, ...columns.map(({ label, short }) => short ?? label)];
  const body = rows.map(({ label, figures }) => [
    label,
    ...columns.map((_, at) => textOf(figures[at] ?? null)),
  ]);
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...body.map((cells) => (cells[at] ?? "").length))
  );
  const align = (cells: readonly string[]) =>
    cells.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
    )
      .join("  ");
  const rule = "-".repeat(align(heads).length);
  return [
    style.bold(title),
    ...wrapped(about).map(style.dim),
    style.bold(align(heads)),
    rule,
    ...body.flatMap((cells, at) => {
      const isLater = rows[at]?.isTotal && at > 0;
      return isLater ? [rule, style.bold(align(cells))] : [align(cells)];
    }),
    ...wrapped(legendOf(columns)).map(style.dim),
  ];
}

function textOf(figure: Printed): string {
  return figure === "suppressed" ? "*" : figure === null ? "-" : numeral(figure);
}

/** What the abbreviations at the head of a table mean. */
function legendOf(columns: readonly Column[]): string {
  return columns
    .flatMap(({ label, short }) =>
      short !== undefined && short.length < 4 ? `${short} ${label}` : []
    )
    .join(", ");
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= textWidth) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else if (word !== "") lines.push(word);
  }
  return lines;
}
