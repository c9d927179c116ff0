import { setTimeout as delay } from "node:timers/promises";
import type { Topics } from "../../events/program/topics.ts";
import type { Synonyms } from "../../search/synonyms.ts";
import type { Import, ImportChoice, ImportRow } from "../contract/program.ts";
import type { Progress } from "../invitations/import-alumni.ts";
import type { Plan } from "../invitations/plan-import.ts";
import { type ColumnName, columns } from "../invitations/rows/columns.ts";
import { firstSheet } from "../invitations/rows/not-invited.ts";
import { guessSheet, type SheetGuess } from "../invitations/rows/guess-sheet.ts";
import type { PersonRow } from "../invitations/rows/person-row.ts";
import { readPeopleInTurns } from "../invitations/rows/read-people.ts";
import { BadFile } from "../invitations/sheets/bad-file.ts";
import { readSheets, type Sheet } from "../invitations/sheets/read-sheets.ts";
import { describeError, type Log } from "../log.ts";
import { Problem } from "../problems.ts";

/** Which field a column was said to fill, by its title. */
export type ColumnChoices = Readonly<Record<string, string | null>>;

export interface ImportsDependencies {
  readonly now: () => Date;
  readonly log: Log;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  /** Names of values, the operator's among them. */
  readonly synonyms?: Synonyms | undefined;
  readonly plan: (rows: readonly PersonRow[], columns: SheetGuess["columns"]) => Promise<Plan>;
  readonly prepare: (actorId: string, plan: Plan, progress: Progress) => Promise<void>;
}

/** Five of them are held at once: people's addresses are in them, and they take memory. */
const mostFiles = 5;
const keptMs = 60 * 60_000;
/** Between batches people read. It is no hurry: mails go out one a second. */
const restMs = 400;
/** A header is among the first rows. */
const shownFirst = 15;
const shownText = 80;

/** A file of one member's, from the moment that it is chosen until its report is read. */
interface File {
  readonly actorId: string;
  /** Let go once it is imported. */
  sheets: readonly Sheet[];
  sheet: number;
  guess: SheetGuess;
  state: Import["state"] | "being checked";
  /** By what was planned. */
  rows: Map<ImportRow, ImportRow>;
  plan: Plan | undefined;
  done: number;
  readonly remembered: ColumnChoices;
  touchedAtMs: number;
}

/**
 * Import jobs, one a member: a file is checked, then imported in the background. It is in memory alone, so that no copy
 * of people's addresses is left; after a restart the same file goes on where it was.
 */
export function createImports(deps: ImportsDependencies) {
  const { now, log, topics, synonyms, plan, prepare } = deps;
  const files = new Map<string, File>();

  function clear(): void {
    const endMs = now().getTime() - keptMs;
    for (const [memberId, { state, touchedAtMs }] of files) {
      if (state !== "running" && touchedAtMs < endMs) files.delete(memberId);
    }
  }

  /** Whose report could be read still: there is another one to make room for. */
  function removeOver(): void {
    const over = [...files].find(([, { state }]) => state === "done" || state === "failed");
    if (over !== undefined) files.delete(over[0]);
  }

  function find(memberId: string): File {
    clear();
    const file = files.get(memberId);
    if (file === undefined) {
      throw new Problem(404, "We don't have your file anymore. Choose it again");
    }
    file.touchedAtMs = now().getTime();
    return file;
  }

  function refuseRunning(memberId: string): void {
    if (files.get(memberId)?.state !== "running") return;
    throw new Problem(409, "Your last file is still being imported. Wait until it's done");
  }

  async function check(file: File): Promise<Import> {
    const { guess, sheets, sheet } = file;
    file.state = "being checked";
    file.rows = new Map();
    file.plan = undefined;
    const context = { year: now().getUTCFullYear(), topics: topics(), synonyms };
    const people = await readPeopleInTurns(sheets[sheet]?.rows ?? [], guess, context);
    const planned = await plan(people, guess.columns);
    // Another tab has said otherwise meanwhile, and its answer counts.
    if (file.guess !== guess || file.state !== "being checked") return viewOf(file);
    file.rows = new Map(planned.rows.map((row) => [row, row]));
    file.plan = planned;
    file.state = "checked";
    return viewOf(file);
  }

  async function run(file: File, planned: Plan): Promise<void> {
    try {
      await prepare(file.actorId, planned, {
        onRow(row, plannedRow) {
          file.rows.set(plannedRow, row);
          file.done += 1;
        },
        betweenBatches: () => delay(restMs),
      });
      file.state = "done";
    } catch (error) {
      file.state = "failed";
      log({ level: "error", event: "an import failed", ...describeError(error) });
    } finally {
      file.sheets = [];
      file.plan = undefined;
      file.touchedAtMs = now().getTime();
    }
  }

  return {
    /** This member's file, where they have one. Each has one at a time, for an hour. */
    async read(memberId: string): Promise<Import | undefined> {
      clear();
      const file = files.get(memberId);
      return file && viewOf(file);
    },
    /**
     * Takes a file, and says what would happen to each of its rows.
     *
     * @throws {Problem} 400 when it can't be read, 409 while one of theirs is being imported.
     */
    async open(memberId: string, bytes: Uint8Array, remembered: ColumnChoices): Promise<Import> {
      clear();
      refuseRunning(memberId);
      files.delete(memberId);
      if (files.size >= mostFiles) removeOver();
      if (files.size >= mostFiles) {
        throw new Problem(409, "Others are importing files. Try again in a few minutes");
      }
      const sheets = await sheetsIn(bytes);
      const sheet = firstSheet(sheets);
      const file: File = {
        actorId: memberId,
        sheets,
        sheet,
        guess: guessWith(sheets[sheet], remembered),
        state: "being checked",
        rows: new Map(),
        plan: undefined,
        done: 0,
        remembered,
        touchedAtMs: now().getTime(),
      };
      files.set(memberId, file);
      return await check(file);
    },
    /** Says which sheet it is, where its header is, or what its columns are. */
    async choose(memberId: string, choice: ImportChoice): Promise<Import> {
      const file = find(memberId);
      if (file.state !== "checked" && file.state !== "being checked") {
        throw new Problem(409, "This file was imported already");
      }
      const { sheet = file.sheet } = choice;
      const isOther = sheet !== file.sheet && file.sheets[sheet] !== undefined;
      if (isOther) {
        file.sheet = sheet;
        file.guess = guessWith(file.sheets[sheet], file.remembered);
      } else file.guess = chosen(file, choice);
      return await check(file);
    },
    /** Begins the import, which goes on in the background. @throws {Problem} 409 while another one runs. */
    async start(memberId: string): Promise<void> {
      const file = find(memberId);
      if (file.state === "running" || file.state === "done") return;
      if (file.plan === undefined) throw new Problem(409, "Check the file first");
      if ([...files.values()].some(({ state }) => state === "running")) {
        throw new Problem(409, "Another file is being imported. Try again in a few minutes");
      }
      file.state = "running";
      void run(file, file.plan);
    },
    async forget(memberId: string): Promise<void> {
      refuseRunning(memberId);
      files.delete(memberId);
    },
  };
}

