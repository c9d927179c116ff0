import type { Updateable } from "kysely";
import type { Database } from "../../events/store/database.ts";
import { statement, tables, tablesOf } from "../../events/store/queries.ts";
import type { Tables } from "../../events/store/tables.ts";

/** Whether mail is sent, or the mailbox for answers is read, for staff. */
export interface OutcomeReport {
  readonly is: "untried" | "works" | "failing";
  /** The latest failure's code; see `explain-failure.ts`. */
  readonly code: string | undefined;
  readonly lastAt: Date | undefined;
  /** Arrived mails that failed, and wait in a folder for a person. */
  readonly setAside: number;
}

type Noted = Updateable<Tables["mail_outcomes"]> | Updateable<Tables["mailbox_outcomes"]>;

const minuteMs = 60_000;

/** When mail was last sent, or the mailbox read, or failed, on any node: one row in the database. */
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
    await this.put(
      this.of === "mail" ? { sent_at_ms: atMs } : { read_at_ms: atMs, set_aside: setAside },
    );
  }

  async noteFailed(code: string): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.put({ failed_at_ms: this.now().getTime(), code });
  }

  /** For another mailbox or mail service. */
  async forget(): Promise<void> {
    this.noted.atMs = -Infinity;
    await this.database.write([statement(tables.deleteFrom(`${this.of}_outcomes`))], "normal");
  }

  async report(): Promise<OutcomeReport> {
    const row = await this.read();
    const [workedMs, failedMs] = [row?.workedMs ?? -Infinity, row?.failed_at_ms ?? -Infinity];
    const isFailing = failedMs > workedMs;
    return {
      is: isFailing ? "failing" : workedMs === -Infinity ? "untried" : "works",
      code: isFailing ? row?.code ?? undefined : undefined,
      lastAt: workedMs === -Infinity ? undefined : new Date(workedMs),
      setAside: row?.set_aside ?? 0,
    };
  }

  private read() {
    const db = tablesOf(this.database);
    return this.of === "mail"
      ? db.selectFrom("mail_outcomes")
        .select((
          { lit },
        ) => ["failed_at_ms", "code", "sent_at_ms as workedMs", lit(0).as("set_aside")])
        .executeTakeFirst()
      : db.selectFrom("mailbox_outcomes")
        .select(["failed_at_ms", "code", "read_at_ms as workedMs", "set_aside"]).executeTakeFirst();
  }

  private async put(values: Noted): Promise<void> {
    const noted = tables.insertInto<"mail_outcomes" | "mailbox_outcomes">(`${this.of}_outcomes`)
      .values({ id: 1, ...values })
      .onConflict((there) => there.column("id").doUpdateSet(values));
    await this.database.write([statement(noted)], "normal");
  }
}
