import { describe, expect, it } from "vitest";
import { openDatabase } from "../events/database.ts";
import { temporaryFolder } from "../events/testing/database.ts";
import { cause, openSystem, secrets } from "../events/testing/system.ts";
import { register } from "../events/testing/members.ts";
import { refuseBrokenLog } from "./broken-log.ts";
import { startProduct } from "./testing/process.ts";

describe("a start", () => {
  it("is refused on a broken log, with the position and what to do", async () => {
    const folder = await temporaryFolder();
    const system = await openSystem(folder);
    await system.members.execute("pat", register(), cause);
    await system.databases.events.write([
      { sql: "DROP TRIGGER events_are_never_updated" },
      { sql: `UPDATE events SET facts = '{"role":"cadre"}'` },
    ]);
    const base64 = (secret: Uint8Array) => Buffer.from(secret).toString("base64");
    const { kek, claimKey } = secrets;
    const start = startProduct({
      DATA_DIR: folder,
      KEK: base64(kek),
      CLAIM_KEY: base64(claimKey),
    });
    await expect(start).rejects.toThrow("code 1:\nThe log is not as it was recorded");
    await expect(refuseBrokenLog(system.databases.events)).rejects.toThrow(
      /position 1: .*\n.*npm run admin -- verify/,
    );
  });

  it("goes on with an empty database", async () => {
    const database = await openDatabase({
      url: `file:${await temporaryFolder()}/events.db`,
      durability: "normal",
    });
    await refuseBrokenLog(database);
    database.close();
  });
});
