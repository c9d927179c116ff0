/**
 * Count graph: all counts that reports can print, the counts that follow from them, and the sums that
 * connect them. What may be printed is decided over the whole graph, so that no report gives away what
 * another one holds back.
 *
 * @module
 */
import type { CountFigure } from "../tables.ts";

/** A node of the count graph: one count of one cycle. */
export interface Cell {
  readonly key: string;
  readonly value: number;
  /** Later cycles are decided after earlier ones. */
  readonly cycle: number;
  /** What is held back last for the sake of another cell: details 0, totals 1, headlines 2. */
  readonly weight: number;
  /** That nobody is here has to be seen, as with a help topic that nobody offers. */
  readonly showsZero: boolean;
  /** Whether a table has it; what none has is never printed. */
  readonly isPrinted: boolean;
  /** A small one must not be found out; what no table has may follow from what is printed. */
  readonly isSecret: boolean;
}

/** A sum of the count graph: its terms, each count times its factor, add up to 0. */
export interface Relation {
  readonly terms: readonly (readonly [key: string, factor: number])[];
  /** Of a group, its parts; none for what came and went. */
  readonly parts: readonly string[];
}

export interface CountOptions {
  readonly weight?: number;
  readonly showsZero?: boolean | undefined;
}

/** A count by its name, or by that and its cycle. */
export type Named = string | readonly [name: string, cycle: number];

export interface CountGraph {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly relations: readonly Relation[];
  /** The counts of one cycle. A name in it is a count of that cycle. */
  ofCycle(cycle: number): CycleGraph;
}

/** One cycle's part of the count graph: statistics write their counts and sums into it. */
export interface CycleGraph {
  /** Adds a count that a table prints; one name in two tables is one count. */
  count(name: string, value: number, options?: CountOptions): CountFigure;
  /** A count that was added before. */
  find(name: string): CountFigure;
  /** The value of a count; `undefined` when none was added under this name. */
  valueOf(name: Named): number | undefined;
  /** Adds a count of people or events that no table prints, and that others are made of. */
  unprinted(name: string, value: number): void;
  /** Sum: the group is its parts, nobody in two of them. */
  sum(group: string, parts: readonly string[]): void;
  /** Sum: the group is these parts, nobody in two of them, and the others, who are added as a count. */
  contains(group: string, parts: readonly string[], others?: Others): void;
  /** Sum: both sides come to the same. A name that was never added counts as 0. */
  equal(left: readonly Named[], right: readonly Named[]): void;
  /** Sum: the left side is no more than the right one; the difference is added as a count. */
  atMost(left: readonly Named[], right: readonly Named[], others?: Others): void;
}

/** Those who are missing from a sum. */
export interface Others {
  /** What they are called, where they are in another sum as well. */
  readonly name?: string;
  /** Whether a small number of them is held back: a reader who subtracts would name them. */
  readonly isSecret?: boolean;
}

export function createCountGraph(): CountGraph {
  const cells = new Map<string, Cell>();
  const relations: Relation[] = [];
  return { cells, relations, ofCycle: (cycle) => createCycleGraph(cycle, cells, relations) };
}

function createCycleGraph(
  cycle: number,
  cells: Map<string, Cell>,
  relations: Relation[],
): CycleGraph {
  const keyOf = (name: Named) =>
    typeof name === "string" ? `${cycle}/${name}` : `${name[1]}/${name[0]}`;
  const valueOf = (name: Named) => cells.get(keyOf(name))?.value;
  const add = (names: readonly Named[]) =>
    names.reduce((sum, name) => sum + (valueOf(name) ?? 0), 0);
  const unprinted = { weight: 0, showsZero: false, isPrinted: false };

  function write(cell: Omit<Cell, "key" | "cycle">, name: string): string {
    const key = keyOf(name);
    const known = cells.get(key);
    if (known !== undefined && known.value !== cell.value) {
      throw new Error(`${key} is counted as ${known.value} and as ${cell.value}`);
    }
    cells.set(key, {
      key,
      cycle,
      value: cell.value,
      weight: Math.max(cell.weight, known?.weight ?? 0),
      showsZero: cell.showsZero || known?.showsZero === true,
      isPrinted: cell.isPrinted || known?.isPrinted === true,
      isSecret: cell.isSecret || known?.isSecret === true,
    });
    return key;
  }

  function relate(left: readonly Named[], right: readonly Named[], parts: readonly string[] = []) {
    const factors = new Map<string, number>();
    const note = (factor: number) => (name: Named) => {
      const key = keyOf(name);
      factors.set(key, (factors.get(key) ?? 0) + factor);
    };
    left.forEach(note(-1));
    right.forEach(note(1));
    relations.push({ terms: [...factors], parts: parts.map(keyOf) });
  }

  /** Adds the count that is missing from a sum. Returns its name; nothing where it would be negative. */
  function rest(whole: readonly Named[], parts: readonly Named[], others: Others) {
    const value = add(whole) - add(parts);
    if (value < 0) return undefined;
    const [more, less] = [whole, parts].map((names) => names.map(keyOf).join(" and "));
    const { name = `${more} without ${less}`, isSecret = false } = others;
    write({ ...unprinted, value, isSecret }, name);
    return name;
  }

  return {
    count(name, value, { weight = 0, showsZero = false } = {}) {
      const cell = { value, weight, showsZero, isPrinted: true, isSecret: true };
      return { kind: "count", key: write(cell, name) };
    },
    find: (name) => ({ kind: "count", key: keyOf(name) }),
    valueOf,
    unprinted: (name, value) => void write({ ...unprinted, value, isSecret: false }, name),
    sum: (group, parts) => relate([group], parts, parts),
    contains(group, parts, others = {}) {
      const name = rest([group], parts, others);
      if (name !== undefined) relate([group], [...parts, name], parts);
    },
    equal: (left, right) => relate(left, right),
    atMost(left, right, others = {}) {
      const name = rest(right, left, others);
      if (name !== undefined) relate(right, [...left, name]);
    },
  };
}
