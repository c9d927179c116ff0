import type { Environment } from "../../config/env.ts";
import { EnvironmentError } from "../../config/environment-error.ts";
import type { Opened } from "../tasks/opened.ts";
import table from "./findings.json" with { type: "json" };

/** What a check has found. It names no one and has no secret. */
export interface Finding {
  readonly level: "OK" | "WARN" | "FAIL";
  readonly part: string;
  readonly what: string;
  /** What to do about it; missing when all is well. */
  readonly todo?: string;
}

/** What the checks look at. */
export interface DoctorContext {
  readonly environment: Environment;
  /** Databases and secrets; missing when they can't be opened, or don't exist yet. */
  readonly opened: Opened | undefined;
  readonly now: () => Date;
}

/** Checks one part of the product. */
export type Check = (context: DoctorContext, findings: Findings) => Promise<void>;

/** Check of what exists only once the databases are open. */
export type OpenedCheck = (
  context: DoctorContext & { readonly opened: Opened },
  findings: Findings,
) => Promise<void>;

/** Findings about one part of the product. `findings.json` has their words. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(readonly part: string) {}

  /**
   * @param values What stands in braces in the words.
   * @param level Another one than the table's. With "OK" there is nothing to do.
   */
  add(
    name: keyof typeof table,
    values: Readonly<Record<string, string | number>> = {},
    level?: Finding["level"],
  ): void {
    const row: { level: string; what: string; todo?: string } = table[name];
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
    const finding = { level: level ?? row.level as Finding["level"], part: this.part };
    const todo = row.todo === undefined || finding.level === "OK" ? {} : { todo: fill(row.todo) };
    this.all.push({ ...finding, what: fill(row.what), ...todo });
  }

  /** What an error says is wrong with the environment; else which kind of error it was. */
  addError(error: unknown): void {
    if (!(error instanceof EnvironmentError)) {
      return this.add("unknown-failure", { kind: kindOf(error) });
    }
    for (const problem of error.problems) this.add("problem", { problem });
  }
}

/** Which kind of failure it was, without words from outside. */
export function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = cause === undefined ? "" : kindOf(cause);
  return inner || (typeof code === "string" && code) || String(name ?? "unknown");
}
