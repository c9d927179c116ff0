import type { Environment } from "../../config/env.ts";
import { EnvironmentError } from "../../config/environment-error.ts";
import type { Opened } from "../tasks/open-data.ts";

/** Result of one check. It names no one and has no secret. */
export interface Finding {
  readonly level: "OK" | "WARN" | "FAIL";
  readonly part: string;
  readonly what: string;
  /** What to do about it; missing when all is well. */
  readonly todo?: string;
}

export interface DoctorContext {
  readonly environment: Environment;
  /** Databases and secrets; missing when they cannot be opened, or are not there yet. */
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

  /** Reports an error that ended the check. Problems of variables say themselves what is wrong. */
  failBy(error: unknown, what: string, todo: string): void {
    if (!(error instanceof EnvironmentError)) return this.fail(what, todo);
    for (const problem of error.problems) this.fail(problem, wrongVariable);
  }
}

/** Which kind of failure it was, without words from outside. */
export function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = cause === undefined ? "" : kindOf(cause);
  return inner || (typeof code === "string" && code) || String(name ?? "unknown");
}
