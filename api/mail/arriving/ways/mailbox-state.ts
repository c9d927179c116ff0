import type { Database } from "../../../../events/database.ts";

/** Whether the mailbox can be read, for staff. */
export interface MailboxReport {
  readonly is: "untried" | "works" | "failing";
  /** What failed last, while it fails; see `explain-failure.ts`. */
  readonly code: string | undefined;
  /** When it was last read. */
  readonly lastAt: Date | undefined;
  /** Mails that failed, and wait in a folder of their own for a person. */
  readonly setAside: number;
}

const minuteMs = 60_000;
const durability = "normal";

/** When a node last read the mailbox, or failed to: one row, for all nodes. */
export class MailboxState {
  private noted = { atMs: -Infinity, setAside: NaN };

  constructor(
    private readonly vault: Pick<Database, "read" | "write">,
    private readonly now: () => Date,
  ) {}

  /** Called for each look at the mailbox; stored at most once a minute, unless something changed. */
  async noteRead(setAside: number): Promise<void> {
    const atMs = this.now().getTime();
    const isRecent = Math.abs(atMs - this.noted.atMs) < minuteMs;
    if (isRecent && this.noted.setAside === setAside) return;
    this.noted = { atMs, setAside };
    await this.vault.write([{
      sql: `INSERT INTO mailbox_outcomes (id, read_at_ms, set_aside) VALUES (1, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
              read_at_ms = excluded.read_at_ms, set_aside = excluded.set_aside`,
      args: [atMs, setAside],
    }], durability);
  }

  async noteFailed(code: string): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.vault.write([{
      sql: `INSERT INTO mailbox_outcomes (id, failed_at_ms, code) VALUES (1, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
              failed_at_ms = excluded.failed_at_ms, code = excluded.code`,
      args: [this.now().getTime(), code],
    }], durability);
  }

  /** Forgets the past of another mailbox or mail service. */
  async forget(): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.vault.write([{ sql: "DELETE FROM mailbox_outcomes" }], durability);
  }

  async report(): Promise<MailboxReport> {
    const [row] = await this.vault.read("SELECT * FROM mailbox_outcomes");
    const timeOf = (value: unknown) => value == null ? undefined : Number(value);
    const readMs = timeOf(row?.read_at_ms);
    const failedMs = timeOf(row?.failed_at_ms);
    const isFailing = failedMs !== undefined && failedMs > (readMs ?? -Infinity);
    return {
      is: isFailing ? "failing" : readMs === undefined ? "untried" : "works",
      code: isFailing ? String(row?.code) : undefined,
      lastAt: readMs === undefined ? undefined : new Date(readMs),
      setAside: Number(row?.set_aside ?? 0),
    };
  }
}
