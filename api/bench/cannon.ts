import autocannon from "autocannon";

/** One request, as often as there is time for it. */
export interface Shot {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
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
) {
  let started = 0;
  const share = Math.max(shotsAConnection, Math.ceil(shots.length / connections));
  const { errors, non2xx, requests, latency } = await autocannon({
    ...{ url: origin, connections, duration: seconds, timeout: 60, requests: shots.slice(0, 1) },
    setupClient(client) {
      const first = Math.floor(started++ * shots.length / connections);
      client.setRequests([...shots.slice(first), ...shots.slice(0, first)].slice(0, share));
    },
  });
  const failed = errors + non2xx;
  if (failed > 0) throw new Error(`${failed} requests to ${shots[0]?.path} failed`);
  return { requestsPerSecond: requests.average, p99: latency.p99 };
}
