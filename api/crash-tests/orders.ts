/**
 * Orders to die. A process that was started with {@link importMap} ends with SIGKILL at the moment that the order in
 * the file `CRASH_ORDERS` names. A test can give an order at any time, and see that it was carried out.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Moment, type Point, steps, type Write } from "./steps.ts";

/** Puts the modules of `edges/` in the place of those that the product writes with. */
export const importMap = fileURLToPath(new URL("edges.json", import.meta.url));

interface Order extends Point {
  /** 1 dies at the first time that the step is taken, 2 at the second. */
  readonly occurrence: number;
}

export async function giveOrder(path: string, order: Order): Promise<void> {
  // Renamed into place, so that no process reads half of it.
  await writeFile(`${path}.new`, JSON.stringify(order));
  await rename(`${path}.new`, path);
}

/** Whether the process died as ordered: it removes the order first. */
export function isObeyed(path: string): boolean {
  return !existsSync(path);
}

/** Days that the process is ahead of time; what it does every ten minutes it then does at once. */
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
  const seldomMs = 10 * 60_000;
  // An upload may take as long. Only repeated work is done at once.
  const isRepeated = () => new Error().stack?.includes("/api/node/repeat.ts") === true;
  globalThis.setTimeout = ((work: () => void, ms?: number) =>
    realTimeout(work, ms === seldomMs && isRepeated() ? 300 : ms)) as typeof setTimeout;
}

const path = Deno.env.get("CRASH_ORDERS");
let current = "";
let taken = 0;

/** At which moment of this write the process is to end; `undefined` when it is to live on. */
function orderedMoment(write: Write): Moment | undefined {
  const text = readOrder();
  if (text === "") return undefined;
  if (text !== current) [current, taken] = [text, 0];
  const { step, moment, occurrence }: Order = JSON.parse(text);
  const [isIt] = steps[step];
  if (!isIt(write)) return undefined;
  taken += 1;
  return taken === occurrence ? moment : undefined;
}

/** Ends this process: no handler runs, nothing is written out or closed. */
export function die(): never {
  if (path !== undefined) rmSync(path);
  Deno.kill(Deno.pid, "SIGKILL");
  // Other threads may be a moment behind.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/** Takes a step, unless the order is to end before or after it, or in the middle of it. */
export function take<T>(write: Write, step: () => T, half: () => unknown = step): T {
  const moment = orderedMoment(write);
  if (moment === "before") die();
  const ended = (result: unknown) => moment === undefined ? result : die();
  // Nothing was written: the next time is meant.
  const failed = (error: unknown): never => {
    if (moment !== undefined) taken -= 1;
    throw error;
  };
  try {
    const result = moment === "within" ? half() : step();
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
