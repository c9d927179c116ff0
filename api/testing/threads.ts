import { readdir, readFile } from "node:fs/promises";

/** How Linux lets a thread run, and what it has had. */
export interface Rank {
  /** Nice value, from -20 to 19: a lower one gets more of a core. */
  readonly nice: number;
  /** How many pages of memory it has got so far. */
  readonly pages: number;
}

/** How each thread of a process ranks; the first is the one it began with. Linux only. */
export async function ranksOf(pid: number): Promise<Rank[]> {
  // Numbers of threads start again once all were given: the first in order may be a later one.
  const others = new Set(await readdir(`/proc/${pid}/task`)).difference(new Set([`${pid}`]));
  const threads = [`${pid}`, ...others];
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => "")),
  );
  // One that has ended in the meantime has none. A name, in parentheses, may hold spaces.
  return stats.filter((stat) => stat !== "").map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(")")).split(" ");
    return { nice: Number(fields[17]), pages: Number(fields[8]) };
  });
}
