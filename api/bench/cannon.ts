import autocannon from "autocannon";
import { latency } from "../../search/bench/latency.ts";

/** One request, as often as there is time for it. */
export interface Shot {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Times in milliseconds. */
export interface Figures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** How often each status came; 0 stands for no answer. */
  readonly statuses: Readonly<Record<number, number>>;
}

export interface Fire {
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Autocannon builds each connection's requests before it sends the first. Four thousand logins for
 * each of 64 connections kept it, and everything that it measured meanwhile, waiting for seconds.
 */
const shotsAConnection = 64;

/**
 * Sends requests over a number of connections, each the next as soon as its last one is answered.
 * Every connection begins with another one, and goes through 64 of them, or its share where that is
 * more, in their order.
 */
export async function fire(
  origin: string,
  shots: readonly Shot[],
  { connections, seconds }: Fire,
): Promise<Figures> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const count = (status: number) => statuses[status] = (statuses[status] ?? 0) + 1;
  const requests = shots.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
  }));
  const share = Math.ceil(requests.length / connections);
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    let started = 0;
    const setupClient = (client: autocannon.Client) => {
      const first = Math.floor(started++ * requests.length / connections);
      const inOrder = [...requests.slice(first), ...requests.slice(0, first)];
      client.setRequests(inOrder.slice(0, Math.max(shotsAConnection, share)));
    };
    const options = {
      url: origin,
      connections,
      duration: seconds,
      timeout: 60,
      requests: requests.slice(0, 1),
      setupClient,
    };
    const run = autocannon(options, (error) => error ? reject(error) : resolve());
    // Its own percentiles are whole milliseconds.
    run.on("response", (_client, status, _bytes, ms) => {
      times.push(ms);
      count(status);
    });
    run.on("reqError", () => void count(0));
  });
  const took = (performance.now() - start) / 1000;
  const { p50, p99, max } = latency(times);
  return {
    requests: times.length,
    requestsPerSecond: times.length / took,
    p50,
    p99,
    max,
    statuses,
  };
}

/** A line of figures for people. */
export function lineOf({ requestsPerSecond, p50, p99, statuses }: Figures): string {
  const ms = [p50, p99].map((time) => time.toFixed(1).padStart(7)).join(" /");
  const failed = Object.entries(statuses).filter(([status]) => !status.startsWith("2"));
  const others = failed.map(([status, count]) => `, ${count} times ${status}`).join("");
  return `${requestsPerSecond.toFixed(0).padStart(6)} requests/s, p50 / p99 ${ms} ms${others}`;
}
