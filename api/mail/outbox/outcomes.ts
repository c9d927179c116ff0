import type { Database } from "../../../events/database.ts";

/** When mail was last sent, or failed, on any node. */
export type MailOutcomes = ReturnType<typeof createMailOutcomes>;

export interface LastOutcomes {
  readonly sentAt: Date | undefined;
  readonly failedAt: Date | undefined;
  readonly code: string | undefined;
}

const minuteMs = 60_000;
const durability = "normal";

export function createMailOutcomes(
  database: Pick<Database, "read" | "write">,
  now: () => Date,
) {
  let notedMs = -Infinity;

  const dateOf = (value: unknown) => value == null ? undefined : new Date(Number(value));

  return {
    /** Called for each batch; stored at most once a minute. */
    async noteSent(): Promise<void> {
      const nowMs = now().getTime();
      if (Math.abs(nowMs - notedMs) < minuteMs) return;
      notedMs = nowMs;
      await database.write([{
        sql: `INSERT INTO mail_outcomes (id, sent_at_ms) VALUES (1, ?)
              ON CONFLICT (id) DO UPDATE SET sent_at_ms = excluded.sent_at_ms`,
        args: [nowMs],
      }], durability);
    },
    /** @param code The kind of failure; see `explain-failure.ts`. */
    async noteFailed(code: string): Promise<void> {
      notedMs = -Infinity;
      await database.write([{
        sql: `INSERT INTO mail_outcomes (id, failed_at_ms, code) VALUES (1, ?, ?)
              ON CONFLICT (id) DO UPDATE SET
                failed_at_ms = excluded.failed_at_ms, code = excluded.code`,
        args: [now().getTime(), code],
      }], durability);
    },
    async last(): Promise<LastOutcomes> {
      const [row] = await database.read("SELECT * FROM mail_outcomes");
      return {
        sentAt: dateOf(row?.sent_at_ms),
        failedAt: dateOf(row?.failed_at_ms),
        code: row?.code == null ? undefined : String(row.code),
      };
    },
  };
}
