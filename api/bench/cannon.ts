import autocannon from "autocannon";
import { percentile } from "../../events/bench/line.ts";

/** One request, as often as there is time for it. */
export interface Shot {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Fired {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** Requests of a connection before it starts over: autocannon builds all of them first. */
const shotsAConnection = 64;

/**
 * Sends requests over a number of connections, each the next as soon as its last one is answered. Every
 * connection begins with another one, and goes through 64 of them, or its share where that is more.
 *
 * @throws {Error} When some are not answered with success.
 */
export async function fire(
  origin: string,
  shots: readonly Shot[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Fired> {
  const times: number[] = [];
  let failed = 0;
  let started = 0;
  const share = Math.max(shotsAConnection, Math.ceil(shots.length / connections));
  const setupClient = (client: autocannon.Client) => {
    const first = Math.floor(started++ * shots.length / connections);
    client.setRequests([...shots.slice(first), ...shots.slice(0, first)].slice(0, share));
  };
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        ...{ url: origin, connections, duration: seconds, timeout: 60, setupClient },
        requests: [...shots.slice(0, 1)],
      },
      (error) => error ? reject(error) : resolve(),
    );
    // Its own percentiles are whole milliseconds.
    run.on("response", (_client, status, _bytes, ms) => {
      times.push(ms);
      if (status >= 300) failed += 1;
    });
    run.on("reqError", () => failed += 1);
  });
  if (failed > 0) throw new Error(`${failed} requests to ${shots[0]?.path} failed`);
  const took = (performance.now() - startedAt) / 1000;
  return { requestsPerSecond: times.length / took, p99: percentile(times, 0.99) };
}
