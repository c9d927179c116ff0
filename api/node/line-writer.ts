/** Lines to a slow place: those of a few milliseconds are written together, in their order. */
export type LineWriter = ReturnType<typeof createLineWriter>;

/** A killed process loses this much. People who follow the log don't notice the delay. */
const gatherMs = 5;

/** @param writeText Whole lines at a time. */
export function createLineWriter(
  writeText: (text: string) => void,
  later: (run: () => void) => void = (run) => void setTimeout(run, gatherMs),
) {
  let waiting = "";

  function flush(): void {
    const text = waiting;
    waiting = "";
    if (text !== "") writeText(text);
  }

  return {
    write(line: string): void {
      if (waiting === "") later(flush);
      waiting += `${line}\n`;
    },
    /** Writes what waits. */
    flush,
  };
}
