import type { EventsDependencies } from "../../events/open.ts";
import type { EmbeddedSearch } from "../../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";
import type { AdmissionVariables } from "../config/admissions.ts";
import type { Environment } from "../config/env.ts";
import type { NewPasswordRules } from "../accounts/policies/new-password.ts";
import type { PasswordHashing } from "../auth/argon2id.ts";
import type { Limits } from "../auth/rate-limits.ts";
import type { LiveLimits } from "../connections/live.ts";
import type { ErasureLedger } from "../erasure/ledger.ts";
import type { RequestsCounted } from "../../events/connections/count-events.ts";
import type { Report } from "../../events/report/report.ts";
import type { Log } from "../log.ts";
import type { ReplySettings } from "../mail/arriving/ways/settings.ts";
import type { Mail } from "../mail/mail.ts";
import type { Reach } from "../mail/drivers/reach.ts";
import type { Pace } from "../mail/outbox/send-outbox.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { SteadyClock } from "../node/steady-clock.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { BrandVariables } from "../program/brand.ts";

/** What variables set, as in `config/variables.ts`; without a value, the product's own default. */
type Variables = Partial<
  Pick<Environment, "cadreCode" | "contactsFor" | "contactsADay" | "messagesKeepDays">
>;

export interface ProductDependencies extends EventsDependencies, BrandVariables, Variables {
  /** Always current; answers, unless Meilisearch does. */
  readonly search: EmbeddedSearch;
  readonly meilisearch?: MeilisearchSettings | undefined;
  readonly mail: Mail;
  /** Connects to a mail server that staff set up; tests replace it. */
  readonly reach?: Reach | undefined;
  /** Calls a mail service that staff chose; tests replace it. */
  readonly fetchMail?: typeof fetch | undefined;
  readonly mailPace?: Partial<Pace>;
  /** How answers by mail arrive, where variables say so; otherwise staff can set it up. */
  readonly replies?: ReplySettings | undefined;
  readonly objects: ObjectStore;
  /** Their name in the error when they belong to another installation. Without it, that isn't checked. */
  readonly objectsAt?: string;
  /** Free space on the disk of the databases. */
  readonly freeBytes: () => Promise<number>;
  readonly hashing: PasswordHashing;
  readonly log: Log;
  readonly limits: Limits;
  /** Whether there may be other nodes: limits are then counted for all of them. */
  readonly hasOtherNodes?: boolean;
  readonly newPassword: NewPasswordRules;
  /**
   * Log mismatch: whether to refuse a log that the read tables were not made of. On a server it is not
   * refused but the tables are rebuilt, since a restore there does not reach the read tables of each
   * node.
   */
  readonly refusesOtherLog?: boolean;
  readonly clock: SteadyClock;
  readonly random: () => number;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number;
  /** Who gets in, where staff can't change it. */
  readonly admission?: AdmissionVariables | undefined;
  /** How many pages of conversations may follow along. */
  readonly liveLimits?: Partial<LiveLimits> | undefined;
  readonly ledger?: ErasureLedger | undefined;
  /** When log and vault were last backed up, as far as this node knows. */
  readonly lastBackup?: (() => Promise<Date | undefined>) | undefined;
  /** Makes the statistics of the last Sunday; without it there are none. */
  readonly makeReports?: (pending: readonly RequestsCounted[]) => Promise<readonly Report[]>;
  readonly appOrigin: string;
  readonly showsDevToken: boolean;
  readonly metrics: Metrics;
}
