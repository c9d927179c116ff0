import { readFile } from "node:fs/promises";
import autocannon from "autocannon";

/** A server, and the process that it is. */
export interface Aim {
  readonly origin: string;
  readonly pid: number;
}

/** One request, as often as there is time for it. */
export interface Shot {
  readonly method: "GET" | "PATCH" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests of a connection before it starts over: autocannon builds all of them first. */
const shotsAConnection = 64;

/**
 * Sends requests over a number of connections, each the next as soon as its last one is answered. Every
 * connection begins with another one, and goes through 64 of them, or its share where that is more. They end after a
 * time, or after a number of requests.
 *
 * @returns What the server did, and the milliseconds of processor that each request cost it. The clock alone flatters
 *   a slow server: a fast one waits for the load generator.
 * @throws {Error} When some are not answered with success, or none at all.
 */
export async function fire(
  { origin, pid }: Aim,
  shots: readonly Shot[],
  { connections, ...until }:
    & { readonly connections: number }
    & ({ readonly seconds: number } | { readonly requests: number }),
) {
  let started = 0;
  const before = await processorMs(pid);
  const share = Math.max(shotsAConnection, Math.ceil(shots.length / connections));
  const { errors, non2xx, requests, latency } = await autocannon({
    ...{ url: origin, connections, timeout: 60, requests: shots.slice(0, 1) },
    ..."seconds" in until ? { duration: until.seconds } : { amount: until.requests },
    setupClient(client) {
      const first = Math.floor(started++ * shots.length / connections);
      client.setRequests([...shots.slice(first), ...shots.slice(0, first)].slice(0, share));
    },
  });
  const failed = errors + non2xx;
  if (failed > 0) throw new Error(`${failed} requests to ${shots[0]?.path} failed`);
  if (requests.total === 0) throw new Error(`No request to ${shots[0]?.path} was answered in time`);
  const costMs = (await processorMs(pid) - before) / requests.total;
  return { requestsPerSecond: requests.average, p99: latency.p99, processorMs: costMs };
}

/** @see {@link https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html}: ticks of 10 ms, also those of threads. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
