import { setImmediate } from "node:timers";

/** What runs without waiting since a request came. */
let current: object | undefined;

/**
 * Until the process waits or writes, each database asks only once whether other processes wrote.
 * Called when a request comes, so it sees everything that was written before it.
 */
export function startTurn(): void {
  const turn = {};
  current = turn;
  setImmediate(() => {
    if (current === turn) current = undefined;
  });
}

/** From now on databases ask each time. */
export function endTurn(): void {
  current = undefined;
}

export const currentTurn = (): object | undefined => current;
