import { isIP } from "node:net";
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import { type Reach, reach } from "../../drivers/reach.ts";
import { MailUnavailable } from "../../mail.ts";
import { maxMailBytes } from "./read-first.ts";
import type { ImapServer } from "./settings.ts";

/** The failure's code for the log and for staff: `login`, `folder`, `used`, `timeout`, or a network error's. */
export class ImapFailure extends Error {
  override readonly name = "ImapFailure";
  readonly code: string;

  constructor(what: string, options?: ErrorOptions) {
    super(`The mailbox can't be read: ${what}`, options);
    this.code = `EIMAP ${what}`;
  }
}

const failedFolder = "Alumni-Connect-failed";

export interface ImapOptions {
  /** For a server that accepts no passwords. */
  readonly accessToken: string | undefined;
  readonly requestMs: number;
  /** Looks up a server that staff named; replaced in tests. */
  readonly reach?: Reach | undefined;
}

/** Answers are deleted once taken, so a read mail older than this shows that a person uses the folder. */
export const oldMs = 30 * 24 * 60 * 60 * 1000;

/** The maximum of a mail and the protocol around it. */
const mostResponseBytes = 2 * maxMailBytes;

/** A connection to the folder with inbound mail, unusable after a failure. */
export class ImapConnection {
  private hasNews = false;
  private wake = () => {};

  private constructor(private readonly client: ImapFlow, private readonly requestMs: number) {
    client.on("exists", () => {
      this.hasNews = true;
      this.wake();
    });
    client.on("close", () => this.wake());
    // Without a listener, an error would end the process.
    client.on("error", () => client.close());
  }

  static async open(server: ImapServer, options: ImapOptions): Promise<ImapConnection> {
    const { ImapFlow } = await import("imapflow");
    const client = new ImapFlow(await optionsFor(server, options));
    const connection = new ImapConnection(client, options.requestMs);
    try {
      await connection.ask(() => client.connect());
      await connection.ask(() => client.mailboxOpen(server.folder)).catch((cause) => {
        const { responseStatus } = (cause.cause ?? {}) as ImapError;
        throw responseStatus === "NO" ? new ImapFailure("folder", { cause }) : cause;
      });
      await connection.refuseUsed();
      return connection;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.client.usable && !this.client.isClosed;
  }

  /** Oldest first. Valid during this connection only. */
  async ids(): Promise<number[]> {
    const found = await this.ask(() => this.client.search({ deleted: false }, { uid: true }));
    if (!found) throw new ImapFailure("search");
    return found;
  }

  /** The next mail's id, which grows even if an arrived mail was deleted. */
  async nextId(): Promise<number> {
    const { client } = this;
    const { path } = client.mailbox || { path: "" };
    const status = await this.ask(() => client.status(path, { uidNext: true }));
    if (!status || status.uidNext === undefined) throw new ImapFailure("status");
    return status.uidNext;
  }

  /** Identifies a mail across connections. */
  keyOf(id: number): string {
    const { mailbox } = this.client;
    return `${mailbox ? mailbox.uidValidity : ""}/${id}`;
  }

  /** The first bytes of a mail; `undefined` if it was deleted. */
  async read(id: number): Promise<Uint8Array | undefined> {
    const query = { source: { start: 0, maxLength: maxMailBytes } };
    const found = await this.ask(() => this.client.fetchOne(String(id), query, { uid: true }));
    return found ? found.source : undefined;
  }

  async remove(id: number): Promise<void> {
    if (await this.ask(() => this.client.messageDelete(String(id), { uid: true }))) return;
    throw new ImapFailure("remove");
  }

  async setAside(id: number): Promise<void> {
    const { client } = this;
    await this.ask(() => client.mailboxCreate(failedFolder));
    const moved = await this.ask(() => client.messageMove(String(id), failedFolder, { uid: true }));
    if (!moved) throw new ImapFailure("move");
  }

  async countSetAside(): Promise<number> {
    const exists = (await this.ask(() => this.client.list()))
      .some(({ path }) => path.endsWith(failedFolder));
    if (!exists) return 0;
    const status = await this.ask(() => this.client.status(failedFolder, { messages: true }));
    return status ? status.messages ?? 0 : 0;
  }

  /** Resolves after a time, or when the server reports a mail or the connection ends. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    // Ends with the next request, which also notices if it ended earlier.
    if (this.client.capabilities.has("IDLE")) this.client.idle().catch(() => undefined);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", this.wake, { once: true });
      if (this.hasNews || !this.isOpen || signal.aborted) this.wake();
    });
    signal.removeEventListener("abort", this.wake);
    this.hasNews = false;
  }

  close(): void {
    this.client.close();
  }

  /** Taken mails are deleted, so a mailbox that a person uses is refused. */
  private async refuseUsed(): Promise<void> {
    const before = new Date(Date.now() - oldMs);
    const query = { deleted: false, seen: true, before };
    const found = await this.ask(() => this.client.search(query, { uid: true }));
    if (found && found.length === 0) return;
    throw new ImapFailure(found ? "used" : "search");
  }

  private async ask<T>(request: () => Promise<T>): Promise<T> {
    const { client } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new ImapFailure("timeout"));
        client.close();
      }, this.requestMs);
    });
    try {
      return await Promise.race([request(), late]);
    } catch (cause) {
      throw cause instanceof ImapFailure ? cause : new ImapFailure(codeOf(cause), { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function optionsFor(
  { host, port, tls, user, login, isTyped = false }: ImapServer,
  { accessToken, requestMs, reach: find = reach }: ImapOptions,
): Promise<ImapFlowOptions> {
  const reached = isTyped
    ? await find(host).catch((cause) => {
      throw cause instanceof MailUnavailable ? new ImapFailure(cause.code, { cause }) : cause;
    })
    : undefined;
  return {
    host: reached?.address ?? host,
    port: reached?.port ?? port,
    // The certificate must be for the name that staff entered.
    ...reached && isIP(host) === 0 && { servername: host },
    ...reached?.ca !== undefined && { tls: { ca: reached.ca } },
    secure: tls === "always",
    ...tls !== "always" && { doSTARTTLS: tls === "required" },
    auth: "password" in login ? { user, pass: login.password } : { user, accessToken },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: requestMs,
    greetingTimeout: requestMs,
    maxLineLength: mostResponseBytes,
    maxLiteralSize: mostResponseBytes,
    maxResponseSize: 2 * mostResponseBytes,
    maxResponseTokens: 100_000,
  };
}

interface ImapError {
  readonly code?: unknown;
  readonly authenticationFailed?: boolean;
  readonly serverResponseCode?: string;
  readonly responseStatus?: string;
}

/** Codes of servers that are only busy, so that the password may be right. */
const busy = new Set(["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG"]);

function codeOf(error: unknown): string {
  const { code, authenticationFailed, serverResponseCode = "" } = error as ImapError;
  if (authenticationFailed && !busy.has(serverResponseCode)) return "login";
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : "away";
}
