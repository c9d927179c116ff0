import type { Environment } from "../../config/env.ts";
import { ImapConnection, ImapFailure } from "../../mail/arriving/ways/imap-connection.ts";
import type { ImapServer } from "../../mail/arriving/ways/settings.ts";
import { createAccessTokens } from "../../mail/drivers/oauth.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import type { Findings } from "./finding.ts";

export interface Watch {
  /**
   * @param marker Is in the mail's subject.
   * @returns The mail; or that one has arrived which the service took; `undefined` while none has.
   */
  look(marker: string): Promise<Uint8Array | "taken" | undefined>;
  close(): void;
}

/** What can be watched from here, before a mail is sent; `undefined` when the mailbox can't be read. */
export async function openWatches(
  { replies, metrics }: Pick<Environment, "replies" | "metrics">,
  say: Findings,
): Promise<Watch[] | undefined> {
  const watches: Watch[] = [];
  try {
    if (replies?.imap) {
      watches.push(await MailboxWatch.open(replies.imap));
      say.ok("the mailbox in IMAP_URL can be read");
    }
  } catch (error) {
    if (!(error instanceof ImapFailure || error instanceof MailUnavailable)) throw error;
    const { why, todo } = explainFailure(error.code);
    return void say.fail(why, todo);
  }
  if (metrics === undefined) return watches;
  const address = `http://${metrics.hostname}:${metrics.port}/metrics`;
  const count = await countReceived(address);
  if (count !== undefined) watches.push(new CounterWatch(address, count));
  return watches;
}

class MailboxWatch implements Watch {
  private constructor(
    private readonly connection: ImapConnection,
    private readonly nextId: number,
  ) {}

  static async open(server: ImapServer): Promise<MailboxWatch> {
    const { login } = server;
    const accessToken = "oauth" in login ? await createAccessTokens(login.oauth).get() : undefined;
    const connection = await ImapConnection.open(server, { accessToken, requestMs: 30_000 });
    return new MailboxWatch(connection, await connection.nextId());
  }

  async look(marker: string): Promise<Uint8Array | "taken" | undefined> {
    const found = await this.find(marker);
    if (found !== undefined) return found;
    if (await this.connection.nextId() === this.nextId) return undefined;
    // It came just now, or the service has taken and deleted it.
    return await this.find(marker) ?? "taken";
  }

  private async find(marker: string): Promise<Uint8Array | undefined> {
    for (const id of await this.connection.ids()) {
      const source = id < this.nextId ? undefined : await this.connection.read(id);
      if (source && Buffer.from(source).includes(marker)) return source;
    }
  }

  close(): void {
    this.connection.close();
  }
}

/** The counter of a service that runs, and shows its metrics. */
class CounterWatch implements Watch {
  constructor(private readonly address: string, private readonly before: number) {}

  async look(): Promise<"taken" | undefined> {
    const count = await countReceived(this.address);
    return count !== undefined && count > this.before ? "taken" : undefined;
  }

  close(): void {}
}

/** How many mails have arrived since the service started; `undefined` when it can't be asked. */
async function countReceived(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
    const counts = (await answer.text()).matchAll(/^alumni_mail_received_total\S* (\d+)$/gm);
    return answer.ok ? counts.reduce((sum, [, count]) => sum + Number(count), 0) : undefined;
  } catch {
    return undefined;
  }
}