async function sheetsIn(bytes: Uint8Array): Promise<readonly Sheet[]> {
  try {
    return await readSheets(bytes);
  } catch (error) {
    if (error instanceof BadFile) throw new Problem(400, error.message);
    throw error;
  }
}

/** What titles say, or what was said of such a column before. */
function guessWith(
  sheet: Sheet | undefined,
  remembered: ColumnChoices,
  headerRow?: number,
): SheetGuess {
  const rows = sheet?.rows ?? [];
  const isKnown = (title: string) => Object.hasOwn(remembered, title);
  const found = guessSheet(rows, headerRow);
  const known = rows.slice(0, shownFirst).findIndex((row) =>
    row.some((cell) => isKnown(cell.trim()))
  );
  const isHeaderless = found.headerRow === undefined && headerRow === undefined;
  const guess = isHeaderless && known !== -1 ? guessSheet(rows, known) : found;
  const columns = guess.columns.map((column) =>
    isKnown(column.title) ? { ...column, field: columnNamed(remembered[column.title]) } : column
  );
  return { ...guess, columns };
}

/** With another header row columns are guessed anew: what was said was about others. */
function chosen({ sheets, sheet, guess, remembered }: File, choice: ImportChoice): SheetGuess {
  const { headerRow, columns: fields } = choice;
  if (headerRow !== undefined && headerRow !== (guess.headerRow ?? null)) {
    const wanted = guessWith(sheets[sheet], remembered, headerRow ?? -1);
    return headerRow === null ? { ...wanted, headerRow: undefined } : wanted;
  }
  if (fields === undefined) return guess;
  const columns = guess.columns.map((column, at) => ({
    ...column,
    field: columnNamed(fields[at]),
  }));
  return { ...guess, columns };
}

function columnNamed(text: string | null | undefined): ColumnName | undefined {
  return typeof text === "string" && Object.hasOwn(columns, text) ? text as ColumnName : undefined;
}

function viewOf({ state, sheets, sheet, guess, rows, done }: File): Import {
  const all = sheets[sheet]?.rows ?? [];
  return {
    state: state === "being checked" ? "checked" : state,
    sheets: sheets.map(({ name }) => name),
    sheet,
    headerRow: guess.headerRow ?? null,
    firstRows: all.slice(0, shownFirst).map((cells) =>
      cells.map((cell) => cell.slice(0, shownText).trim()).filter((cell) => cell !== "")
        .join(", ").slice(0, shownText)
    ),
    columns: guess.columns.map(({ title, field = null, examples }) => ({ title, field, examples })),
    rows: [...rows.values()],
    done,
  };
}
