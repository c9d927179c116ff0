/** Commissioning cycle: 2026 is October 1, 2025 to September 30, 2026, or as `CYCLE_START`. */

export interface Cycle {
  readonly name: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Twelve months, in order, each from the cycle's day of the month. */
  readonly months: readonly Month[];
}

export interface Month {
  /** `2025-10`, or `2025-10-15` if months don't begin on the first. */
  readonly label: string;
  readonly startMs: number;
}

export interface CycleStart {
  readonly month: number;
  /** 1 to 28, so that every month has it. */
  readonly day: number;
}

export const usualStart = "10-01";
export const cycleStartWords = "must be a month and a day up to the 28th, such as 10-01";

/** `undefined` unless it is a month and day such as `10-01`. */
export function parseCycleStart(text: string): CycleStart | undefined {
  const parts = /^(\d{2})-(\d{2})$/.exec(text);
  const [month, day] = [Number(parts?.[1]), Number(parts?.[2])];
  const isValid = month >= 1 && month <= 12 && day >= 1 && day <= 28;
  return isValid ? { month, day } : undefined;
}

export function cycleNamed(name: number, { month, day }: CycleStart): Cycle {
  // A cycle that begins in January is the calendar year of its name.
  const firstYear = month === 1 && day === 1 ? name : name - 1;
  const startOf = (index: number) => Date.UTC(firstYear, month - 1 + index, day);
  const months = Array.from({ length: 12 }, (_, index) => {
    const startMs = startOf(index);
    return { label: new Date(startMs).toISOString().slice(0, day === 1 ? 7 : 10), startMs };
  });
  return { name, startMs: startOf(0), endMs: startOf(12), months };
}

export function cycleAt(atMs: number, start: CycleStart): Cycle {
  const year = new Date(atMs).getUTCFullYear();
  const cycle = cycleNamed(year, start);
  return atMs < cycle.endMs ? cycle : cycleNamed(year + 1, start);
}
