import type { Database } from "../../../events/store/database.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import { BackupRefused, refuseUnknownErasures } from "../../backup/backup-refused.ts";
import { type Checked, isWithoutMembers, type RestoreFiles } from "../../backup/restore.ts";
import { Problem } from "../../contract/problem.ts";
import type { ErasureLedger } from "../../node/erasure-ledger.ts";
import { describeError, type Log } from "../../node/log.ts";
import type { ObjectStore } from "../../objects/object-store.ts";

export type RestoreState =
  | { readonly is: "nothing" }
  /** From the start of an upload until it is checked, 0 to 1. */
  | { readonly is: "reading"; readonly share: number }
  /** A sentence that says what to do. */
  | { readonly is: "refused"; readonly message: string }
  | { readonly is: "checked"; readonly about: AboutRestore }
  | { readonly is: "restoring"; readonly share: number }
  | { readonly is: "failed"; readonly message: string };

/** A checked backup, described for the decision to restore it. */
export interface AboutRestore {
  readonly program: string;
  readonly people: number;
  readonly madeAt: Date;
  readonly version: string;
  readonly pictures: number;
  /** Number of people whose invitation link will still work. */
  readonly invitations: number;
}

export interface BackupListed {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
}

/** The place of the backups, as a restore reads it. */
export interface BackupSource {
  list(): Promise<readonly BackupListed[]>;
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
}

export interface LastRestore {
  readonly restoredAt: Date;
  /** Later changes are lost. */
  readonly madeAt: Date;
  readonly invitations: number;
  readonly people: number;
}

/** Replaces an empty database once no one uses it. */
export interface Replacing {
  /** @throws {BackupRefused} When the directory has members by now. */
  check(): Promise<void>;
  replace(): Promise<void>;
}

interface RestoreParts {
  readonly database: Pick<Database, "read">;
  readonly files: RestoreFiles;
  readonly source?: BackupSource | undefined;
  readonly eventStore: { readonly installation: string };
  readonly objects: Pick<ObjectStore, "put">;
  readonly ledger: Pick<ErasureLedger, "allMemberIds"> | undefined;
  readonly log: Log;
  readonly now: () => Date;
  /** Why the last restore failed, after the service has restarted. */
  readonly failed?: string | undefined;
}

/** An upload is deleted after this time, unless it is restored. */
const forgottenAfterMs = 60 * 60 * 1000;
/** The upload's share of the time until a backup is checked. */
const arrivalShare = 0.4;

const onOurSide =
  "Something went wrong on our side, and nothing was changed. The service's log says more. Try again, or choose " +
  "another backup.";

/** Restores a backup into a directory without members, one at a time. */
export class Restore {
  #state: RestoreState;
  #checked: Checked | undefined;
  #sentBytes: number | undefined;
  /** The restore's current state. */
  #work: AbortController | undefined;
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  readonly #ready = Promise.withResolvers<Replacing>();

  constructor(private readonly parts: RestoreParts) {
    const { failed } = parts;
    this.#state = failed === undefined ? { is: "nothing" } : { is: "failed", message: failed };
  }

  /** Whether the directory has no member yet. */
  isOffered(): Promise<boolean> {
    return isWithoutMembers(this.parts.database);
  }

  /** Backups at the place where they are made, newest first; empty if it can't be read. */
  async files(): Promise<readonly BackupListed[]> {
    const { source, log } = this.parts;
    return await source?.list().catch((error) => {
      log({ level: "warning", event: "the backups can't be listed", ...describeError(error) });
      return [];
    }) ?? [];
  }

