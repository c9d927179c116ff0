import { readdir, readFile } from "node:fs/promises";

/** A thread's scheduling in Linux, and its page faults. */
export interface Rank {
  /** Nice value, from -20 to 19: a lower one gets more of a core. */
  readonly nice: number;
  /** Memory pages allocated so far. */
  readonly pages: number;
}

/** The ranks of a process's threads. The first is its main thread. Linux only. */
export async function ranksOf(pid: number): Promise<Rank[]> {
  // Thread numbers wrap around, so the lowest may not be the oldest.
  const others = new Set(await readdir(`/proc/${pid}/task`)).difference(new Set([`${pid}`]));
  const threads = [`${pid}`, ...others];
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => "")),
  );
  // A thread that has ended since has no file. Its name, in parentheses, may contain spaces.
  return stats.filter((stat) => stat !== "").map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(")")).split(" ");
    return { nice: Number(fields[17]), pages: Number(fields[8]) };
  });
}
