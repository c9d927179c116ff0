/**
 * Simplex method over counts: walks from the true world to others, in which every sum still holds, to make
 * one count larger or smaller. Whoever knows the sums cannot tell which of these worlds is the true one: that
 * is what protects a count that is held back.
 *
 * It differs from a textbook's in that the start is known, the true world, and that a walk ends as soon as
 * the count is what was wished. So there is no first phase, and counts may rest anywhere between their bounds.
 *
 * @see {@link https://en.wikipedia.org/wiki/Revised_simplex_method}
 * @module
 */

/** A count in a sum, or a sum that a count is in, with the factor. */
export type Term = readonly [place: number, factor: number];

/** What counts may be during a walk. */
export interface Bounds {
  leastOf(place: number): number;
  /** Whether the count may change at all. */
  isFree(place: number): boolean;
  /** A count that may change from now on, of those that would help; nothing to end the walk. */
  free(helpful: readonly number[]): number | undefined;
}

export type Worlds = ReturnType<typeof createWorlds>;

/** Smaller numbers are what rounding leaves of 0. */
const nothing = 1e-7;
/** A sum is solved for a count only where the count has such a share in it: else rounding would grow. */
const leastShare = 1e-3;
/** Steps of a walk before the first possible choice is taken each time, which cannot go round in circles. */
const stepsAtWill = 60;
const mostSteps = 600;
/** Solved sums after which the walk starts over. */
const mostSolved = 1500;

/**
 * @param truth The counts, for which every sum makes 0.
 * @param sumsOf The sums that each count is in.
 * @param sums How many sums there are.
 */
