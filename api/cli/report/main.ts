/** The report command needs only the log, and may run beside the service. */
import { readFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { type Database, openDatabase } from "../../../events/store/database.ts";
import { DatabaseDamaged } from "../../../events/store/database-errors.ts";
import { pathOf } from "../../../events/store/database-place.ts";
import { UnknownEvent } from "../../../events/store/unknown-event.ts";
import { tableNamesOf } from "../../../events/store/migrate.ts";
import { FileNotWritable, writeNamedFile } from "../../../events/named-file.ts";
import { formatReports } from "../../../events/report/formats/format.ts";
import { makeReports } from "../../../events/report/make-reports.ts";
import { ReportError } from "../../../events/report/source.ts";
import { withSecretsFromFiles } from "../../config/secret-files.ts";
import { version } from "../../config/version.ts";
import { UsageError } from "../tasks/options.ts";
import { type CommandLine, parseCommandLine } from "./arguments.ts";

try {
  const options = parseCommandLine(Deno.args);
  if (typeof options === "string") write(`${options}\n`);
  else if (options.out === undefined) write(await make(options));
  else await writeNamedFile(options.out, await make(options));
  Deno.exit(0);
} catch (error) {
  // The reader closed the pipe, as `| head` does.
  if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
  if (error instanceof UsageError) {
    console.error(`${error.message}\nnpm run report -- --help says more.`);
    Deno.exit(2);
  }
  const isExpected = [ReportError, UnknownEvent, FileNotWritable].some((kind) =>
    error instanceof kind
  );
  const damaged = 'The log is damaged, or no database: "npm run admin -- verify" says more';
  console.error(isDamaged(error) ? damaged : isExpected ? (error as Error).message : error);
  Deno.exit(1);
}

/** Whether SQLite can't read the file, by any of its errors. */
function isDamaged(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return error instanceof DatabaseDamaged || /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

async function make(options: CommandLine): Promise<string> {
  const values = Deno.env.toObject();
  const database = await openLog(values);
  const reports = await makeReports(database, options, {
    version,
    now: Date.now(),
    onProgress: showProgress,
  });
  showOnTerminal("\r\x1b[K");
  database.close();
  if (options.format === "html") {
    // Other formats start sooner without the packages for charts.
    const { formatHtml } = await import("../../../web/statistics/html.tsx");
    return formatHtml(reports, { isComparisonOnly: options.isComparisonOnly });
  }
  const isColored = options.out === undefined && Deno.stdout.isTerminal() && !values.NO_COLOR;
  const { format, isSeries, isComparisonOnly } = options;
  return formatReports(reports, format, { isColored, isSeries, isComparisonOnly });
}

/**
 * Opens an existing log. Reports read their variables themselves, since they have no keys.
 * @throws {ReportError} When it doesn't exist, or isn't a log.
 */
async function openLog(values: Readonly<Record<string, string | undefined>>): Promise<Database> {
  const folder = (values.DATA_DIR?.trim() || "data").split("/").map(encodeURIComponent).join("/");
  const url = values.DATABASE_URL?.trim() || `file:${folder}/alumni.db`;
  if (url.startsWith("file:") && !await access(pathOf(url)).then(() => true, () => false)) {
    const path = url.slice("file:".length);
    throw new ReportError(`There is no database at ${path}: set DATA_DIR or DATABASE_URL`);
  }
  const problems: string[] = [];
  const read = (path: string) => readFileSync(path, "utf8");
  const { DATABASE_AUTH_TOKEN: authToken } = withSecretsFromFiles(
    values,
    ["DATABASE_AUTH_TOKEN"],
    read,
    problems,
  );
  if (problems.length > 0) throw new ReportError(problems.join("\n"));
  const database = await openDatabase({ url, authToken, durability: "normal" });
  if ((await tableNamesOf(database)).includes("events")) return database;
  database.close();
  throw new ReportError(`The database at ${url} is none of this product`);
}

function showProgress(done: number, total: number): void {
  const part = done / Math.max(total, 1);
  const bar = "=".repeat(Math.round(part * 30)).padEnd(30);
  showOnTerminal(`\rReading the log [${bar}] ${Math.floor(part * 100)} %`);
}

function showOnTerminal(text: string): void {
  if (Deno.stderr.isTerminal()) Deno.stderr.writeSync(new TextEncoder().encode(text));
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) {
    written += Deno.stdout.writeSync(bytes.subarray(written));
  }
}
