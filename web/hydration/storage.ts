/** Runs a task on the browser's storage; `undefined` where it is turned off or full. Everything works without it, too. */
export function tryStorage<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}
