/**
 * The reporting command: `npm run report -- --help` says how it is used. It needs the log alone, no
 * key and no read tables, and may run beside the service.
 *
 * @module
 */
import about from "../../package.json" with { type: "json" };
import { DatabaseDamaged } from "../database-errors.ts";
import { UnknownEvent } from "../log/upcast.ts";
import { FileNotWritable, writeNamedFile } from "../named-file.ts";
import { parseWish, UsageError, type Wish } from "./arguments.ts";
import { cycleStartWords, parseCycleStart, usualStart } from "./cycle.ts";
import { formatReports } from "./formats/format.ts";
import { readPages } from "./replay/pages.ts";
import { createProgressBar } from "./progress.ts";
import { startReadAhead } from "./replay/read-ahead.ts";
import { makeReports } from "./make-reports.ts";
import { ReportError } from "./report-error.ts";
import { environmentOf, findHorizon, openLog } from "./source.ts";

const largeLog = 50_000;
const { version } = about;

try {
  const wish = parseWish(Deno.args);
  if (typeof wish === "string") write(`${wish}\n`);
  else await print(wish, await make(wish));
  Deno.exit(0);
} catch (error) {
  // Whoever reads has enough, as with `| head`: nothing is wrong.
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

async function make(wish: Wish): Promise<string> {
  const values = Deno.env.toObject();
  const start = parseCycleStart(values.CYCLE_START?.trim() || usualStart);
  if (start === undefined) throw new ReportError(`CYCLE_START ${cycleStartWords}`);
  const address = {
    ...environmentOf(values, Deno.readTextFileSync),
    durability: "normal",
  } as const;
  const database = await openLog(address);
  const horizon = await findHorizon(database, wish.asOf, Date.now());
  const { position } = horizon;
  const progress = createProgressBar(position);
  // A second core is worth its start for a large log only.
  const ahead = position > largeLog ? startReadAhead(address) : undefined;
  const reports = await makeReports(horizon, wish, {
    start,
    version,
    pages: () => ahead?.pages(position) ?? readPages(database, position),
    onProgress: progress.report,
  });
  progress.end();
  ahead?.close();
  database.close();
  const isColored = wish.out === undefined && Deno.stdout.isTerminal() && !values.NO_COLOR;
  return await formatReports(reports, wish.format, { isColored, isSeries: wish.isSeries });
}

async function print({ out }: Wish, text: string): Promise<void> {
  if (out === undefined) write(text);
  else await writeNamedFile(out, text);
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) {
    written += Deno.stdout.writeSync(bytes.subarray(written));
  }
}
