/**
 * Prometheus metrics. Labels come from short lists in this code: never typed text, a path, an id or
 * an address. So none is personal, and strangers can't make the number of series grow.
 */
import { Hono } from "hono";
import { within } from "../../events/within.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Outcome } from "../mail/arriving/arriving-mail.ts";
import type { Limits } from "../auth/rate-limits.ts";

export type Engine = "embedded" | "meilisearch";
export type SearchKind = "text" | "filtered" | "everything";
export type AppendOutcome = "recorded" | "conflict" | "name-taken" | "failed";
export type MailOutcome = "sent" | "postponed" | "given up" | "dropped" | "held";
export type DatabaseName = "events" | "vault" | "read";

/** Read when metrics are requested; `undefined` while unknown. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether it only grows during the process's life. */
  readonly isCounter?: boolean;
  read(): number | undefined | Promise<number | undefined>;
}

export type Metrics = ReturnType<typeof createMetrics>;

const readWithinMs = 1000;
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const workSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const requests = histogram(
    "alumni_http_request_duration_seconds",
    "Answered requests, by the pattern of their route",
    ["route", "method", "status"],
    requestSeconds,
  );
  const searches = histogram(
    "alumni_search_duration_seconds",
    "Searches, by the engine that was asked and what for",
    ["engine", "kind", "outcome"],
    workSeconds,
  );
  const appends = histogram(
    "alumni_append_duration_seconds",
    "Appends to the log; a conflict is retried",
    ["outcome"],
    workSeconds,
  );
  const delays = histogram(
    "alumni_event_loop_delay_seconds",
    "How late the event loop came to a timer, ten times a second",
    [],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers });
  const mails = counter("alumni_mails_total", "Attempts to send a mail", "outcome");
  const refusals = counter(
    "alumni_rate_limit_refusals_total",
    "What a rate limit refused",
    "limit",
  );
  const busy = counter(
    "alumni_database_busy_retries_total",
    "Tries that met another process's lock",
    "database",
  );
  const received = counter(
    "alumni_mail_received_total",
    "Mails that arrived, by what became of them",
    ...["outcome", "reason"],
  );

  return {
    /** @param request Its route as a pattern, and a known method. */
    requestAnswered(
      { route, method, status }: {
        readonly route: string;
        readonly method: string;
        readonly status: number;
      },
      ms: number,
    ): void {
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    searched(engine: Engine, kind: SearchKind, isAnswered: boolean, ms: number): void {
      const outcome = isAnswered ? "answered" : "failed";
      searches.observe({ engine, kind, outcome }, ms / 1000);
    },
    appended: (outcome: AppendOutcome, ms: number): void => appends.observe({ outcome }, ms / 1000),
    mailTried: (outcome: MailOutcome): void => mails.inc({ outcome: outcome.replace(" ", "-") }),
    mailReceived: (outcome: Outcome): void =>
      received.inc({
        outcome: outcome.is,
        ...outcome.is === "refused" && { reason: outcome.reason },
      }),
    refused: (limit: keyof Limits): void => refusals.inc({ limit }),
    databaseBusy: (database: DatabaseName): void => busy.inc({ database }),
    eventLoopLate: (ms: number): void => delays.observe(ms / 1000),
    addReadings: (readings: readonly Reading[]): void => addSeries(registry, readings),
    text: (): Promise<string> => registry.metrics(),
  };
}

/** `undefined` if reading fails, or takes longer than Prometheus waits. */
const inTime = (read: Reading["read"]): Promise<number | undefined> =>
  within(readWithinMs, Promise.try(read).catch(() => undefined));

/** One series for the readings of one name. A failed or late reading leaves its value out. */
function addSeries(registry: Registry, readings: readonly Reading[]): void {
  const byName = Map.groupBy(readings, ({ name }) => name);
  for (const [name, these] of byName) {
    const settings = {
      name,
      help: these[0]?.help ?? name,
      labelNames: [...new Set(these.flatMap(({ labels = {} }) => Object.keys(labels)))],
      registers: [registry],
      async collect(this: Counter | Gauge) {
        for (const { labels = {}, read } of these) {
          const value = await inTime(read);
          this.remove(labels);
          if (value !== undefined) this.inc(labels, value);
        }
      },
    };
    if (these[0]?.isCounter) new Counter(settings);
    else new Gauge(settings);
  }
}

/** Only `GET /metrics`, on a port of its own. */
export function createMetricsApp(metrics: Pick<Metrics, "text">): Hono {
  return new Hono().get("/metrics", async (c) =>
    c.text(await metrics.text(), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    }));
}
