import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Log } from "../log.ts";
import type { ClientAddress } from "./client-address.ts";
import type { PageEnv } from "./session.ts";

export interface RequestDependencies {
  readonly log: Log;
  readonly clientAddress: ClientAddress;
  readonly newId: () => string;
}

/** What `Deno.serve` tells of a connection: its other end. */
interface Connection {
  readonly remoteAddr?: { readonly hostname?: string };
}

/** Names each request, notes where it came from, and logs how it was answered. */
export function request(
  { log, clientAddress, newId }: RequestDependencies,
): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = newId();
    const { remoteAddr } = (c.env ?? {}) as Connection;
    const ip = clientAddress(remoteAddr?.hostname, c.req.header("X-Forwarded-For"));
    c.set("requestId", requestId);
    c.set("origin", { ip, requestId });
    await next();
    // Not `c.header`: once there is an answer, that makes another one, with its body as a stream.
    c.res.headers.set("X-Request-Id", requestId);
    log({
      level: "info",
      event: "request",
      requestId,
      method: c.req.method,
      // The pattern, never the path: a path can name a member.
      route: routePath(c),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    });
  };
}
