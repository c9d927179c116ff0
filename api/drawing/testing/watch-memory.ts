import { readdir, readFile } from "node:fs/promises";

/** Megabytes that processes have had at most, since they began. */
export interface Peaks {
  readonly service: number;
  /** The service, its drawing process, and what that had draw at the same time. */
  readonly together: number;
}

const everyMs = 20;

/** Watches the memory of a product from outside, as Linux counts it. Returns what ends it. */
export function watchMemory(pids: { readonly pid: number; readonly drawingPid: number }) {
  let drawn = 0;
  const watch = async () => {
    const children = await childrenOf(pids.drawingPid);
    for (const child of children) drawn = Math.max(drawn, await peakOf(child));
  };
  const timer = setInterval(watch, everyMs);
  return async (): Promise<Peaks> => {
    clearInterval(timer);
    const service = await peakOf(pids.pid);
    return { service, together: service + await peakOf(pids.drawingPid) + drawn };
  };
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