export function createWorlds(
  truth: readonly number[],
  sumsOf: readonly (readonly Term[])[],
  sums: number,
) {
  const world = Float64Array.from(truth);
  /** The count that each sum is solved for; -1 is none, as long as no count that may change is left in it. */
  const solvedFor = new Int32Array(sums).fill(-1);
  const rowOf = new Int32Array(truth.length).fill(-1);
  /** How the solved sums are made of the given ones. */
  const rows = Array.from({ length: sums }, (_, at) => {
    const row = new Float64Array(sums);
    row[at] = 1;
    return row;
  });
  const change = new Float64Array(sums);
  /** How many sums were solved for another count since the beginning. */
  let solved = 0;

  /** How much each solved count becomes smaller when another one grows by 1. */
  function follow(place: number): void {
    change.fill(0);
    for (const [sum, factor] of sumsOf[place] ?? []) {
      for (let row = 0; row < sums; row++) {
        const share = rows[row]?.[sum] ?? 0;
        if (share !== 0) change[row] = (change[row] ?? 0) + share * factor;
      }
    }
  }

  /** How much a solved count becomes larger when another one grows by 1. */
  function rate(row: Float64Array, place: number): number {
    let sum = 0;
    for (const [at, factor] of sumsOf[place] ?? []) sum -= (row[at] ?? 0) * factor;
    return Math.abs(sum) < nothing ? 0 : sum;
  }

  /** How far a count can move until a solved one is at its bound, and the row of that one. */
  function room(by: number, bounds: Bounds, isStrict: boolean): readonly [number, number] {
    let [far, at, best] = [Infinity, -1, 0];
    for (let row = 0; row < sums; row++) {
      const speed = -by * (change[row] ?? 0);
      if (Math.abs(speed) < leastShare) continue;
      const place = solvedFor[row] ?? -1;
      const isFixed = place === -1 || !bounds.isFree(place);
      if (!isFixed && speed > 0) continue;
      const way = isFixed ? 0 : ((world[place] ?? 0) - bounds.leastOf(place)) / -speed;
      const isNearer = way < far - nothing;
      const isBetter = isStrict
        ? Math.abs(speed) > 0.1 && place < (solvedFor[at] ?? -1)
        : Math.abs(speed) > best;
      if (!isNearer && (way > far + nothing || !isBetter)) continue;
      [far, at, best] = [Math.max(0, way), row, Math.abs(speed)];
    }
    return [far, at];
  }

  function move(place: number, by: number): void {
    world[place] = tidy((world[place] ?? 0) + by);
    for (let row = 0; row < sums; row++) {
      const solved = solvedFor[row] ?? -1;
      if (solved !== -1) world[solved] = tidy((world[solved] ?? 0) - by * (change[row] ?? 0));
    }
  }

  /** Solves a sum for another count. */
  function solve(row: number, place: number): void {
    const pivot = rows[row] ?? new Float64Array();
    const factor = change[row] ?? 1;
    const filled: number[] = [];
    for (let at = 0; at < sums; at++) {
      const share = (pivot[at] ?? 0) / factor;
      pivot[at] = Math.abs(share) < nothing ? 0 : share;
      if (pivot[at] !== 0) filled.push(at);
    }
    for (let other = 0; other < sums; other++) {
      const times = change[other] ?? 0;
      const target = rows[other];
      if (other === row || times === 0 || target === undefined) continue;
      for (const at of filled) {
        const left = (target[at] ?? 0) - times * (pivot[at] ?? 0);
        target[at] = Math.abs(left) < nothing ? 0 : left;
      }
    }
    solved += 1;
    const before = solvedFor[row] ?? -1;
    if (before !== -1) rowOf[before] = -1;
    solvedFor[row] = place;
    rowOf[place] = row;
  }

  return {
    /** What every count is, where the last walk went. */
    world,
    /** Goes back to the true world. */
    startOver() {
      world.set(truth);
      if (solved < mostSolved) return;
      // Rounding must not add up.
      solved = 0;
      solvedFor.fill(-1);
      rowOf.fill(-1);
      for (const [at, row] of rows.entries()) row.fill(0)[at] = 1;
    },
    /**
     * Makes a count larger or smaller until it is what is wished.
     *
     * @param notice Is told of every new world.
     * @returns Whether it became so.
     */
    walk(place: number, wished: number, bounds: Bounds, notice: () => void): boolean {
      const up = Math.sign(wished - (world[place] ?? 0));
      for (let step = 0; step < mostSteps; step++) {
        const missing = wished - (world[place] ?? 0);
        if (missing * up < nothing) return true;
        const isStrict = step > stepsAtWill;
        const row = rows[rowOf[place] ?? -1];
        const entering = row === undefined ? place : chooseFor(row, up, bounds, isStrict);
        if (entering === undefined) return false;
        const speed = row === undefined ? 1 : rate(row, entering);
        const by = up * Math.sign(speed);
        follow(entering);
        const [far, at] = room(by, bounds, isStrict);
        const own = by < 0 ? (world[entering] ?? 0) - bounds.leastOf(entering) : Infinity;
        // In whole numbers, also where that is a little further than wished.
        const way = Math.min(far, own, Math.ceil(missing / (by * speed) - nothing));
        if (way > 0) {
          move(entering, by * way);
          notice();
        }
        if (far <= Math.min(own, way) && at !== -1) solve(at, entering);
      }
      return false;
    },
  };

  /** A count that makes a solved one larger or smaller when it changes itself. */
  function chooseFor(row: Float64Array, up: number, bounds: Bounds, isStrict: boolean) {
    const helpful: number[] = [];
    let [found, best] = [-1, 0];
    for (let place = 0; place < truth.length; place++) {
      if (rowOf[place] !== -1) continue;
      const speed = up * rate(row, place);
      if (speed === 0) continue;
      if (speed < 0 && (world[place] ?? 0) <= bounds.leastOf(place)) continue;
      if (!bounds.isFree(place)) helpful.push(place);
      else if (Math.abs(speed) > best) {
        [found, best] = [place, Math.abs(speed)];
        if (isStrict) break;
      }
    }
    return found === -1 ? bounds.free(helpful) : found;
  }
}

/** Whole numbers as such: rounding must not add up. */
function tidy(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-6 ? whole : value;
}
