import { readdir, readFile } from "node:fs/promises";

interface Pids {
  readonly pid: number;
  readonly drawingScriptPid: number;
}

/** Megabytes that processes have had at most, since they began. */
export interface Peaks {
  readonly service: number;
  /** The service, and all that draws for it. Memory that they share is counted for each. */
  readonly together: number;
}

const everyMs = 20;

/** Watches the memory of a product from outside, as Linux counts it. Returns what ends it. */
export function watchMemory({ pid, drawingScriptPid }: Pids) {
  let drawing = 0;
  const watch = async () => {
    const peaks = await Promise.all((await treeOf(drawingScriptPid)).map(peakOf));
    drawing = Math.max(drawing, peaks.reduce((sum, peak) => sum + peak, 0));
  };
  const timer = setInterval(watch, everyMs);
  return async (): Promise<Peaks> => {
    clearInterval(timer);
    const service = await peakOf(pid);
    return { service, together: service + drawing };
  };
}

/** The drawing process that a script keeps; `undefined` while there is none. */
export async function drawingProcessOf(scriptPid: number): Promise<number | undefined> {
  for (const child of await childrenOf(scriptPid)) {
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (command.includes("drawing-process.ts")) return child;
  }
  return undefined;
}

/** A process, its children, and theirs. */
export async function treeOf(pid: number): Promise<number[]> {
  const children = await Promise.all((await childrenOf(pid)).map(treeOf));
  return [pid, ...children.flat()];
}

/** Programs that a process runs: each of its threads may have started some. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")
    ),
  );
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

/** In MB; 0 once it has ended. @see {@link https://man7.org/linux/man-pages/man5/proc_pid_status.5.html} */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024 / 1e6;
}
