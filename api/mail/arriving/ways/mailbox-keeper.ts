import type { Database } from "../../../../events/database.ts";
import { Mailbox, type MailboxDependencies } from "./mailbox.ts";
import { Outcomes } from "../../outcomes.ts";
import type { ImapServer } from "./settings.ts";

interface MailboxKeeperDependencies extends Omit<MailboxDependencies, "server" | "state"> {
  /** The mailbox to read now. The same object until that changes. */
  readonly server: () => Promise<ImapServer | undefined>;
  readonly vault: Pick<Database, "read" | "write">;
  readonly now: () => Date;
}

/** Reads the mailbox for answers, whichever is set at the moment, if one is. */
export class MailboxKeeper {
  #current: { readonly server: ImapServer; readonly mailbox: Mailbox } | undefined;

  constructor(private readonly deps: MailboxKeeperDependencies) {}

  /** Looks whether another mailbox is to be read, or none anymore. Never called twice at once. */
  readonly look = async (): Promise<void> => {
    const { vault, now, ...deps } = this.deps;
    const server = await deps.server();
    if (server === this.#current?.server) return;
    await this.stop();
    if (server === undefined) return;
    const mailbox = new Mailbox({ ...deps, server, state: new Outcomes(vault, now, "mailbox") });
    this.#current = { server, mailbox };
    mailbox.start();
  };

  /** Ends the work. A mail that is being taken is finished first. */
  async stop(): Promise<void> {
    await this.#current?.mailbox.stop();
    this.#current = undefined;
  }
}
