/** Values read when Prometheus requests metrics. */
import type { EventLog } from "../../events/log/event-log.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import type { MemberIndexer } from "../../search/index-members.ts";
import { noFilters, type ProfileSearch } from "../../search/profile-search.ts";
import type { RemoteSearch } from "../search/remote.ts";
import type { AnswerCache } from "../answers/answer-cache.ts";
import { readLastBackup } from "../node/last-backup.ts";
import process from "node:process";
import { version } from "../config/version.ts";
import type { Metrics, Reading } from "./metrics.ts";

interface StateDependencies {
  readonly log: Pick<EventLog, "lastPosition" | "read">;
  readonly readModel: Pick<ReadModel, "position">;
  readonly outbox: Pick<MailQueue, "waiting">;
  readonly search: Pick<ProfileSearch, "find">;
  readonly indexer: Pick<MemberIndexer, "position">;
  readonly leftOut: () => number;
  readonly remoteSearch: Pick<RemoteSearch, "position" | "prefers"> | undefined;
  readonly now: () => Date;
}

export function stateReadings(deps: StateDependencies): Reading[] {
  const { log, readModel, outbox, search, indexer, leftOut, remoteSearch, now } = deps;
  const indexPosition = (engine: string, read: () => number): Reading => ({
    name: "alumni_index_position",
    help: "Log position of the last change that an engine's index has",
    labels: { engine },
    read,
  });
  return [
    {
      name: "alumni_log_position",
      help: "Position of the last event in the log",
      read: () => log.lastPosition(),
    },
    {
      name: "alumni_projection_lag_events",
      help: "Log positions that the read tables are behind",
      async read() {
        const position = await readModel.position();
        return Math.max(0, await log.lastPosition() - position);
      },
    },
    {
      name: "alumni_projection_lag_seconds",
      help: "Age of the oldest event that the read tables do not have; 0 when they have all",
      async read() {
        const [next] = await log.read({ after: await readModel.position(), limit: 1 });
        return next === undefined ? 0 : Math.max(0, (now().getTime() - next.atMs) / 1000);
      },
    },
    {
      name: "alumni_outbox_waiting_mails",
      help: "Mails that wait to be sent",
      read: async () => (await outbox.waiting()).count,
    },
    {
      name: "alumni_outbox_failed_mails",
      help: "Those of them that were tried and failed",
      read: async () => (await outbox.waiting()).failed,
    },
    {
      name: "alumni_outbox_oldest_seconds",
      help: "How long the oldest mail has waited; 0 when none does",
      async read() {
        const { oldestAtMs } = await outbox.waiting();
        return oldestAtMs === undefined ? 0 : Math.max(0, (now().getTime() - oldestAtMs) / 1000);
      },
    },
    {
      name: "alumni_index_profiles",
      help: "Profiles that can be found: the total that the directory shows",
      async read() {
        const everything = { text: "", filters: noFilters, sort: "recent" } as const;
        return (await search.find({ ...everything, offset: 0, limit: 0 })).total;
      },
    },
    {
      name: "alumni_index_lag_events",
      help: "Log positions that the embedded index is behind the log",
      read: async () => Math.max(0, await log.lastPosition() - indexer.position()),
    },
    {
      name: "alumni_index_left_out_profiles",
      help: "Profiles that the embedded index failed over since the start, and goes on without",
      read: leftOut,
    },
    indexPosition("embedded", () => indexer.position()),
    ...(remoteSearch === undefined ? [] : [
      indexPosition("meilisearch", () => remoteSearch.position()),
      {
        name: "alumni_search_preferred_answers",
        help: "1 when Meilisearch answers searches, 0 when the embedded index answers instead",
        read: () => remoteSearch.prefers() ? 1 : 0,
      },
    ]),
  ];
}

/**
 * Readings of this process and its files, under the standard names.
 * @see {@link https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics}
 */
export function serviceReadings(
  dataDir: string,
  continuous?: { readonly ageMs: () => number | undefined },
): Reading[] {
  const startedAtSeconds = Date.now() / 1000 - process.uptime();
  return [
    {
      name: "process_cpu_seconds_total",
      help: "Processor time that this process has taken, of its own and of the system",
      isCounter: true,
      read() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    {
      name: "process_resident_memory_bytes",
      help: "Memory of this process that is resident",
      read: () => process.memoryUsage().rss,
    },
    {
      name: "process_start_time_seconds",
      help: "When this process started, since 1970",
      read: () => startedAtSeconds,
    },
    {
      name: "nodejs_heap_size_used_bytes",
      help: "What is used of the heap",
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: "nodejs_heap_size_total_bytes",
      help: "The heap",
      read: () => process.memoryUsage().heapTotal,
    },
    {
      name: "nodejs_external_memory_bytes",
      help: "Memory outside of the heap that belongs to objects in it",
      read: () => process.memoryUsage().external,
    },
    {
      name: "alumni_build_info",
      help: "The version that runs",
      labels: { version },
      read: () => 1,
    },
    ...(["log", "vault", "pictures"] as const).map((kind): Reading => ({
      name: "alumni_backup_last_success_timestamp_seconds",
      help: "When it was last backed up; 0 when no backup of it is known to the data folder",
      labels: { kind },
      async read() {
        const at = (await readLastBackup(dataDir))[kind];
        return at === undefined ? 0 : Date.parse(at) / 1000;
      },
    })),
    ...continuous === undefined ? [] : [{
      name: "alumni_continuous_backup_age_seconds",
      help: "How long ago the continuous backup had everything; on the node that makes it",
      read() {
        const ageMs = continuous.ageMs();
        return ageMs === undefined ? undefined : ageMs / 1000;
      },
    }],
  ];
}

export function answerReadings(answers: AnswerCache): Reading[] {
  const reads = (outcome: keyof AnswerCache["reads"]): Reading => ({
    name: "alumni_page_cache_reads_total",
    help: "Answers and parts of pages that were asked of the cache",
    labels: { outcome },
    isCounter: true,
    read: () => answers.reads[outcome],
  });
  return [
    {
      name: "alumni_page_cache_bytes",
      help: "Memory that cached answers and parts of pages take, of 64 MB at most",
      read: () => answers.byteLength,
    },
    reads("hits"),
    reads("misses"),
  ];
}

const beatMs = 100;

/** Measures late timers: blocking work delays every request. Returns a function that stops it. */
export function watchEventLoop(metrics: Pick<Metrics, "eventLoopLate">): () => void {
  let dueAtMs = performance.now() + beatMs;
  const timer = setInterval(() => {
    metrics.eventLoopLate(Math.max(0, performance.now() - dueAtMs));
    dueAtMs = performance.now() + beatMs;
  }, beatMs);
  return () => clearInterval(timer);
}
