import type { Report } from "../report.ts";
import { fewerThanFive, type Figure, type ReportRow, type Table } from "../tables.ts";
import { numeral } from "./numeral.ts";
import { noteOf, particulars, titleOf } from "./words.ts";

/** Columns of a terminal. */
const width = 80;
const mostRows = 6;

/** Answers with small tables, or all tables of one statistic. Bold where colors are supported. */
export function formatTable(
  report: Report,
  { isColored }: { readonly isColored: boolean },
): string {
  const style = createStyle(isColored);
  const isPage = report.statistic === "cycle";
  const names = particulars(report, numeral);
  const nameWidth = Math.max(...names.map(([name]) => name.length));
  const lines = [
    style.bold(titleOf(report)),
    ...(isPage
      ? pageOf(report, style)
      : report.sections.flatMap(({ tables }) =>
        tables.flatMap((table) => ["", ...tableOf(table, style)])
      )),
    "",
    ...names.flatMap(([name, value]) => wrapped(`${name.padEnd(nameWidth)}  ${value}`)),
    ...wrapped(noteOf(report)),
    ...isPage
      ? wrapped(
        "All tables: add the name of a statistic, such as topics, or --format csv. " +
          "--describe says what each figure counts.",
      )
      : [],
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** Several cycles beside each other. */
export function formatComparison(
  table: Table,
  { isColored }: { readonly isColored: boolean },
): string {
  const lines = tableOf(table, createStyle(isColored));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

type Style = ReturnType<typeof createStyle>;

function createStyle(isColored: boolean) {
  const wrap = (code: number) => (text: string) => isColored ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { bold: wrap(1), dim: wrap(2) };
}

function pageOf({ answers, nextSteps, sections }: Report, style: Style): string[] {
  const tables = sections.flatMap((section) => section.tables);
  return [
    ...answers.flatMap(({ name, question, sentence, charted }) => {
      const table = tables.find(({ id }) => id === charted);
      return [
        "",
        style.bold(question),
        ...wrapped(sentence),
        ...table === undefined ? [] : ["", ...smallTable(table, name, style)],
      ];
    }),
    ...nextSteps.length === 0 ? [] : [
      "",
      style.bold("What to do next"),
      ...nextSteps.flatMap(({ sentence }) => wrapped(`- ${sentence}`)),
    ],
  ];
}

function smallTable(table: Table, name: string, style: Style): string[] {
  const known = table.rows.filter(({ figures }) => figures.some((figure) => figure !== null));
  const isLong = table.rows.length > mostRows + 1 && table.heading !== "Month";
  if (!isLong) return gridOf({ ...table, rows: known }, style);
  return [
    ...gridOf({ ...table, rows: table.rows.slice(0, mostRows) }, style),
    style.dim(`${table.rows.length - mostRows} more rows: npm run report -- ${name}`),
  ];
}

function tableOf(table: Table, style: Style): string[] {
  return [style.bold(table.title), ...wrapped(table.about).map(style.dim), ...gridOf(table, style)];
}

function gridOf({ heading, columns, rows }: Table, style: Style): string[] {
  const full = [heading, ...columns.map(({ label }) => label)];
  const short = [heading, ...columns.map(({ label, short }) => short ?? label)];
  const body = rows.map((
    { label, figures },
  ) => [label, ...columns.map((_, at) => textOf(figures[at]))]);
  const grid = [full, short].map((heads) => widthsOf(heads, body))
    .find((widths) => lengthOf(widths) <= width) ?? widthsOf(short, body);
  const heads = lengthOf(widthsOf(full, body)) <= width ? full : short;
  const align = (cells: readonly string[]) =>
    cells.map((cell, at) => at === 0 ? cell.padEnd(grid[at] ?? 0) : cell.padStart(grid[at] ?? 0))
      .join("  ");
  const rule = "-".repeat(lengthOf(grid));
  const lineOf = ({ isTotal }: ReportRow, at: number) => {
    const line = align(body[at] ?? []);
    return isTotal && at > 0 ? [rule, style.bold(line)] : [line];
  };
  return [style.bold(align(heads)), rule, ...rows.flatMap(lineOf)];
}

function widthsOf(heads: readonly string[], body: readonly (readonly string[])[]): number[] {
  return heads.map((head, at) =>
    Math.max(head.length, ...body.map((cells) => (cells[at] ?? "").length))
  );
}

const lengthOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + 2, -2);

function textOf(figure: Figure | undefined): string {
  if (figure === fewerThanFive) return "<5";
  return figure === null || figure === undefined ? "" : numeral(figure);
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ (?! )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else if (word !== "") lines.push(word);
  }
  return lines;
}
