import { describe, expect, it } from "vitest";
import { databaseIn } from "../../../../events/testing/database.ts";
import { aProgram } from "../../../testing/program.ts";

describe("npm run admin -- held, about someone with conversations", () => {
  it("counts their messages, messages to them, and backups", async () => {
    const program = await aProgram();
    await program.run(["seed", "--profiles", "20", "--connections", "40", "--no-pictures"]);
    await program.backUp();
    const database = await databaseIn(program.environment.DATA_DIR, "alumni.db");
    const [busiest] = await database.read(
      `SELECT c.mentor_id AS id, count(*) AS messages, sum(m.author_id = c.mentor_id) AS own
        FROM messages m JOIN connections c USING (connection_id)
        WHERE c.mentor_id IS NOT NULL GROUP BY c.mentor_id ORDER BY own DESC, messages DESC LIMIT 1`,
    );
    const id = String(busiest?.id);
    // Counts the conversations in which they asked, too.
    const [all] = await database.read(
      `SELECT count(*) FILTER (WHERE author_id = ?1) AS own, count(*) FILTER (WHERE author_id <> ?1) AS others
        FROM messages JOIN connections USING (connection_id) WHERE ?1 IN (asker_id, mentor_id)`,
      [id],
    );
    const before = await database.read("SELECT count(*) AS events FROM events");
    const { code, stdout, stderr } = await program.run(["held", id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const countIn = (store: string) =>
      Number(new RegExp(`^  ${store} +(\\d+) `, "m").exec(stdout)?.[1] ?? 0);
    expect(all?.others).toBeGreaterThan(0);
    expect(countIn("messages by them")).toBe(all?.own);
    expect(countIn("written to them")).toBe(all?.others);
    expect(countIn("backups")).toBe(1);
    // The command adds one event.
    const after = await database.read("SELECT count(*) AS events FROM events");
    expect(Number(after[0]?.events) - Number(before[0]?.events)).toBe(1);
    database.close();
  });
});
