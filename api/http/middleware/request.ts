import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { startTurn } from "../../../events/turn.ts";
import { browserName } from "../../auth/browser-name.ts";
import type { Log } from "../../node/log.ts";
import { knownMethod } from "../../metrics/known-method.ts";
import type { ClientAddress } from "./client-address.ts";
import type { PageEnv } from "./session.ts";

export interface RequestDependencies {
  readonly log: Log;
  readonly clientAddress: ClientAddress;
  readonly isProxy: (address: string) => boolean;
  readonly newId: () => string;
}

interface Connection {
  readonly remoteAddr?: { readonly hostname?: string };
}

/** Request id, origin and log line of each request. */
export function request(
  { log, clientAddress, isProxy, newId }: RequestDependencies,
): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    startTurn();
    const requestId = newId();
    const { remoteAddr } = (c.env ?? {}) as Connection;
    const ip = clientAddress(remoteAddr?.hostname, c.req.header("X-Forwarded-For"));
    const header = (name: string) => c.req.header(name);
    const trace = isProxy(remoteAddr?.hostname ?? "") ? readTrace(header) : {};
    c.set("requestId", requestId);
    c.set("origin", { ip, requestId, browser: browserName(c.req.header("User-Agent")) });
    await next();
    // Not `c.header`: that would copy the finished answer, with its body as a stream.
    c.res.headers.set("X-Request-Id", requestId);
    const ms = performance.now() - startedAt;
    // The pattern, never the path: a path can name a member.
    const answered = {
      method: knownMethod(c.req.method),
      route: routePath(c),
      status: c.res.status,
    };
    if (isQuietProbe(answered)) return;
    if (c.res.status === 429) {
      const viewer = c.get("viewer");
      const who = viewer ? { member: viewer.memberId } : {};
      log({ level: "info", event: "limit reached", requestId, ...who, route: answered.route });
    }
    log({ level: "info", event: "request", requestId, ...trace, ...answered, ms: Math.round(ms) });
  };
}

/** Containers and proxies probe every few seconds: only failures are logged. */
function isQuietProbe({ route, status }: { readonly route: string; readonly status: number }) {
  return status === 200 && (route === "/healthz" || route === "/readyz");
}

/**
 * Request id from a trusted proxy. Only hexadecimal ids are used: others may name someone.
 * @see {@link https://www.w3.org/TR/trace-context/#traceparent-header}
 */
function readTrace(header: (name: string) => string | undefined) {
  const [proxyRequestId] = /^[0-9a-f-]{16,64}$/i.exec(header("X-Request-Id") ?? "") ?? [];
  const [, traceId] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(
    header("traceparent") ?? "",
  ) ?? [];
  return {
    ...(proxyRequestId !== undefined && { proxyRequestId }),
    ...(traceId !== undefined && { traceId }),
  };
}