  /** Stores an uploaded file for checking. @throws {Problem} When it can't be stored. */
  async receive(
    body: ReadableStream<Uint8Array>,
    declaredBytes: number | undefined,
  ): Promise<void> {
    await this.#requireOffered();
    this.#requireIdle();
    await this.#working(async (until) => {
      this.#sentBytes = undefined;
      this.#sentBytes = await this.#receive(body, declaredBytes, until);
      this.#state = { is: "nothing" };
    });
    if (this.#state.is === "refused") throw new Problem(400, this.#state.message);
  }

  /** Starts checking a file. `state` has its progress. */
  async check(
    { file, secret }: { readonly file: string | "uploaded"; readonly secret: string },
  ): Promise<void> {
    await this.#requireOffered();
    this.#requireIdle();
    void this.#working(async (until) => {
      this.#state = { is: "reading", share: 0 };
      if (file !== "uploaded") {
        this.#sentBytes = undefined;
        const body = await this.parts.source?.open(file);
        if (body === undefined) {
          throw new BackupRefused("This backup isn't there anymore. Choose another one.");
        }
        const bytes = (await this.files()).find(({ name }) => name === file)?.bytes;
        await this.#receive(body, bytes, until);
      }
      const report = this.#reading(arrivalShare, 1);
      report(0);
      const checked = await this.parts.files.check({ secret }, report, until);
      this.#checked = checked;
      this.#sentBytes = undefined;
      const { about, invitations } = checked;
      const { program, people, version, pictures } = about;
      const madeAt = new Date(about.madeAt);
      this.#state = {
        is: "checked",
        about: { program, people, madeAt, version, pictures, invitations },
      };
    });
  }

  /** Size of an uploaded file that can be checked with another secret. */
  sentBytes(): number | undefined {
    return this.#sentBytes;
  }

  state(): RestoreState {
    return this.#state;
  }

  /** Starts restoring the checked backup. The service restarts with it. */
  async start(): Promise<void> {
    await this.#requireOffered();
    const { files, eventStore: { installation }, objects, ledger, now } = this.parts;
    this.#requireIdle();
    const checked = this.#checked;
    if (checked === undefined) {
      throw new Problem(409, "No backup is ready to be restored. Choose one first.");
    }
    void this.#working(async () => {
      this.#state = { is: "restoring", share: 0 };
      const erased = await ledger?.allMemberIds().catch(refuseUnknownErasures) ?? new Set<string>();
      await files.prepare(
        { checked, installation, objects, erased, now: now() },
        (share) => this.#state = { is: "restoring", share },
      );
      this.#ready.resolve({
        check: async () => {
          if (!await this.isOffered()) throw new BackupRefused(notOffered);
        },
        replace: async () => {
          await files.replace(checked, () => {});
          await files.clear();
        },
      });
    }, "failed");
  }

  /** Removes an uploaded or opened file. Does nothing while it is being restored. */
  async forget(): Promise<void> {
    if (this.#state.is === "restoring") return;
    this.#work?.abort();
    clearTimeout(this.#forgetting);
    this.#checked = undefined;
    this.#sentBytes = undefined;
    this.#state = { is: "nothing" };
    await this.parts.files.clear();
  }

  /** Resolves once a backup is ready to replace the database. */
  get ready(): Promise<Replacing> {
    return this.#ready.promise;
  }

  async lastRestore(): Promise<LastRestore | undefined> {
    const row = await tablesOf(this.parts.database).selectFrom("restores").selectAll()
      .orderBy("restored_at_ms", "desc").limit(1).executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      restoredAt: new Date(row.restored_at_ms),
      madeAt: new Date(row.made_at_ms),
      invitations: row.invitations,
      people: row.people,
    };
  }

  async #receive(
    body: ReadableStream<Uint8Array>,
    declaredBytes: number | undefined,
    until: AbortSignal,
  ): Promise<number> {
    const report = this.#reading(0, arrivalShare);
    report(0);
    return await this.parts.files.receive(body, declaredBytes, report, until);
  }

  #reading(from: number, to: number): (share: number) => void {
    return (share) => this.#state = { is: "reading", share: from + share * (to - from) };
  }

  /** Runs one step at a time, and puts its failure into `state`. */
  async #working(
    work: (until: AbortSignal) => Promise<void>,
    afterFailure: "refused" | "failed" = "refused",
  ): Promise<void> {
    const own = this.#work = new AbortController();
    clearTimeout(this.#forgetting);
    if (afterFailure === "refused") this.#checked = undefined;
    try {
      await work(own.signal);
    } catch (error) {
      if (own.signal.aborted) return;
      const isExpected = error instanceof BackupRefused;
      if (!isExpected) {
        const event = "restoring a backup failed";
        this.parts.log({ level: "error", event, ...describeError(error) });
      }
      this.#state = {
        is: afterFailure,
        message: isExpected ? error.message : onOurSide,
      };
    } finally {
      if (this.#work === own) {
        this.#work = undefined;
        this.#forgetting = setTimeout(() => this.forget().catch(() => {}), forgottenAfterMs);
        Deno.unrefTimer(this.#forgetting as unknown as number);
      }
    }
  }

  async #requireOffered(): Promise<void> {
    if (!await this.isOffered()) throw new Problem(404, notOffered);
  }

  /** Called in the same tick as the step that follows. */
  #requireIdle(): void {
    if (this.#work === undefined && this.#state.is !== "restoring") return;
    throw new Problem(
      409,
      "A backup is being read or restored already. Wait until that has ended.",
    );
  }
}

const notOffered =
  "This directory has people already. A backup can only be restored into a new one. Nothing was changed.";
