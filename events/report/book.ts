/**
 * All counts that reports can print, and how they add up. What may be printed is decided over the
 * whole book, so that no report gives away what another one holds back.
 *
 * @module
 */
import type { CountFigure } from "./tables.ts";

export interface Cell {
  readonly key: string;
  readonly value: number;
  /** Later cycles are decided after earlier ones. */
  readonly cycle: number;
  /** What is held back last for the sake of another cell: details 0, totals 1, headlines 2. */
  readonly weight: number;
  /** That nobody is here has to be seen, as with a help topic that nobody offers. */
  readonly showsZero: boolean;
}

/** Counts of which a reader knows a sum, or may find it out. */
export interface Relation {
  readonly terms: readonly (readonly [key: string, factor: number])[];
  /** Whether they are the parts of a total that stand together in a table. */
  readonly isTable: boolean;
}

export interface CountOptions {
  readonly weight?: number;
  readonly showsZero?: boolean | undefined;
}

export interface Ledger {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly relations: readonly Relation[];
  /** The part of a cycle. Names in it are those of that cycle. */
  bookOf(cycle: number): Book;
}

export interface Book {
  /** Writes a count down; one name in two tables is one count. */
  count(name: string, value: number, options?: CountOptions): CountFigure;
  /** A count that was written down before. */
  find(name: string): CountFigure;
  /** The total is the sum of the parts, each of which was written down. */
  sum(total: string, parts: readonly string[]): void;
  /** Counts of which a reader may know this sum, also of other cycles. */
  relate(...terms: readonly (readonly [name: string, factor: number, cycle?: number])[]): void;
}

export function createLedger(): Ledger {
  const cells = new Map<string, Cell>();
  const relations: Relation[] = [];
  return {
    cells,
    relations,
    bookOf(cycle) {
      const keyOf = (name: string, of = cycle) => `${of}/${name}`;
      return {
        count(name, value, { weight = 0, showsZero = false } = {}) {
          const key = keyOf(name);
          const known = cells.get(key);
          if (known !== undefined && known.value !== value) {
            throw new Error(`${key} is counted as ${known.value} and as ${value}`);
          }
          cells.set(key, {
            key,
            value,
            cycle,
            weight: Math.max(weight, known?.weight ?? 0),
            showsZero: showsZero || known?.showsZero === true,
          });
          return { kind: "count", key };
        },
        find: (name) => ({ kind: "count", key: keyOf(name) }),
        sum(total, parts) {
          const terms = parts.map((part) => [keyOf(part), 1] as const);
          relations.push({ terms: [[keyOf(total), -1], ...terms], isTable: true });
        },
        relate(...terms) {
          relations.push({
            terms: terms.map(([name, factor, of]) => [keyOf(name, of), factor] as const),
            isTable: false,
          });
        },
      };
    },
  };
}
