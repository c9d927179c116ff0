import type { Database } from "../../events/database.ts";

/** Whether mail is sent, or the mailbox for answers is read, for staff. */
export interface OutcomeReport {
  readonly is: "untried" | "works" | "failing";
  /** The latest failure's code; see `explain-failure.ts`. */
  readonly code: string | undefined;
  readonly lastAt: Date | undefined;
  /** Arrived mails that failed, and wait in a folder for a person. */
  readonly setAside: number;
}

const minuteMs = 60_000;
const workedColumn = { mail: "sent_at_ms", mailbox: "read_at_ms" } as const;

/** When mail was last sent, or the mailbox read, or failed, on any node: one row in the vault. */
export class Outcomes {
  private noted = { atMs: -Infinity, setAside: NaN };

  constructor(
    private readonly database: Pick<Database, "read" | "write">,
    private readonly now: () => Date,
    private readonly of: "mail" | "mailbox",
  ) {}

  /** Stored at most once a minute, unless `setAside` changed. */
  async noteWorked(setAside = 0): Promise<void> {
    const atMs = this.now().getTime();
    const isRecent = Math.abs(atMs - this.noted.atMs) < minuteMs;
    if (isRecent && this.noted.setAside === setAside) return;
    this.noted = { atMs, setAside };
    await this.put({
      [workedColumn[this.of]]: atMs,
      ...this.of === "mailbox" && { set_aside: setAside },
    });
  }

  async noteFailed(code: string): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.put({ failed_at_ms: this.now().getTime(), code });
  }

  /** For another mailbox or mail service. */
  async forget(): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.database.write([{ sql: `DELETE FROM ${this.of}_outcomes` }], "normal");
  }

  async report(): Promise<OutcomeReport> {
    const [row] = await this.database.read(`SELECT * FROM ${this.of}_outcomes`);
    const [workedMs = -Infinity, failedMs = -Infinity] = [workedColumn[this.of], "failed_at_ms"]
      .map((column) => row?.[column] == null ? undefined : Number(row[column]));
    const isFailing = failedMs > workedMs;
    return {
      is: isFailing ? "failing" : workedMs === -Infinity ? "untried" : "works",
      code: isFailing ? String(row?.code) : undefined,
      lastAt: workedMs === -Infinity ? undefined : new Date(workedMs),
      setAside: Number(row?.set_aside ?? 0),
    };
  }

  private async put(values: Readonly<Record<string, number | string>>): Promise<void> {
    const columns = Object.keys(values);
    const set = columns.map((column) => `${column} = excluded.${column}`);
    await this.database.write([{
      sql: `INSERT INTO ${this.of}_outcomes (id, ${columns}) VALUES (1, ${columns.map(() => "?")})
            ON CONFLICT (id) DO UPDATE SET ${set}`,
      args: Object.values(values),
    }], "normal");
  }
}
