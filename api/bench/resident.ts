import { readFile } from "node:fs/promises";

/** The resident memory of a process, including mapped files. @see {@link https://man7.org/linux/man-pages/man5/proc_pid_status.5.html} */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024 / 1e6;
}
