import { Hono } from "hono";
import type { Metrics } from "./metrics.ts";

/** `GET /metrics` for Prometheus, and nothing else: served on a port of its own. */
export function createMetricsApp(metrics: Pick<Metrics, "text">): Hono {
  return new Hono().get("/metrics", async (c) =>
    c.text(await metrics.text(), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    }));
}
