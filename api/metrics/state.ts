import type { EventLog } from "../../events/log/event-log.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import type { MemberIndexer } from "../../search/index-members.ts";
import { noFilters, type ProfileSearch } from "../../search/profile-search.ts";
import type { RemoteSearch } from "../search/remote.ts";
import type { Reading } from "./metrics.ts";

export interface StateDependencies {
  readonly log: Pick<EventLog, "lastPosition" | "read">;
  readonly readModel: Pick<ReadModel, "position">;
  readonly outbox: Pick<MailQueue, "waiting">;
  readonly search: Pick<ProfileSearch, "find">;
  readonly indexer: Pick<MemberIndexer, "position">;
  readonly leftOut: () => number;
  readonly remoteSearch: Pick<RemoteSearch, "position" | "answers"> | undefined;
  readonly now: () => Date;
}

/** Log positions of read tables and indexes, and waiting mail. */
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
        read: () => remoteSearch.answers() ? 1 : 0,
      },
    ]),
  ];
}
