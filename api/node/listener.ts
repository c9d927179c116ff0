/** HTTP listener. During a start it answers 503 "starting", so that the service doesn't look dead. */
import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { EnvironmentError } from "../config/environment-error.ts";

/** How often a closing server checks for requests, how often it has to find none, and its limit. */
const turnMs = 10;
const quietTurns = 5;
const mostTurns = 100;

export type Handle = (
  request: Request,
  connection: Deno.ServeHandlerInfo<Deno.NetAddr>,
) => Response | Promise<Response>;

export interface ListenerOptions {
  readonly hostname: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The variable of the port, for error messages. */
  readonly variable: "PORT" | "METRICS_PORT";
}

/** @throws {EnvironmentError} If listening there isn't allowed, or another program does. */
export function openListener({ hostname, port, variable }: ListenerOptions) {
  let handle: Handle = createStarting().fetch;
  let isEnding = false;
  let open = 0;
  const server = listen({ hostname, port, variable }, async (request, connection) => {
    open++;
    try {
      const answer = await handle(request, connection);
      return isEnding ? withConnectionClose(answer) : answer;
    } finally {
      open--;
    }
  });
  return {
    /** Address, such as `http://127.0.0.1:8000`. */
    address: `http://${nameOf(hostname)}:${server.addr.port}`,
    /** Passes requests to the product from now on. */
    open(product: Handle): void {
      handle = product;
    },
    /** Answers "starting" until the next `open`. Resolves once earlier requests are answered. */
    async hold(withinMs: number): Promise<void> {
      handle = createStarting().fetch;
      for (let leftMs = withinMs; open > 0 && leftMs > 0; leftMs -= turnMs) await delay(turnMs);
    },
    /**
     * Closes each connection after its next response. Otherwise a proxy may reuse a closing one, and it can't repeat a
     * POST.
     */
    endConnections(): void {
      isEnding = true;
    },
    /** Accepts no new connections. Resolves once all requests are answered. */
    async close(): Promise<void> {
      isEnding = true;
      // A server that shuts down drops requests that were sent and not read yet. So the shutdown waits until no request
      // has arrived for a moment.
      const answer = handle;
      const { promise: isQuiet, resolve: goOn } = Promise.withResolvers<void>();
      let arrived = 0;
      handle = async (request, connection) => {
        arrived++;
        await isQuiet;
        return await answer(request, connection);
      };
      for (let quiet = 0, tries = 0; quiet < quietTurns && tries < mostTurns; tries++) {
        const before = arrived;
        await delay(turnMs);
        quiet = arrived === before ? quiet + 1 : 0;
      }
      const closed = server.shutdown();
      goOn();
      await closed;
    },
  };
}

/** Tells the client to send no more requests on this connection. */
function withConnectionClose(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set("Connection", "close");
  return new Response(answer.body, { status: answer.status, headers });
}

function listen({ hostname, port, variable }: ListenerOptions, handle: Handle) {
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, handle);
  } catch (error) {
    throw new EnvironmentError([explain(error, { hostname, port, variable })]);
  }
}

function explain(error: unknown, { hostname, port, variable }: ListenerOptions): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `${variable}: ${port} is taken by another program on ${hostname}`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `${variable}: this user may not listen on ${port}; take one above 1023`;
  }
  const host = variable === "PORT" ? "HOST" : "METRICS_HOST";
  return `${host}: ${hostname} is no address of this machine`;
}

function createStarting(): Hono {
  const message = "The service is starting, please try again in a moment";
  const headers = { "Cache-Control": "no-store", "Retry-After": "5" };
  return new Hono()
    .get("/healthz", (c) => c.text("ok"))
    .get("/readyz", (c) => c.text("not ready\nread tables: being brought up to date", 503))
    .all("/api/*", (c) => c.json({ message }, 503, headers))
    // A waiting page reloads by itself.
    .get("*", (c) => c.text(message, 503, { ...headers, "Refresh": "5" }))
    .all("*", (c) => c.text(message, 503, headers));
}

function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
