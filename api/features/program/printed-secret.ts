import type { Database } from "../../../events/store/database.ts";
import { keepSecret, readSecrets } from "../../../events/store/secrets.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import { Problem } from "../../contract/problem.ts";

interface PrintedSecretParts {
  readonly staff: Pick<Staff, "require" | "requireConfirmed" | "count">;
  readonly database: Database;
  readonly identity: string;
  readonly now: () => Date;
}

/** The secret that opens the backups. Staff see it until one of them has it on paper. */
export class PrintedSecret {
  constructor(private readonly parts: PrintedSecretParts) {}

  /**
   * `undefined` once staff have it on paper. @throws {Problem} 403 with `confirm`, without a recent
   * password check.
   */
  async read(by: string, origin: Origin): Promise<string | undefined> {
    const { staff, database, identity } = this.parts;
    await staff.require(by);
    staff.requireConfirmed(origin);
    return (await readSecrets(database)).isKept ? undefined : identity;
  }

  /** Stops showing it. @throws {Problem} When these aren't its last eight characters. */
  async keep(by: string, lastEight: string, origin: Origin): Promise<void> {
    const { staff, database, identity, now } = this.parts;
    await staff.require(by);
    staff.requireConfirmed(origin);
    await staff.count(by);
    const typed = lastEight.replaceAll(/\s/g, "").toUpperCase();
    if (typed !== identity.slice(-8)) {
      const message = "These aren't the last eight characters. Look at the sheet again";
      throw new Problem(400, message, { fields: { lastEight: message } });
    }
    await keepSecret(database, now());
  }
}
