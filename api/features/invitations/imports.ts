import { setTimeout as delay } from "node:timers/promises";
import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { ImportChoice, ImportRow } from "../../contract/program.ts";
import type { ColumnChoices } from "./import-guess.ts";
import type { Plan } from "./plan-import.ts";
import type { Preparing } from "./preparing.ts";
import { BadFile } from "./sheets/bad-file.ts";
import {
  type List,
  type ListFile,
  type ListQuestion,
  type ListSummary,
  readList,
  toListFile,
} from "./sheets/read-list.ts";
import { describeError, type Log } from "../../node/log.ts";
import { Problem } from "../../contract/problem.ts";

interface ImportsParts {
  readonly staff: Pick<Staff, "require">;
  readonly preparing: Pick<Preparing, "all" | "plan">;
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly log: Log;
  readonly now: () => Date;
}

/** Files have people's addresses, and take memory. */
const maxFiles = 5;
const forgottenAfterMs = 60 * 60_000;
/** Pause after each batch, so that pages stay fast. Mails are sent one a second anyway. */
const pauseMs = 400;

/** A staff member's file, from its choice until its report is read. */
interface File {
  readonly actorId: string;
  /** `undefined` once it is imported. */
  content: ListFile | undefined;
  list: ListSummary;
  /** The latest check. */
  check: symbol;
  state: "being checked" | "checked" | "running" | "done" | "failed";
  rows: Map<ImportRow, ImportRow>;
  plan: Plan | undefined;
  done: number;
  readonly remembered: ColumnChoices;
  includesOptedOut: boolean;
  touchedAtMs: number;
}

/**
 * Imports of spreadsheets, one for each staff member, in the background. Files are only in memory,
 * so no addresses are left. After a restart, the same file continues.
 */
export class Imports {
  readonly #files = new Map<string, File>();

  constructor(private readonly deps: ImportsParts) {}

  /** This staff member's file, forgotten an hour after its last use. */
  async read(memberId: string): Promise<Import | undefined> {
    await this.deps.staff.require(memberId);
    this.#forgetOld();
    const file = this.#files.get(memberId);
    return file && shownImport(file);
  }

  /**
   * Opens a file, and reads it in the background.
   * @param name Name of the file.
   * @throws {Problem} 400 when it can't be read, 409 while other files are imported.
   */
  async open(
    memberId: string,
    bytes: Uint8Array,
    remembered: ColumnChoices,
    name?: string,
  ): Promise<Import> {
    const files = this.#files;
    await this.forget(memberId);
    this.#forgetOld();
    if (files.size >= maxFiles) this.#forgetFinished();
    if (files.size >= maxFiles) {
      throw new Problem(409, "Others are importing files. Try again in a few minutes");
    }
    const shared = await orProblem(async () => toListFile(bytes, name));
    const list = await this.#read(shared, { remembered });
    const file: File = {
      actorId: memberId,
      content: shared,
      list,
      check: Symbol(),
      remembered,
      includesOptedOut: false,
      state: "being checked",
      rows: new Map(),
      plan: undefined,
      done: 0,
      touchedAtMs: this.deps.now().getTime(),
    };
    files.set(memberId, file);
    return await this.#check(file, async () => list);
  }

  async choose(memberId: string, choice: ImportChoice): Promise<Import> {
    await this.deps.staff.require(memberId);
    const file = this.#find(memberId);
    const { content, list: { sheets, sheet, guess }, remembered, state } = file;
    if (content === undefined || state !== "checked" && state !== "being checked") {
      throw new Problem(409, "This file was imported already");
    }
    const chosen = choice.sheet ?? sheet;
    const isOther = chosen !== sheet && sheets[chosen] !== undefined;
    const question = isOther ? { sheet: chosen } : { sheet, before: { guess, choice } };
    // Staff haven't answered the question about people in another sheet yet.
    const includesOptedOut = choice.includesOptedOut ?? (file.includesOptedOut && !isOther);
    file.includesOptedOut = includesOptedOut;
    const all = { ...question, remembered, includesOptedOut };
    return await this.#check(file, () => this.#read(content, all));
  }

