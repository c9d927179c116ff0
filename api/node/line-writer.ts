/** Lines to a slow place: those of a few milliseconds are written together, in their order. */
export interface LineWriter {
  write(line: string): void;
  /** Writes what waits. */
  flush(): void;
}

/** What a killed process has not written; whoever reads along sees no difference. */
const gatherMs = 5;

/** @param writeText Whole lines at a time. */
export function createLineWriter(
  writeText: (text: string) => void,
  later: (run: () => void) => void = (run) => void setTimeout(run, gatherMs),
): LineWriter {
  let waiting = "";

  function flush(): void {
    const text = waiting;
    waiting = "";
    if (text !== "") writeText(text);
  }

  return {
    write(line) {
      if (waiting === "") later(flush);
      waiting += `${line}\n`;
    },
    flush,
  };
}
