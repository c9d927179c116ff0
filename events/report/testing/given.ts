import { contentOf } from "../content.ts";
import { cycleNamed } from "../cycle.ts";
import type { LoggedEvent } from "../people.ts";
import { Replay } from "../replay.ts";
import type { Audience, Report } from "../report.ts";
import { countsOf } from "../request-days.ts";
import type { Figure } from "../tables.ts";

/** One event of a made-up history. */
export interface Past {
  /** Day and time, such as `2026-01-15` or `2026-01-15T10:00Z`. */
  readonly at: string | number;
  readonly who: string;
  readonly type: string;
  readonly facts?: object;
  /** The actor, if not the member. */
  readonly actor?: string;
}

interface ThenOptions {
  readonly cycle?: number;
  /** When the log ends; after the cycle unless a test says so. */
  readonly until?: string;
  readonly audience?: Audience;
  /** Facts of `RequestsCounted`. */
  readonly counted?: readonly { readonly day: string; readonly [name: string]: unknown }[];
}

export type Content = Pick<Report, "answers" | "nextSteps" | "sections">;

/** Given a history, then a report has this content. */
export function given(...history: readonly Past[]) {
  const events = history.map(({ at, who, type, facts = {}, actor = who }, index) =>
    ({
      ...{ position: index + 1, memberId: who, actorId: actor, type, facts },
      atMs: typeof at === "number" ? at : Date.parse(at),
    }) as LoggedEvent
  );
  return {
    content(options: ThenOptions = {}): Content {
      const { cycle = 2026, until = "2030-01-01", audience = "staff", counted = [] } = options;
      const atMs = Date.parse(until);
      const replay = new Replay({
        cycles: [cycle - 2, cycle - 1, cycle].map((name) => cycleNamed(name)),
        atMs,
        countedDays: new Map(counted.map((facts) => [facts.day, countsOf(facts as never)])),
      });
      replay.take(events.filter((event) => event.atMs < atMs));
      return contentOf(replay.finish(), { statistic: "cycle", audience });
    },
    /** One row of a table, by the labels of its columns. */
    row(tableId: string, label: string, options?: ThenOptions): Record<string, Figure> {
      return rowIn(this.content(options), tableId, label);
    },
    /** The labels of a table's rows. */
    rows(tableId: string, options?: ThenOptions): string[] {
      return tableOf(this.content(options), tableId).rows.map(({ label }) => label);
    },
    /** The answer to one question. */
    answer(name: string, options?: ThenOptions): string | undefined {
      return this.content(options).answers.find((answer) => answer.name === name)?.sentence;
    },
  };
}

export function tableOf({ sections }: Pick<Report, "sections">, tableId: string) {
  const table = sections.flatMap(({ tables }) => tables).find(({ id }) => id === tableId);
  if (table === undefined) throw new Error(`No table ${tableId}`);
  return table;
}

/** One row of a table, by the labels of its columns. */
export function rowIn(
  report: Pick<Report, "sections">,
  tableId: string,
  label: string,
): Record<string, Figure> {
  const table = tableOf(report, tableId);
  const row = table.rows.find((one) => one.label === label);
  if (row === undefined) throw new Error(`No row ${label} in ${tableId}`);
  return Object.fromEntries(
    table.columns.map((column, at) => [column.label, row.figures[at] ?? null]),
  );
}

export function registered(who: string, at: string, role: string | null = "alumni"): Past {
  return { who, at, type: "MemberRegistered", facts: { role } };
}

/** Several of one role: `cadet 1`, `cadet 2`, … */
export function manyRegistered(count: number, role: string, at = "2026-01-01"): Past[] {
  return Array.from(
    { length: count },
    (_, number) => registered(`${role} ${number + 1}`, at, role),
  );
}

export function published(who: string, at: string, facts: object = {}): Past {
  return {
    who,
    at,
    type: "ProfileCreated",
    facts: {
      classYears: "2018",
      rank: "CPT",
      armyBranch: "Aviation",
      dutyStatus: "Veteran",
      industryCode: "technology",
      regionCode: "US-TX",
      helpTopics: ["Networking"],
      ...facts,
    },
  };
}

export function happened(type: string, who: string, at: string, facts: object = {}): Past {
  return { who, at, type, facts };
}
