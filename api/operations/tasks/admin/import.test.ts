import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Database } from "../../../../events/database.ts";
import { databaseIn, temporaryFolder } from "../../../../events/testing/database.ts";
import { runAdminHere } from "../../../testing/admin.ts";

const header = "Email,First name,Last name,Class year,Rank,Branch,MOS,Company\n";
const pat = "pat@example.com,Pat,Doe,2012,CPT,Aviation,15A,Zanzibar Motors\n";
const kim = "kim@example.com,Kim,Lee,,,,,\n";

async function aProgram() {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: join(folder, "data") };
  const file = join(folder, "alumni.csv");
  const on = async <T>(
    name: "events" | "vault" | "read",
    ask: (database: Database) => Promise<T>,
  ) => {
    const database = await databaseIn(environment.DATA_DIR, `${name}.db`);
    return await ask(database).finally(() => database.close());
  };
  const query = (database: "events" | "vault", sql: string) => on(database, (one) => one.read(sql));
  return {
    environment,
    file,
    query,
    change: (name: "vault" | "read", sql: string) => on(name, (one) => one.write([{ sql }])),
    write: (text: string) => writeFile(file, text),
    run: (...args: string[]) => runAdminHere(args, { environment }),
    members: () => query("events", "SELECT 1 FROM events WHERE type = 'MemberRegistered'"),
    mails: () => query("events", "SELECT * FROM outbox ORDER BY next_attempt_at_ms"),
  };
}

