const width = 30;

/** Shows the progress of a replay, in one line of a terminal's stderr. */
export function createProgressBar() {
  const isTerminal = Deno.stderr.isTerminal();
  const encoder = new TextEncoder();
  let shown = -1;
  return {
    report(done: number, total: number) {
      const percent = Math.floor((done / Math.max(total, 1)) * 100);
      if (!isTerminal || percent === shown) return;
      shown = percent;
      const bar = "=".repeat(Math.round((percent / 100) * width)).padEnd(width);
      Deno.stderr.writeSync(encoder.encode(`\rReading the log [${bar}] ${percent} %`));
    },
    /** Removes the line. */
    end() {
      if (isTerminal) Deno.stderr.writeSync(encoder.encode("\r\x1b[K"));
    },
  };
}
