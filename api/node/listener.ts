/** HTTP listener. During a start it answers 503 "starting", so the service doesn't look dead. */
import { Hono } from "hono";
import { EnvironmentError } from "../config/environment-error.ts";

export type Handle = (
  request: Request,
  connection: Deno.ServeHandlerInfo<Deno.NetAddr>,
) => Response | Promise<Response>;

export interface ListenerOptions {
  readonly hostname: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The port's variable, for error messages. */
  readonly variable: "PORT" | "METRICS_PORT";
}

/** @throws {EnvironmentError} If listening there isn't allowed, or another program does. */
export function openListener({ hostname, port, variable }: ListenerOptions) {
  let handle: Handle = createStarting().fetch;
  const server = listen(
    { hostname, port, variable },
    (request, connection) => handle(request, connection),
  );
  return {
    /** Address, such as `http://127.0.0.1:8000`. */
    address: `http://${nameOf(hostname)}:${server.addr.port}`,
    /** From now on, requests go to the product. */
    open(product: Handle): void {
      handle = product;
    },
    /** Accepts no new connections. Resolves once all requests are answered. */
    close: (): Promise<void> => server.shutdown(),
  };
}

function listen({ hostname, port, variable }: ListenerOptions, handle: Handle) {
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, handle);
  } catch (error) {
    throw new EnvironmentError([whyNot(error, { hostname, port, variable })]);
  }
}

function whyNot(error: unknown, { hostname, port, variable }: ListenerOptions): string {
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
    .all("*", (c) => c.text(message, 503, headers));
}

function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
