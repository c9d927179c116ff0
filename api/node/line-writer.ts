/** A killed process loses the lines of this time. People who follow the log don't notice the delay. */
const gatherMs = 5;

/** Joins the lines of a few milliseconds for a slow output. @param writeText Gets whole lines. */
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
    flush,
  };
}
