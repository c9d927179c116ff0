import { answerInWorker } from "../../../../events/worker.ts";
import { createTopics } from "../../../../events/program/topics.ts";
import { guessAfter, guessWith, headerRows } from "../import-guess.ts";
import { firstSheet } from "../rows/first-sheet.ts";
import { markOfName } from "../rows/not-invited.ts";
import { markedElsewhere, readPeople } from "../rows/read-people.ts";
import { BadFile } from "./bad-file.ts";
import { markRows } from "./marked-rows.ts";
import { parseFile } from "./parse-file.ts";
import { withWholeDates } from "./short-dates.ts";
import type { ListFile, ListQuestion, ParsedList } from "./read-list.ts";

answerInWorker(readingOf);

async function readingOf(
  { file, question }: { readonly file: ListFile; readonly question: ListQuestion },
): Promise<ParsedList> {
  try {
    // Decoders refuse shared memory.
    return await listIn(file.bytes.slice(), file.name ?? "", question);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { is: "refused", message: error.message };
  }
}

async function listIn(
  bytes: Uint8Array,
  fileName: string,
  { sheet: wanted, before, remembered = {}, ...context }: ListQuestion,
): Promise<ParsedList> {
  const sheets = await parseFile(bytes);
  const names = sheets.map(({ name }) => name);
  const sheet = typeof wanted === "string" ? names.indexOf(wanted) : wanted ?? firstSheet(sheets);
  const rows = sheets[sheet]?.rows ?? [];
  const guess = before
    ? guessAfter(before.guess, before.choice, rows, remembered)
    : guessWith(rows, remembered);
  const { rows: unstruck, marks } = markRows(
    sheets[sheet] ?? { name: "", rows },
    guess.columns,
    context.includesOptedOut,
  );
  const { year } = context;
  const { is1904 } = sheets[sheet] ?? {};
  const dated = withWholeDates(unstruck, guess.columns, guess.headerRow ?? -1, { year, is1904 });
  const how = {
    year,
    includesOptedOut: context.includesOptedOut,
    topics: createTopics(context.ownTopics),
  };
  const elsewhere = sheets.flatMap(({ name, rows }, at) => {
    const markOfAll = at === sheet ? undefined : markOfName("Sheet", name);
    return markOfAll === undefined
      ? []
      : markedElsewhere(rows, guessWith(rows, remembered), { ...how, markOfAll });
  });
  const markOfAll = markOfName("Sheet", names[sheet] ?? "") ?? markOfName("File", fileName);
  const people = readPeople(
    dated,
    guess,
    { ...how, marks, markOfAll, heading: names[sheet] },
    elsewhere,
  );
  return {
    is: "read",
    sheets: names,
    sheet,
    guess,
    firstRows: rows.slice(0, headerRows).map((cells) =>
      cells.map((cell) => cell.slice(0, shownText).trim()).filter((cell) => cell !== "")
        .join(", ").slice(0, shownText)
    ),
    people: inParts(people),
  };
}

const shownText = 80;
/** Small enough to be parsed without delaying requests. */
const partLength = 100_000;
/** Limit for all people with their notes: many times the size of a whole list. */
const maxLength = 30_000_000;

function inParts(all: readonly unknown[]): Uint8Array[] {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let [texts, length, total]: [string[], number, number] = [[], 0, 0];
  const finish = () => {
    if (texts.length > 0) parts.push(encoder.encode(`[${texts.join()}]`));
    [texts, length] = [[], 0];
  };
  for (const one of all) {
    const text = JSON.stringify(one);
    total += text.length;
    if (total > maxLength) {
      throw new BadFile("This file has too much text. Delete the columns you don't need.");
    }
    texts.push(text);
    length += text.length;
    if (length > partLength) finish();
  }
  finish();
  return parts;
}
