/** Ids of a request in the logs of the programs in front of this one, so that it can be followed through all logs. */
export interface Trace {
  /** The proxy's `X-Request-Id`. */
  readonly proxyRequestId?: string;
  /** Of `traceparent`. */
  readonly traceId?: string;
}

/**
 * A request's id from a trusted proxy. Only hexadecimal ids are used: they name no one. Anything else is left
 * out, since a person may have sent it.
 *
 * @see {@link https://www.w3.org/TR/trace-context/#traceparent-header}
 */
export function readTrace(header: (name: string) => string | undefined): Trace {
  const [proxyRequestId] = /^[0-9a-f-]{16,64}$/i.exec(header("X-Request-Id") ?? "") ?? [];
  const [, traceId] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(
    header("traceparent") ?? "",
  ) ?? [];
  return {
    ...(proxyRequestId !== undefined && { proxyRequestId }),
    ...(traceId !== undefined && { traceId }),
  };
}
