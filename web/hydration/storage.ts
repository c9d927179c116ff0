/** Uses the browser's storage; `undefined` where it is turned off or full. Everything works without it, too. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
