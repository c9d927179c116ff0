import { createLineWriter } from "./line-writer.ts";

/** Writes a log line. Never log a name, an address, a query, a body or a path parameter. */
export type Log = (entry: LogEntry) => void;

export interface LogEntry {
  readonly level: "info" | "warning" | "error";
  readonly event: string;
  readonly [detail: string]: string | number | boolean | readonly string[] | undefined;
}

export function createLog(
  write: (line: string, level: LogEntry["level"]) => void,
  now: () => Date,
): Log {
  return (entry) => write(JSON.stringify({ at: now().toISOString(), ...entry }), entry.level);
}

/** The service's log on stderr. Lines of "info", one for every request, may be delayed and joined. */
export function createStderrLog(
  now: () => Date,
): { readonly log: Log; readonly flush: () => void } {
  const encoder = new TextEncoder();
  const lines = createLineWriter((text) => {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
  });
  const log = createLog((line, level) => {
    lines.write(line);
    if (level !== "info") lines.flush();
  }, now);
  return { log, flush: lines.flush };
}

/** An error's type and place, without its message, which may contain a person's text. */
export function describeError(error: unknown): Record<string, string | readonly string[]> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { cause } = error;
  const code = (error as { code?: unknown }).code;
  const causeCode = (cause as { code?: unknown } | undefined)?.code;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(typeof code === "string" && { code }),
    ...(cause instanceof Error && { cause: cause.name }),
    ...(typeof causeCode === "string" && { causeCode }),
    stack: frames.slice(0, 12).map((line) => line.trim()),
  };
}
