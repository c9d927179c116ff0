/**
 * Processor milliseconds that a task takes: the minimum of a few tries, since other work of the
 * process counts, too. Stops once it is below `enough`.
 */
export async function processorMs(
  task: () => unknown,
  { enough, tries = 4 }: { readonly enough: number; readonly tries?: number },
): Promise<number> {
  let fewest = Infinity;
  for (let tried = 0; tried < tries && fewest >= enough; tried++) {
    const before = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(before);
    fewest = Math.min(fewest, (user + system) / 1000);
  }
  return fewest;
}

/** Names of the tasks that take longer, with their times. */
export async function costlierThan(
  mostMs: number,
  tasks: Iterable<readonly [string, () => unknown]>,
): Promise<string[]> {
  const costly: string[] = [];
  for (const [name, task] of tasks) {
    const ms = await processorMs(task, { enough: mostMs });
    if (ms >= mostMs) costly.push(`${name}: ${Math.round(ms)} ms`);
  }
  return costly;
}
