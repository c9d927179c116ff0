import process from "node:process";
import { version } from "../config/version.ts";
import type { Metrics, Reading } from "./metrics.ts";

const beatMs = 100;

/** The running version: a value that is always 1, with the version as its label. */
export const buildReadings: readonly Reading[] = [{
  name: "alumni_build_info",
  help: "The version that runs",
  labels: { version },
  read: () => 1,
}];

/**
 * Resources of this process, under the names that dashboards expect.
 *
 * @see {@link https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics}
 */
export function processReadings(): Reading[] {
  const startedAtSeconds = Date.now() / 1000 - process.uptime();
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  return [
    {
      name: "process_cpu_seconds_total",
      help: "Processor time that this process has taken, of its own and of the system",
      isCounter: true,
      read: cpuSeconds,
    },
    {
      name: "process_resident_memory_bytes",
      help: "Memory of this process that is resident",
      read: () => process.memoryUsage().rss,
    },
    {
      name: "process_start_time_seconds",
      help: "When this process started, since 1970",
      read: () => startedAtSeconds,
    },
    {
      name: "nodejs_heap_size_used_bytes",
      help: "What is used of the heap",
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: "nodejs_heap_size_total_bytes",
      help: "The heap",
      read: () => process.memoryUsage().heapTotal,
    },
    {
      name: "nodejs_external_memory_bytes",
      help: "Memory outside of the heap that belongs to objects in it",
      read: () => process.memoryUsage().external,
    },
  ];
}

/**
 * Measures event loop lag: how late timers are. Work that blocks the loop blocks every request, and Deno's
 * `monitorEventLoopDelay` doesn't see it.
 *
 * @returns A function that stops measuring.
 */
export function watchEventLoop(metrics: Pick<Metrics, "eventLoopLate">): () => void {
  let dueAtMs = performance.now() + beatMs;
  const timer = setInterval(() => {
    metrics.eventLoopLate(Math.max(0, performance.now() - dueAtMs));
    dueAtMs = performance.now() + beatMs;
  }, beatMs);
  return () => clearInterval(timer);
}
