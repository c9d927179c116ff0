import { readdir, readFile } from "node:fs/promises";

interface Pids {
  readonly pid: number;
  readonly drawingScriptPid: number;
}

/** Peak megabytes of processes since their start. */
export interface Peaks {
  readonly service: number;
  /** The service and all drawing processes. Shared memory is counted for each. */
  readonly together: number;
}

const everyMs = 20;

/** Watches the memory of a product from outside, as counted by Linux. Returns a function that stops watching. */
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

/** The drawing process of a start script; `undefined` if none runs. */
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

/** Programs started by a process. Each of its threads may have started some. */
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
