import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseAway } from "../../../../events/store/database-errors.ts";
import type { Database } from "../../../../events/store/database.ts";
import { describeError, type Log } from "../../../node/log.ts";
import type { AccessTokens } from "../../drivers/sign-in.ts";
import type { Reach } from "../../drivers/reach.ts";
import { MailUnavailable } from "../../mail.ts";
import type { Receive } from "../inbound-mail.ts";
import { ImapConnection, ImapFailure } from "./imap-connection.ts";
import { Outcomes } from "../../outcomes.ts";
import type { ImapServer } from "./settings.ts";

export interface MailboxDependencies {
  readonly server: ImapServer;
  readonly receive: Receive;
  readonly state: Pick<Outcomes, "noteWorked" | "noteFailed">;
  readonly log: Log;
  readonly pace?: Partial<MailboxPace>;
  readonly reach?: Reach | undefined;
}

/** In milliseconds. */
export interface MailboxPace {
  /** Pause between two checks. The server may report a mail sooner. */
  readonly askMs: number;
  /** Pause after a failure, doubled after each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Maximum of any request, including a connection. */
  readonly requestMs: number;
}

const usualPace: MailboxPace = {
  askMs: 60_000,
  firstPauseMs: 1000,
  longestPauseMs: 5 * 60_000,
  requestMs: 30_000,
};
/** A mail is set aside after this many failures. */
const mostTries = 3;
const hourMs = 60 * 60_000;
/** Maximum time that a stop waits for the current mail. */
const finishWithinMs = 2000;

/** Reads a mailbox. A mail is deleted after it is taken; if the process ends in between, it is taken again. */
export class Mailbox {
  private readonly pace: MailboxPace;
  private readonly tokens: AccessTokens | undefined;
  private readonly stopping = new AbortController();
  private readonly tries = new Map<string, { count: number; nextMs: number }>();
  private connection: ImapConnection | undefined;
  private setAside = 0;
  private failures = 0;
  private running: Promise<void> | undefined;

  constructor(private readonly deps: MailboxDependencies) {
    const { server: { login }, pace } = deps;
    this.pace = { ...usualPace, ...pace };
    this.tokens = "tokens" in login ? login.tokens : undefined;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** The current mail is finished first, unless that takes long. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const late = setTimeout(() => this.connection?.close(), finishWithinMs);
    await Promise.race([this.running, delay(2 * finishWithinMs, undefined, { ref: false })]);
    clearTimeout(late);
    this.connection?.close();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const connection = await this.opened();
        await this.readAll(connection);
        await this.deps.state.noteWorked(this.setAside);
        this.failures = 0;
        await connection.wait(this.pace.askMs, signal);
      } catch (error) {
        this.connection?.close();
        await this.noteFailure(error);
        const { firstPauseMs, longestPauseMs } = this.pace;
        const pauseMs = Math.min(firstPauseMs * 2 ** (this.failures - 1), longestPauseMs);
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async opened(): Promise<ImapConnection> {
    if (this.connection?.isOpen) return this.connection;
    this.connection = undefined;
    const connection = await ImapConnection.open(this.deps.server, {
      accessToken: await this.tokens?.get(),
      requestMs: this.pace.requestMs,
      reach: this.deps.reach,
    });
    this.connection = connection;
    this.setAside = await connection.countSetAside();
    return connection;
  }

  private async readAll(connection: ImapConnection): Promise<void> {
    const ids = await connection.ids();
    const keys = new Set(ids.map((id) => connection.keyOf(id)));
    for (const key of this.tries.keys()) if (!keys.has(key)) this.tries.delete(key);
    for (const id of ids) {
      if (this.stopping.signal.aborted) return;
      const tried = this.tries.get(connection.keyOf(id));
      if (tried === undefined || performance.now() >= tried.nextMs) {
        await this.take(connection, id, tried?.count ?? 0);
      }
    }
  }

  private async take(connection: ImapConnection, id: number, triesBefore: number): Promise<void> {
    const source = await connection.read(id);
    if (source === undefined) return;
    try {
      await this.deps.receive({ source });
    } catch (error) {
      // Every mail would fail now.
      if (isDatabaseAway(error)) throw error;
      await this.postpone(connection, id, triesBefore + 1, error);
      return;
    }
    await connection.remove(id);
  }

  private async postpone(
    connection: ImapConnection,
    id: number,
    count: number,
    error: unknown,
  ): Promise<void> {
    const event = "a mail couldn't be taken";
    this.deps.log({ level: "error", event, tries: count, ...describeError(error) });
    const isLast = count >= mostTries;
    // A mail that can't be moved must not delay others.
    const nextMs = performance.now() + (isLast ? hourMs : count * this.pace.askMs);
    this.tries.set(connection.keyOf(id), { count, nextMs });
    if (!isLast) return;
    await connection.setAside(id);
    this.setAside++;
  }

  private async noteFailure(error: unknown): Promise<void> {
    this.failures++;
    const code = error instanceof ImapFailure || error instanceof MailUnavailable
      ? error.code
      : undefined;
    // The token may have been revoked, so the next try requests another.
    if (code === "EIMAP login") this.tokens?.forget();
    // A single lost connection is reopened without a report.
    if (this.failures < 2 || this.stopping.signal.aborted) return;
    const event = "the mailbox for answers can't be read";
    this.deps.log({ level: "warning", event, ...describeError(error) });
    if (code !== undefined) await this.deps.state.noteFailed(code).catch(() => undefined);
  }
}

interface CurrentMailboxDependencies extends Omit<MailboxDependencies, "server" | "state"> {
  /** The mailbox to read now: the same object until it changes. */
  readonly server: () => Promise<ImapServer | undefined>;
  readonly database: Pick<Database, "read" | "write">;
  readonly now: () => Date;
}

/** Reads the mailbox that is currently set up for answers. */
export class CurrentMailbox {
  #current: { readonly server: ImapServer; readonly mailbox: Mailbox } | undefined;

  constructor(private readonly deps: CurrentMailboxDependencies) {}

  /** Applies a change of the mailbox. Never called twice at once. */
  readonly update = async (): Promise<void> => {
    const { database, now, ...deps } = this.deps;
    const server = await deps.server();
    if (server === this.#current?.server) return;
    await this.stop();
    if (server === undefined) return;
    const mailbox = new Mailbox({ ...deps, server, state: new Outcomes(database, now, "mailbox") });
    this.#current = { server, mailbox };
    mailbox.start();
  };

  async stop(): Promise<void> {
    await this.#current?.mailbox.stop();
    this.#current = undefined;
  }
}