describe("npm run admin -- import", { timeout: 60_000 }, () => {
  it("says row by row what would happen, and does nothing", async () => {
    const program = await aProgram();
    await program.write(`${header}${pat}${kim}pat@example.com,Pat,Doe,,,,,\nnobody,Rob,Roe,,,,,\n`);
    const { code, stdout } = await program.run("import", program.file, "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toBe(
      "2 people will be invited. 1 has an email address that we couldn't read. " +
        "0 are here or were invited already. " +
        "1 repeats another row.\n" +
        "Mail isn't set up: these 2 invitations wait until it is.\n" +
        "Row 5, Rob Roe: We couldn't read an email address in “nobody”\n" +
        "Row 2, Pat Doe: Will be invited\n" +
        "Row 3, Kim Lee: Will be invited\n" +
        "Row 4, Pat Doe: Same person as row 2\n",
    );
    const json = await program.run("import", program.file, "--dry-run", "--json");
    expect(JSON.parse(json.stdout)).toContainEqual(
      {
        number: 4,
        name: "Pat Doe",
        email: "pat@example.com",
        is: "same",
        notes: [],
        as: 2,
        why: null,
      },
    );
    expect(await program.members()).toEqual([]);
    const unasked = await program.run("import", program.file);
    expect(unasked).toMatchObject({ code: 1, stdout: "" });
    expect(unasked.stderr).toContain("Add --yes");
    expect(await program.members()).toEqual([]);
  });

  it("creates each person once, leaves members alone, and spreads the mails", async () => {
    const program = await aProgram();
    await program.write(`${header}${pat}`);
    expect((await program.run("import", program.file, "--yes")).stdout)
      .toContain("1 person was invited.");
    await program.write(`${header}${kim}${pat}lee@example.com,Kim,Lee,,,,,\n`);
    const again = await program.run("import", program.file, "--yes");
    expect(again.stdout).toContain(
      "2 people were invited. 0 have no email address. 1 is here or was invited already.\n",
    );
    expect(again.stdout).toContain("Row 3, Pat Doe: Is here or was invited already\n");
    expect((await program.run("import", program.file, "--yes")).stdout)
      .toContain("0 people will be invited.");
    expect(await program.members()).toHaveLength(3);
    const mails = await program.mails();
    expect(mails.map(({ kind }) => kind)).toEqual(["invitation", "invitation", "invitation"]);
    const [, second, third] = mails.map((row) => Number(row.next_attempt_at_ms));
    expect((third ?? 0) - (second ?? 0)).toBe(1000);
    const actors = await program.query("events", "SELECT DISTINCT actor_id FROM events");
    expect(actors.map((row) => row.actor_id)).toEqual(["import"]);
    expect(await program.query("vault", "SELECT * FROM credentials")).toEqual([]);
    const audiences = await program.query(
      "events",
      "SELECT facts ->> '$.audiences.primaryEmail' AS of FROM events WHERE type LIKE '%Audiences%'",
    );
    expect(audiences.map((row) => row.of)).toEqual(Array(3).fill("connections"));
  });

  it(
    "continues after it was killed: no one is created or mailed twice",
    { timeout: 180_000 },
    async () => {
      const program = await aProgram();
      // Work for seconds: who kills it comes in time on a busy machine, too.
      const count = 3000;
      const rows = Array.from({ length: count }, (_, at) => `p${at}@example.com,Pat,Doe,,,,,\n`);
      await program.write(header + rows.join(""));
      // Makes the databases, which are looked at in the meantime.
      expect((await program.run("import", program.file, "--dry-run")).code).toBe(0);
      for (const signal of ["SIGKILL", "SIGINT"] as const) {
        const child = spawn(
          Deno.execPath(),
          ["run", "-A", "api/operations/tasks/admin.ts", "import", program.file, "--yes"],
          { env: { ...Deno.env.toObject(), ...program.environment }, stdio: "ignore" },
        );
        const gone = new Promise((resolve) => child.once("close", resolve));
        const before = await program.members();
        await expect.poll(async () => (await program.members()).length, { interval: 5 })
          .toBeGreaterThan(before.length);
        // Not by `child.kill`, after which Deno tells no exit code.
        Deno.kill(child.pid ?? NaN, signal);
        // An interruption ends it in order, and soon: before the last row.
        if (signal === "SIGINT") expect(await gone).toBe(1);
        await gone;
        expect((await program.members()).length).toBeLessThan(count);
      }
      expect((await program.run("import", program.file, "--yes")).code).toBe(0);
      const members = await program.query("events", "SELECT DISTINCT member_id FROM events");
      expect(members).toHaveLength(count);
      const mailed = new Set((await program.mails()).map((row) => row.member_id));
      expect(mailed.size).toBe(count);
      const mails = await program.mails();
      expect(mails).toHaveLength(count);
      // Still one a second: the rest queues behind the waiting mails.
      const times = mails.map((row) => Number(row.next_attempt_at_ms));
      const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000);
      expect((await program.run("verify")).code).toBe(0);
    },
  );

  it("lists unanswered invitations, mails them again, and withdraws expired ones", async () => {
    const program = await aProgram();
    await program.write(header + pat + kim);
    expect((await program.run("import", program.file, "--yes")).code).toBe(0);
    const listed = await program.run("invitations");
    const { stdout: named } = await program.run("invitations", "--names");
    expect(named).toMatch(/^\S+ {2}invited \S+ {2}\S.*Pat Doe <pat@example\.com>$/m);
    const { stdout: json } = await program.run("invitations", "--json", "--names");
    expect(JSON.parse(json)).toContainEqual(
      expect.objectContaining({ name: "Pat Doe", email: "pat@example.com" }),
    );
    expect(listed.stdout).toMatch(/^[\w-]{36} {2}invited \d{4}-\d\d-\d\d {2}link works\n/);
    expect(listed.stdout).toContain("2 people haven't answered. 2 have a link that works.");
    expect(listed.stdout).not.toMatch(/pat|kim|example/i);
    expect((await program.run("invitations", "--expire")).stdout).toContain("of 0 people");

    const expire = "UPDATE tokens SET expires_at_ms = 1";
    await program.change("vault", expire);
    expect((await program.run("invitations")).stdout).toContain("no link");
    expect((await program.run("invitations", "--resend")).stderr).toContain("Add --yes");
    const reminded = await program.run("invitations", "--resend", "--yes");
    expect(reminded.stdout).toBe("Mailed a new link to 2 people.\n");
    expect(await program.mails()).toHaveLength(4);
    expect((await program.run("invitations")).stdout).toContain("2 have a link that works");

    await program.change("vault", expire);
    const sql =
      "UPDATE members SET record = json_set(record, '$.createdAt', '2026-01-01T00:00:00.000Z')";
    await program.change("read", sql);
    expect((await program.run("invitations", "--expire")).stderr).toContain("Add --yes");
    const removed = await program.run("invitations", "--expire", "--yes");
    expect(removed.stdout).toBe("Withdrew the invitations of 2 people.\n");
    expect(await program.query("vault", "SELECT * FROM member_keys")).toEqual([]);
    expect(await program.mails()).toEqual([]);
  });

  it("says why it cannot", async () => {
    const program = await aProgram();
    expect((await program.run("import")).stderr).toMatch(/^Say which file/);
    expect((await program.run("import", "nowhere.csv")).stderr).toBe(
      "There is no file nowhere.csv\n",
    );
    await program.write("Name\nPat\n");
    expect(await program.run("import", program.file)).toMatchObject({
      code: 1,
      stderr: "We found no email addresses in this sheet.\nNothing was imported.\n",
    });
    await program.write(header + pat);
    expect((await program.run("import", program.file, "--sheet", "2007")).stderr)
      .toContain('There is no sheet "2007". The file has ');
    const { code, stdout } = await program.run("import", "--template");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Email,First name,Last name,/);
  });
});
