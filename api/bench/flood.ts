import { spawn } from "node:child_process";
import { once } from "node:events";
import { compared, medians, ratiosOf, type Round, type Times, timesOf } from "./beside.ts";
import { type Figures, fire, lineOf, type Shot } from "./cannon.ts";

/** What readers wait, by themselves and beside something that wants their processor; in milliseconds. */
export interface FloodFigures {
  readonly quiet: Times;
  readonly flooded: Times;
  /** Beside a program that has nothing to do with the product and takes a core, as a login does. */
  readonly crowded: Times;
  /** Those of the last round. */
  readonly logins: Figures;
}

export interface FloodOptions {
  readonly origin: string;
  readonly readers: readonly Shot[];
  readonly logins: readonly Shot[];
  readonly seconds: number;
}

const rounds = 3;
/** Logins are on their way by then, and the autocannon that sends them is built. */
const aheadMs = 1000;

/**
 * Eight readers by themselves, beside 64 connections that sign in, and beside a program that only
 * takes processor time, in turn. What the last two have in common is the machine's, not the product's.
 */
export async function measureFlood(options: FloodOptions): Promise<FloodFigures> {
  const { origin, logins, seconds } = options;
  const read = (forSeconds = seconds) =>
    fire(origin, options.readers, { connections: 8, seconds: forSeconds });
  const measured: Record<"quiet" | "flooded" | "crowded", Round[]> = {
    quiet: [],
    flooded: [],
    crowded: [],
  };
  let lastLogins: Figures | undefined;

  await read(2);
  for (let round = 0; round < rounds; round++) {
    measured.quiet.push(await read());

    const flood = fire(origin, logins, { connections: 64, seconds: seconds + 2 * aheadMs / 1000 });
    await new Promise((resolve) => setTimeout(resolve, aheadMs));
    measured.flooded.push(await read());
    lastLogins = await flood;

    const endProgram = takeOneCore();
    measured.crowded.push(await read());
    await endProgram();
  }
  if (lastLogins === undefined) throw new Error("There was no round");
  const quiet = medians(measured.quiet);
  return {
    quiet: compared(quiet, quiet),
    flooded: compared(medians(measured.flooded), quiet),
    crowded: compared(medians(measured.crowded), quiet),
    logins: lastLogins,
  };
}

/** The figures for people. */
export function floodLines({ quiet, flooded, crowded, logins }: FloodFigures): string[] {
  return [
    `directory API beside a flood of logins, 8 and 64 connections, medians of ${rounds} rounds:`,
    `  by itself                 ${timesOf(quiet)}`,
    `  beside the flood          ${timesOf(flooded)}: ${ratiosOf(flooded)}`,
    `  beside another busy core  ${timesOf(crowded)}: ${ratiosOf(crowded)}`,
    `  logins                    ${lineOf(logins)}`,
  ];
}

function takeOneCore(): () => Promise<void> {
  const program = spawn(Deno.execPath(), ["eval", "for (;;);"], { stdio: "ignore" });
  const isGone = once(program, "exit");
  return async () => {
    program.kill("SIGKILL");
    await isGone;
  };
}
