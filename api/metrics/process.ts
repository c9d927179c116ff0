import process from "node:process";
import type { Metrics, Reading } from "./metrics.ts";

const beatMs = 100;

/** What this process takes of its machine. */
export function processReadings(): Reading[] {
  const startedAtSeconds = Date.now() / 1000 - process.uptime();
  const memory = (kind: "rss" | "heapUsed" | "heapTotal" | "external"): Reading => ({
    name: "alumni_process_memory_bytes",
    help: "Memory of this process: all that is resident, and what of it is the heap's",
    labels: { kind },
    read: () => process.memoryUsage()[kind],
  });
  const cpu = (kind: "user" | "system"): Reading => ({
    name: "alumni_process_cpu_seconds",
    help: "Processor time that this process has taken",
    labels: { kind },
    read: () => process.cpuUsage()[kind] / 1e6,
  });
  return [
    memory("rss"),
    memory("heapUsed"),
    memory("heapTotal"),
    memory("external"),
    cpu("user"),
    cpu("system"),
    {
      name: "alumni_process_start_time_seconds",
      help: "When this process started, since 1970",
      read: () => startedAtSeconds,
    },
  ];
}

/**
 * Notes how late timers are: what holds up the event loop holds up every request. A timer of our own,
 * since Deno's `monitorEventLoopDelay` does not see work that blocks.
 *
 * @returns Ends it.
 */
export function watchEventLoop(metrics: Pick<Metrics, "eventLoopLate">): () => void {
  let dueAtMs = performance.now() + beatMs;
  const timer = setInterval(() => {
    metrics.eventLoopLate(Math.max(0, performance.now() - dueAtMs));
    dueAtMs = performance.now() + beatMs;
  }, beatMs);
  return () => clearInterval(timer);
}
