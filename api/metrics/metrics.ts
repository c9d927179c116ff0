/**
 * Prometheus metrics: the libraries' own about requests and the process, and five figures that an
 * operator acts on. No label comes from what a client sends, so none is personal, and strangers
 * can't make the number of series grow.
 */
import { prometheus } from "@hono/prometheus";
import { type Context, Hono } from "hono";
import { Counter, Gauge, Registry } from "prom-client";
import type { EventLog } from "../../events/store/event-log.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import { within } from "../../events/within.ts";
import type { MemberIndexer } from "../../search/index-members.ts";
import { knownMethod } from "./known-method.ts";
import type { RemoteSearch } from "../search/remote.ts";

interface FigureDependencies {
  readonly mailQueue: Pick<MailQueue, "waiting">;
  readonly eventLog: Pick<EventLog, "lastPosition">;
  readonly search: {
    readonly indexer: Pick<MemberIndexer, "position">;
    readonly remoteSearch: Pick<RemoteSearch, "position"> | undefined;
  };
  readonly limits: { readonly failedLogins: () => number };
  readonly freeBytes: () => Promise<number>;
  readonly now: () => Date;
}

type ReadFigure = () => number | Promise<number>;
export type Figures = ReturnType<typeof createFigures>;

/** Figures that an operator acts on, read when Prometheus scrapes. */
export function createFigures(deps: FigureDependencies) {
  const { mailQueue, eventLog, search, limits, freeBytes, now } = deps;
  const read = {
    alumni_outbox_waiting_mails: async () => (await mailQueue.waiting()).count,
    async alumni_outbox_oldest_seconds() {
      const { oldestAtMs = now().getTime() } = await mailQueue.waiting();
      return Math.max(0, (now().getTime() - oldestAtMs) / 1000);
    },
    async alumni_search_behind_events() {
      const { position } = search.remoteSearch ?? search.indexer;
      return Math.max(0, await eventLog.lastPosition() - position());
    },
    alumni_failed_logins_total: limits.failedLogins,
    alumni_disk_free_bytes: freeBytes,
  };
  return read satisfies Record<string, ReadFigure>;
}

const help: Readonly<Record<keyof Figures, string>> = {
  alumni_outbox_waiting_mails: "Mails that wait to be sent",
  alumni_outbox_oldest_seconds: "How long the oldest mail has waited; 0 when none does",
  alumni_search_behind_events: "How far the index that answers searches is behind the log",
  alumni_failed_logins_total: "Logins with a wrong name or password, or after too many of them",
  alumni_disk_free_bytes: "Free space on the disk of the data folder",
};

const readWithinMs = 1000;

/** Default metrics that don't work here: Deno reads /proc only with all permissions, and measures no event loop. */
const neverRight =
  /^process_(resident|virtual|heap|open)_|^nodejs_(gc|active_(handles|requests)|eventloop_lag_(?!seconds))/;

export function createMetrics(figures: Figures) {
  const registry = new Registry();
  // A client can send any word as a method.
  const method = ({ req }: Context) => knownMethod(req.method);
  const labels = { labelNames: ["status", "ok", "route"], customLabels: { method } };
  const { registerMetrics, printMetrics } = prometheus({
    registry,
    collectDefaultMetrics: true,
    metricOptions: { requestDuration: labels, requestsTotal: labels },
  });
  for (const { name } of registry.getMetricsAsArray()) {
    if (neverRight.test(name)) registry.removeSingleMetric(name);
  }
  for (const [name, read] of Object.entries(figures)) {
    const Kind = name.endsWith("_total") ? Counter : Gauge;
    new Kind({
      name,
      help: help[name as keyof Figures],
      registers: [registry],
      /** Omits a value that can't be read in time. */
      async collect(this: Counter | Gauge) {
        const value = await within(
          readWithinMs,
          Promise.try<number, []>(read).catch(() => undefined),
        );
        this.remove();
        if (value !== undefined) this.inc(value);
      },
    });
  }
  return {
    /** Counts and times each request, by the pattern of its route. */
    countRequest: registerMetrics,
    /** Serves only `GET /metrics`, on its own port. */
    app: new Hono().get("/metrics", printMetrics),
  };
}
