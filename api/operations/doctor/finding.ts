import type { Environment } from "../../config/env.ts";
import type { Opened } from "../tasks/opened.ts";

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

/** Check of what is only there once the databases are open. */
export type OpenedCheck = (
  context: DoctorContext & { readonly opened: Opened },
  say: Findings,
) => Promise<void>;

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
}

/** Which kind of failure it was, without words from outside. */
export function kindOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = cause === undefined ? "" : kindOf(cause);
  return inner || (typeof code === "string" && code) || String(name ?? "unknown");
}
