import type { Environment } from "../../config/env.ts";
import { EnvironmentError } from "../../config/environment-error.ts";
import type { Opened } from "../tasks/open-data.ts";

/** Result of one check, without names or secrets. */
export interface Finding {
  readonly level: "OK" | "WARN" | "FAIL";
  readonly part: string;
  readonly what: string;
  /** What to do about a problem. */
  readonly todo?: string;
}

export interface DoctorContext {
  readonly environment: Environment;
  /** Databases and secrets, unless they can't be opened or don't exist yet. */
  readonly opened: Opened | undefined;
  readonly now: () => Date;
}

export type Check = (context: DoctorContext, say: Findings) => Promise<void>;

export const wrongVariable = "correct it; .env.example describes each variable";

export class Findings {
  readonly all: Finding[] = [];

  constructor(readonly part: string) {}

  ok(what: string): void {
    this.all.push({ level: "OK", part: this.part, what });
  }

  warn(what: string, todo: string): void {
    this.all.push({ level: "WARN", part: this.part, what, todo });
  }

  fail(what: string, todo: string): void {
    this.all.push({ level: "FAIL", part: this.part, what, todo });
  }

  /** Reports an error that ended the check. Errors of variables explain themselves. */
  failBy(error: unknown, what: string, todo: string): void {
    if (!(error instanceof EnvironmentError)) return this.fail(what, todo);
    for (const problem of error.problems) this.fail(problem, wrongVariable);
  }
}

/** The kind of failure, without words from outside. */
export function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = cause === undefined ? "" : kindOf(cause);
  return inner || (typeof code === "string" && code) || String(name ?? "unknown");
}
