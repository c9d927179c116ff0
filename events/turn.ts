import { setImmediate } from "node:timers";

/** What runs without waiting since a request came. */
let current: object | undefined;
let willEnd = false;

/**
 * Until the process waits or writes, each database asks only once whether other processes wrote.
 * Called when a request comes, so it sees everything that was written before it.
 */
export function startTurn(): void {
  current = {};
  // One ending for all requests that come together.
  if (willEnd) return;
  willEnd = true;
  setImmediate(() => {
    willEnd = false;
    current = undefined;
  });
}

/** From now on databases ask each time. */
export function endTurn(): void {
  current = undefined;
}

export const currentTurn = (): object | undefined => current;
