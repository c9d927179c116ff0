import { setTimeout as delay } from "node:timers/promises";
import type { Backups as Core, BackupState } from "../../backup/backups.ts";
import type { Staff } from "../../auth/staff.ts";
import type { Background } from "../../node/background.ts";

/** Longer than a backup of a small program takes. */
const quickMs = 2000;

interface BackupsParts {
  readonly staff: Staff;
  readonly backups: Pick<Core, "make" | "state">;
  readonly background: Pick<Background, "start">;
}

/** Shows staff the backups, and lets them make one. */
export class Backups {
  constructor(private readonly parts: BackupsParts) {}

  state(): Promise<BackupState> {
    return this.parts.backups.state();
  }

  /**
   * Starts a backup, unless one is running, and waits briefly for its end.
   * @returns "running" if it takes longer; `state` then has its progress.
   */
  async makeNow(by: string): Promise<"made" | "failed" | "running"> {
    const { staff, backups, background } = this.parts;
    await staff.require(by);
    await staff.count(by);
    const made = backups.make();
    background.start("making a backup", async () => void await made);
    const waiting = new AbortController();
    const isLate = delay(quickMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    const answer = await Promise.race([made, isLate]);
    waiting.abort();
    return answer?.is ?? "running";
  }
}
