import { setImmediate } from "node:timers";

/** Identifies the current turn: everything that runs without waiting since a request came. */
let current: object | undefined;
let willEnd = false;

/**
 * Starts a turn, when a request comes. Until the process waits or writes, each database checks only
 * once whether other processes wrote.
 */
export function startTurn(): void {
  current = {};
  // Requests that come together end together.
  if (willEnd) return;
  willEnd = true;
  setImmediate(() => {
    willEnd = false;
    current = undefined;
  });
}

/** Ends the turn: from now on databases check on each read. */
export function endTurn(): void {
  current = undefined;
}

export const currentTurn = (): object | undefined => current;
