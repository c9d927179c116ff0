import type { Backups as Core, BackupState } from "../../backup/backups.ts";
import type { Staff } from "../../auth/staff.ts";
import type { Background } from "../../node/background.ts";

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

  /** Begins one, unless one is being made; `state` says how it went. */
  async makeNow(by: string): Promise<void> {
    const { staff, backups, background } = this.parts;
    await staff.require(by);
    await staff.count(by);
    background.start("making a backup", async () => void await backups.make());
  }
}
