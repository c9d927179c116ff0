import { describe, expect, it } from "vitest";
import { databaseIn } from "../testing/database.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { cause, openSystem } from "../testing/system.ts";
import { copyLog } from "./copy-log.ts";
import { openLibsqlLog } from "./libsql.ts";

describe("copying a log row by row", () => {
  it("gives the log of one moment, while others write and are erased", async () => {
    const { databases, members, log, folder } = await openSystem();
    const names = Array.from({ length: 600 }, (_, index) => `member${index}`);
    await members.executeAll(
      names.map((name) => ({
        memberId: name,
        commands: [
          register({ username: name }),
          { type: "CreateProfile", fields: profileFieldsWith() },
        ],
      })),
      cause,
    );
    const copy = await databaseIn(folder, "copy.db");
    await openLibsqlLog(copy, () => Date.now());
    // Erased and registered between the pages.
    let erased = 0;
    const work: Promise<unknown>[] = [];
    await copyLog(databases.events, copy, () => {
      for (const name of [`member${erased}`, `member${599 - erased}`]) {
        work.push(members.execute(name, { type: "Erase" }, cause));
      }
      const name = `new${erased}`;
      work.push(members.execute(name, register({ username: name }), cause));
      erased += 1;
    });
    await Promise.all(work);
    expect(erased).toBeGreaterThan(1);

    const copied = await copy.read("SELECT * FROM events ORDER BY position");
    expect(copied.length).toBeGreaterThanOrEqual(1200);
    expect(copied).toEqual(
      await databases.events.read("SELECT * FROM events ORDER BY position LIMIT ?", [
        copied.length,
      ]),
    );
    // Payloads, too: all of who is there, none of who is gone.
    const payloads = await copy.read("SELECT DISTINCT member_id FROM sealed_payloads ORDER BY 1");
    expect(payloads).toEqual(
      await copy.read(
        `SELECT member_id FROM events WHERE version = 1
         EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased' ORDER BY 1`,
      ),
    );
    // Claims belong to the same moment: none of someone who is gone in the copy, all of the others.
    const claims = await copy.read("SELECT count(*) AS claims FROM claims");
    const present = await copy.read(
      `SELECT count(*) AS members FROM (SELECT member_id FROM events WHERE version = 1
       EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased')`,
    );
    expect(claims[0]?.claims).toBe(2 * Number(present[0]?.members));
    expect(await log.lastPosition()).toBeGreaterThan(1200);
  });
});
