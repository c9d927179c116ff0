import type { EventsDependencies } from "../../events/open.ts";
import type { EmbeddedSearch } from "../../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";
import type { Environment } from "../config/env.ts";
import type { PasswordHashing } from "../auth/argon2id.ts";
import type { Limits } from "../auth/rate-limits.ts";
import type { LiveLimits } from "../features/connections/live.ts";
import type { Draw } from "../drawing/answer.ts";
import type { ErasureLedger } from "../node/erasure-ledger.ts";
import type { RequestsCounted } from "../../events/connections/count-events.ts";
import type { Report } from "../../events/report/report.ts";
import type { Log } from "../node/log.ts";
import type { ReplySettings } from "../mail/arriving/ways/settings.ts";
import type { Mail } from "../mail/mail.ts";
import type { Reach } from "../mail/drivers/reach.ts";
import type { Pace } from "../mail/outbox/send-outbox.ts";
import type { SteadyClock } from "../node/steady-clock.ts";
import type { ObjectStore } from "../objects/object-store.ts";

export interface ProductDependencies extends EventsDependencies {
  readonly cadreCode?: Environment["cadreCode"];
  /** Unless staff set it. The product's default if absent, as for the other limits. */
  readonly contactsADay?: number;
  readonly messagesKeepDays?: number;
  /** Always current. Answers searches, unless Meilisearch does. */
  readonly search: EmbeddedSearch;
  readonly meilisearch?: MeilisearchSettings | undefined;
  readonly mail: Mail;
  readonly reach?: Reach | undefined;
  /** Asks the sign-in services of mail servers. */
  readonly fetchTokens?: typeof fetch | undefined;
  readonly mailPace?: Partial<Pace>;
  /** How answers by mail arrive, whatever staff set up: for tests. */
  readonly replies?: ReplySettings | undefined;
  readonly objects: ObjectStore;
  /** Draws uploaded pictures. */
  readonly draw: Draw;
  /** Name of the pictures' place in errors about another installation. Unchecked if absent. */
  readonly objectsAt?: string;
  readonly freeBytes: () => Promise<number>;
  readonly hashing: PasswordHashing;
  readonly log: Log;
  readonly limits: Limits;
  /** Whether there may be other nodes: limits are then counted for all of them. */
  readonly hasOtherNodes?: boolean;
  readonly clock: SteadyClock;
  readonly random: () => number;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number;
  readonly liveLimits?: Partial<LiveLimits> | undefined;
  readonly ledger?: ErasureLedger | undefined;
  /** When the data was last backed up, as far as this node knows. */
  readonly lastBackup?: (() => Promise<Date | undefined>) | undefined;
  readonly makeReports?: (pending: readonly RequestsCounted[]) => Promise<readonly Report[]>;
  readonly appOrigin: string;
  readonly showsDevToken: boolean;
}
