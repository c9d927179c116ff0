/** Ids by which the programs before this one know a request, for whoever follows it through all their logs. */
export interface Trace {
  /** The proxy's `X-Request-Id`. */
  readonly proxyRequestId?: string;
  /** Of `traceparent`. */
  readonly traceId?: string;
}

/**
 * What a trusted proxy says of a request. An id in letters of hexadecimal numbers names nobody; anything else
 * that stands there is left out, since it may be what a person sent.
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