  /**
   * Starts the import in the background. @param words A sentence for each mail. @throws {Problem}
   * 409 while another file is imported.
   */
  async start(memberId: string, words = ""): Promise<void> {
    await this.deps.staff.require(memberId);
    const file = this.#find(memberId);
    if (file.state === "running" || file.state === "done") return;
    if (file.plan === undefined || file.state === "being checked") {
      throw new Problem(409, "Check the file first");
    }
    if ([...this.#files.values()].some(({ state }) => state === "running")) {
      throw new Problem(409, "Another file is being imported. Try again in a few minutes");
    }
    file.state = "running";
    void this.#run(file, file.plan, words);
  }

  async forget(memberId: string): Promise<void> {
    await this.deps.staff.require(memberId);
    this.#refuseRunning(memberId);
    this.#files.delete(memberId);
  }

  #forgetOld(): void {
    const endMs = this.deps.now().getTime() - forgottenAfterMs;
    for (const [memberId, { state, touchedAtMs }] of this.#files) {
      if (state !== "running" && touchedAtMs < endMs) this.#files.delete(memberId);
    }
  }

  /** Makes room for another file. The report of a finished one is lost. */
  #forgetFinished(): void {
    const finished = [...this.#files.values()]
      .find(({ state }) => state === "done" || state === "failed");
    if (finished !== undefined) this.#files.delete(finished.actorId);
  }

  #find(memberId: string): File {
    this.#forgetOld();
    const file = this.#files.get(memberId);
    if (file === undefined) {
      throw new Problem(404, "We don't have your file anymore. Choose it again");
    }
    file.touchedAtMs = this.deps.now().getTime();
    return file;
  }

  #refuseRunning(memberId: string): void {
    if (this.#files.get(memberId)?.state !== "running") return;
    throw new Problem(409, "Your last file is still being imported. Wait until it's done");
  }

  async #read(
    file: ListFile,
    question: Pick<ListQuestion, "sheet" | "before" | "remembered" | "includesOptedOut">,
  ): Promise<List> {
    const { now, settings: { topics } } = this.deps;
    const context = {
      year: now().getUTCFullYear(),
      ownTopics: topics().own,
    };
    return await orProblem(() => readList(file, { ...question, ...context }));
  }

  async #check(file: File, read: () => Promise<List>): Promise<Import> {
    const check = Symbol();
    file.check = check;
    file.state = "being checked";
    // Another tab may have chosen otherwise during the check. The latest choice counts.
    const isLatest = () => file.check === check && file.state === "being checked";
    try {
      const { people, ...list } = await read();
      const planned = await this.deps.preparing.plan(people, list.guess.columns);
      if (!isLatest()) return shownImport(file);
      file.list = list;
      file.rows = new Map(planned.rows.map((row) => [row, row]));
      file.plan = planned;
      return shownImport(file);
    } finally {
      if (isLatest()) file.state = "checked";
    }
  }

  async #run(file: File, planned: Plan, words: string): Promise<void> {
    try {
      await this.deps.preparing.all({ actorId: file.actorId, words }, planned, {
        onRow(row, plannedRow) {
          file.rows.set(plannedRow, row);
          file.done += 1;
        },
        betweenBatches: () => delay(pauseMs),
      });
      this.deps.outgoing.wake();
      file.state = "done";
    } catch (error) {
      file.state = "failed";
      this.deps.log({ level: "error", event: "an import failed", ...describeError(error) });
    } finally {
      file.content = undefined;
      file.plan = undefined;
      file.touchedAtMs = this.deps.now().getTime();
    }
  }
}

async function orProblem<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BadFile) throw new Problem(400, error.message);
    throw error;
  }
}

export type Import = ReturnType<typeof shownImport>;

function shownImport({ state, list, rows, done, includesOptedOut }: File) {
  const { sheets, sheet, guess, firstRows } = list;
  return {
    state: state === "being checked" ? "checked" : state,
    sheets,
    sheet,
    headerRow: guess.headerRow ?? null,
    /** Cut short; the header is among them. */
    firstRows,
    columns: guess.columns.map(({ title, field = null, examples }) => ({ title, field, examples })),
    rows: [...rows.values()],
    includesOptedOut,
    /** Number of new people imported so far. */
    done,
  };
}
