/**
 * The report command: `npm run report -- --help` says how it is used. It needs the log alone, no
 * key and no read tables, and may run beside the service.
 *
 * @module
 */
import { DatabaseDamaged } from "../../../events/database-errors.ts";
import { UnknownEvent } from "../../../events/log/upcast.ts";
import { FileNotWritable, writeNamedFile } from "../../../events/named-file.ts";
import { cycleStartWords, parseCycleStart, usualStart } from "../../../events/report/cycle.ts";
import { formatReports } from "../../../events/report/formats/format.ts";
import { makeReports } from "../../../events/report/make-reports.ts";
import { ReportError } from "../../../events/report/report-error.ts";
import { environmentOf, openLog } from "../../../events/report/source.ts";
import { version } from "../../config/version.ts";
import { type Order, parseOrder, UsageError } from "./arguments.ts";
import { createProgressBar } from "./progress.ts";

try {
  const order = parseOrder(Deno.args);
  if (typeof order === "string") write(`${order}\n`);
  else await print(order, await make(order));
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

/** Whether SQLite cannot read the file, in whichever way it was asked. */
function isDamaged(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return error instanceof DatabaseDamaged || /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

async function make(order: Order): Promise<string> {
  const values = Deno.env.toObject();
  const start = parseCycleStart(values.CYCLE_START?.trim() || usualStart);
  if (start === undefined) throw new ReportError(`CYCLE_START ${cycleStartWords}`);
  const database = await openLog({
    ...environmentOf(values, Deno.readTextFileSync),
    durability: "normal",
  });
  const progress = createProgressBar();
  const reports = await makeReports(database, order, {
    start,
    version,
    now: Date.now(),
    onProgress: progress.report,
  });
  progress.end();
  database.close();
  if (order.format === "html") {
    // The other formats start sooner without the packages that draw charts.
    const { formatHtml } = await import("../../../web/statistics/html.tsx");
    return formatHtml(reports);
  }
  const isColored = order.out === undefined && Deno.stdout.isTerminal() && !values.NO_COLOR;
  return formatReports(reports, order.format, { isColored, isSeries: order.isSeries });
}

async function print({ out }: Order, text: string): Promise<void> {
  if (out === undefined) write(text);
  else await writeNamedFile(out, text);
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) {
    written += Deno.stdout.writeSync(bytes.subarray(written));
  }
}
