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
  /** From the upload's beginning until it is checked, 0 to 1. */
  | { readonly is: "reading"; readonly share: number }
  /** A sentence that says what to do. */
  | { readonly is: "refused"; readonly message: string }
  | { readonly is: "checked"; readonly about: AboutRestore }
  | { readonly is: "restoring"; readonly share: number }
  | { readonly is: "failed"; readonly message: string };

/** What someone decides on. */
export interface AboutRestore {
  readonly program: string;
  readonly people: number;
  readonly madeAt: Date;
  readonly version: string;
  readonly pictures: number;
  /** How many people keep the link of their invitation. */
  readonly invitations: number;
}

export interface BackupListed {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
}

/** The place of the backups, as far as a restore reads it. */
export interface BackupSource {
  list(): Promise<readonly BackupListed[]>;
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
}

export interface LastRestore {
  readonly restoredAt: Date;
  /** What was done later is lost. */
  readonly madeAt: Date;
  readonly invitations: number;
  readonly people: number;
}

/** What takes the place of an empty database, once no one uses that. */
export interface Replacing {
  /** @throws {BackupRefused} When the directory has people by now. */
  check(): Promise<void>;
  replace(): Promise<void>;
}

interface RestoreParts {
  readonly database: Pick<Database, "read">;
  readonly files: RestoreFiles;
  readonly source: BackupSource | undefined;
  readonly eventStore: { readonly installation: string };
  readonly objects: Pick<ObjectStore, "put">;
  readonly ledger: Pick<ErasureLedger, "allMemberIds"> | undefined;
  readonly log: Log;
  readonly now: () => Date;
  /** Why the last one failed, after the service started again. */
  readonly failed?: string | undefined;
}

/** An upload is forgotten after this time, unless it is restored. */
const forgottenAfterMs = 60 * 60 * 1000;
/** Of the time until a backup is checked, what its arrival takes. */
const arrivalShare = 0.4;

const onOurSide =
  "Something went wrong on our side, and nothing was changed. The service's log says more. Try again, or choose " +
  "another backup.";

/** A restore into a directory without any member: one at a time. */
export class Restore {
  #state: RestoreState;
  #checked: Checked | undefined;
  #sentBytes: number | undefined;
  /** What is under way. */
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

  /** Backups where they are made, newest first. None if the place can't be read. */
  async files(): Promise<readonly BackupListed[]> {
    const { source, log } = this.parts;
    return await source?.list().catch((error) => {
      log({ level: "warning", event: "the backups can't be listed", ...describeError(error) });
      return [];
    }) ?? [];
  }

  /** Stores a file that someone sends, to be checked. @throws {Problem} When it isn't stored. */
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

  /** Begins to check a file; the state says how it goes. */
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

  /** Size of a file that was sent, while it can be checked with another secret. */
  sentBytes(): number | undefined {
    return this.#sentBytes;
  }

  state(): RestoreState {
    return this.#state;
  }

  /** Begins to restore what was checked. The service starts again with it. */
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

  /** Removes what was sent or opened. Does nothing while it is being restored. */
  async forget(): Promise<void> {
    if (this.#state.is === "restoring") return;
    this.#work?.abort();
    clearTimeout(this.#forgetting);
    this.#checked = undefined;
    this.#sentBytes = undefined;
    this.#state = { is: "nothing" };
    await this.parts.files.clear();
  }

  /** Resolves once a backup is ready to take the place of the database. */
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

  /** Does one thing at a time; what goes wrong is told by the state. */
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

  /** In the same turn as what begins then. */
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
