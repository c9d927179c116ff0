import { setTimeout as delay } from "node:timers/promises";
import type { Backups as Core, BackupState } from "../../backup/backups.ts";
import type { Staff } from "../../auth/staff.ts";
import type { Background } from "../../node/background.ts";

/** Of a small program, a backup takes less. */
const quickMs = 2000;

interface BackupsParts {
  readonly staff: Staff;
  readonly backups: Pick<Core, "make" | "state">;
  readonly background: Pick<Background, "start">;
}

/** What staff see of backups, and make one themselves. */
export class Backups {
  constructor(private readonly parts: BackupsParts) {}

  state(): Promise<BackupState> {
    return this.parts.backups.state();
  }

  /**
   * Begins one, unless one is being made, and waits a little for its end.
   * @returns "running" if it takes longer; then `state` says how it goes.
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
