import { setTimeout as delay } from "node:timers/promises";
import type { Import, ImportRow } from "../contract/program.ts";
import { type ColumnName, columnOf, columns } from "../invitations/columns.ts";
import type { Outcome, Plan, Planned, prepare } from "../invitations/import-alumni.ts";
import {
  type AlumniTable,
  readAlumniInTurns,
  readTableInTurns,
  type Row,
  wrongColumns,
} from "../invitations/read-alumni.ts";
import { BadFile } from "../invitations/sheets/bad-file.ts";
import { describeError, type Log } from "../log.ts";
import { Problem } from "../problems.ts";
import type { Topics } from "../../events/program/topics.ts";
import type { Inviting } from "./office.ts";

export interface ImportsDependencies {
  readonly now: () => Date;
  readonly log: Log;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  readonly plan: (rows: readonly Row[]) => Promise<Plan>;
  readonly prepare: (
    actorId: string,
    planned: readonly Planned[],
    told: Parameters<typeof prepare>[2],
  ) => Promise<void>;
}

/** Five of them are held at once: people's addresses are in them, and they take memory. */
const mostFiles = 5;
const keptMs = 60 * 60_000;
/** Between batches people read. It is no hurry: mails go out one a second. */
const restMs = 400;

/** A file of one member's, from the moment that it is chosen until its report is read. */
interface File {
  readonly actorId: string;
  readonly header: readonly string[];
  /** Let go once it is imported. */
  table: AlumniTable | undefined;
  choice: readonly (ColumnName | null)[];
  state: Import["state"];
  wrong: string | null;
  rows: Map<number, ImportRow>;
  planned: readonly Planned[];
  done: number;
  touchedAtMs: number;
}

type Imports = {
  readonly read: Inviting["file"];
} & Pick<Inviting, "open" | "choose" | "start" | "forget">;

/**
 * Import jobs, one a member: a file is checked, then imported in the background. It is in memory alone, so that no copy
 * of people's addresses is left; after a restart the same file goes on where it was.
 */
export function createImports({ now, log, topics, plan, prepare }: ImportsDependencies): Imports {
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
    if (file === undefined) throw new Problem(404, "Please choose the file again");
    file.touchedAtMs = now().getTime();
    return file;
  }

  function refuseRunning(memberId: string): void {
    if (files.get(memberId)?.state !== "running") return;
    throw new Problem(409, "Your last file is still being imported");
  }

  async function check(file: File): Promise<Import> {
    if (file.table === undefined || file.state === "running") {
      throw new Problem(409, "This file is imported already");
    }
    const { table, choice } = file;
    const columnAt = (_: string, at: number) => choice[at] ?? undefined;
    file.wrong = wrongColumns(table, columnAt) ?? null;
    file.rows = new Map();
    file.planned = [];
    file.state = "asked";
    if (file.wrong !== null) return viewOf(file);
    const { rows } = await readAlumniInTurns(table, {
      year: now().getUTCFullYear(),
      topics: topics(),
    }, columnAt);
    const { outcomes, planned } = await plan(rows);
    // Another tab has said otherwise meanwhile, and its answer counts.
    if (file.choice !== choice || file.state !== "asked") return viewOf(file);
    const names = new Map(rows.map((row) => [row.number, nameIn(row)]));
    file.rows = new Map(outcomes.map((one) => [one.number, rowOf(one, names.get(one.number))]));
    file.planned = planned;
    file.state = "checked";
    return viewOf(file);
  }

  async function run(file: File): Promise<void> {
    try {
      await prepare(file.actorId, file.planned, {
        onRow(outcome) {
          const { name } = file.rows.get(outcome.number) ?? {};
          const row = rowOf(outcome, name);
          file.rows.set(row.number, row.is === "new" ? { ...row, is: "invited" } : row);
          file.done += 1;
        },
        betweenBatches: () => delay(restMs),
      });
      file.state = "done";
    } catch (error) {
      file.state = "failed";
      log({ level: "error", event: "an import failed", ...describeError(error) });
    } finally {
      file.table = undefined;
      file.planned = [];
      file.touchedAtMs = now().getTime();
    }
  }

  return {
    async read(memberId) {
      clear();
      const file = files.get(memberId);
      return file && viewOf(file);
    },
    async open(memberId, bytes, remembered) {
      clear();
      refuseRunning(memberId);
      files.delete(memberId);
      if (files.size >= mostFiles) removeOver();
      if (files.size >= mostFiles) {
        throw new Problem(409, "Others are importing files. Please try again in a few minutes");
      }
      const table = await tableIn(bytes);
      const file: File = {
        actorId: memberId,
        header: table.header,
        table,
        choice: table.header.map((header) => choiceFor(header, remembered)),
        state: "asked",
        wrong: null,
        rows: new Map(),
        planned: [],
        done: 0,
        touchedAtMs: now().getTime(),
      };
      files.set(memberId, file);
      return await check(file);
    },
    async choose(memberId, chosen) {
      const file = find(memberId);
      file.choice = file.header.map((_, at) => columnNamed(chosen[at]));
      return await check(file);
    },
    async start(memberId) {
      const file = find(memberId);
      if (file.state === "running" || file.state === "done") return;
      if (file.state !== "checked") throw new Problem(409, "Please check the file first");
      if ([...files.values()].some(({ state }) => state === "running")) {
        throw new Problem(409, "Another file is being imported. Please try again in a few minutes");
      }
      file.state = "running";
      void run(file);
    },
    async forget(memberId) {
      refuseRunning(memberId);
      files.delete(memberId);
    },
  };
}

async function tableIn(bytes: Uint8Array): Promise<AlumniTable> {
  try {
    return await readTableInTurns(bytes);
  } catch (error) {
    if (error instanceof BadFile) throw new Problem(400, error.message);
    throw error;
  }
}

/** What was said of such a column before, or what its header says. */
function choiceFor(
  header: string,
  remembered: Readonly<Record<string, string | null>>,
): ColumnName | null {
  return Object.hasOwn(remembered, header)
    ? columnNamed(remembered[header])
    : columnOf(header) ?? null;
}

function columnNamed(text: string | null | undefined): ColumnName | null {
  return typeof text === "string" && Object.hasOwn(columns, text) ? text as ColumnName : null;
}

function nameIn(row: Row): string | null {
  return row.is === "person" ? `${row.invitee.firstName} ${row.invitee.lastName}` : null;
}

function rowOf(outcome: Outcome, name: string | null | undefined): ImportRow {
  const why = outcome.is === "wrong" ? outcome.why : outcome.is === "new" ? outcome.note : null;
  return { number: outcome.number, name: name ?? null, is: outcome.is, why: why ?? null };
}

function viewOf({ state, header, choice, wrong, rows, done }: File): Import {
  return { state, header, columns: choice, wrong, rows: [...rows.values()], done };
}
