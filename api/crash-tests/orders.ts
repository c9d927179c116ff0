/**
 * Orders to die. A process started with {@link importMap} kills itself at the moment named in the file `CRASH_ORDERS`.
 * A test can give an order at any time, and check that it was carried out.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Moment, type Point, steps, type Write } from "./steps.ts";

/** Replaces the modules that the product writes with by those of `edges/`. */
export const importMap = fileURLToPath(new URL("edges.json", import.meta.url));

interface Order extends Point {
  /** 1 dies the first time that the step runs, 2 the second time. */
  readonly occurrence: number;
}

export async function giveOrder(path: string, order: Order): Promise<void> {
  // Renamed into place, so that no process reads half of it.
  await writeFile(`${path}.new`, JSON.stringify(order));
  await rename(`${path}.new`, path);
}

/** Whether the process died as ordered: it removes the order first. */
export function isCarriedOut(path: string): boolean {
  return !existsSync(path);
}

/** Days that the clock of the process is ahead. If any, loops of ten minutes run at once. */
const daysAhead = Number(Deno.env.get("CRASH_DAYS") ?? 0);
if (daysAhead > 0) {
  const [RealDate, realTimeout] = [Date, setTimeout];
  const aheadMs = daysAhead * 24 * 60 * 60 * 1000;
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      super(...(given.length === 0 ? [RealDate.now() + aheadMs] : given) as []);
    }
    static override now(): number {
      return RealDate.now() + aheadMs;
    }
  } as DateConstructor;
  const tenMinutesMs = 10 * 60_000;
  // Uploads have a time limit of ten minutes, too, so only loops are sped up.
  const isRepeated = () => new Error().stack?.includes("/api/node/repeat.ts") === true;
  globalThis.setTimeout = ((work: () => void, ms?: number) =>
    realTimeout(work, ms === tenMinutesMs && isRepeated() ? 300 : ms)) as typeof setTimeout;
}

const path = Deno.env.get("CRASH_ORDERS");
let current = "";
let taken = 0;

/** The moment of this write at which to die; `undefined` to continue. */
function momentToDie(write: Write): Moment | undefined {
  const text = readOrder();
  if (text === "") return undefined;
  if (text !== current) [current, taken] = [text, 0];
  const { step, moment, occurrence }: Order = JSON.parse(text);
  const [matches] = steps[step];
  if (!matches(write)) return undefined;
  taken += 1;
  return taken === occurrence ? moment : undefined;
}

/** Kills this process: no handler runs, nothing is flushed or closed. */
export function die(): never {
  if (path !== undefined) rmSync(path);
  Deno.kill(Deno.pid, "SIGKILL");
  // Blocks until the signal arrives.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/** Runs a step, and dies before, within or after it if ordered to. */
export function runStep<T>(write: Write, step: () => T, runHalf: () => unknown = step): T {
  const moment = momentToDie(write);
  if (moment === "before") die();
  const ended = (result: unknown) => moment === undefined ? result : die();
  // Nothing was written, so this time doesn't count.
  const failed = (error: unknown): never => {
    if (moment !== undefined) taken -= 1;
    throw error;
  };
  try {
    const result = moment === "within" ? runHalf() : step();
    return (result instanceof Promise ? result.then(ended, failed) : ended(result)) as T;
  } catch (error) {
    return failed(error);
  }
}

function readOrder(): string {
  if (path === undefined) return "";
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
