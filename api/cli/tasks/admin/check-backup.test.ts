import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeIdentity } from "../../../config/identities.ts";
import { tablesOf } from "../../../../events/store/queries.ts";
import { runAdmin } from "../../../testing/admin.ts";
import { aProgram, withPatAndKim } from "../../../testing/program.ts";
import { backUpProgram } from "../../../testing/restored.ts";
import { withRowsOf } from "../../../testing/stopped-rows.ts";

it(
  "opens a backup with a typed secret beside the running service, and only stores the day",
  async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const file = await backUpProgram(program);
    const { environment } = program;
    const check = (name: string, input: string) =>
      runAdmin(["check-backup", name], { environment, input });
    const noted = () =>
      withRowsOf(environment, async ({ database }) => {
        const row = await tablesOf(database).selectFrom("backup_outcomes").selectAll()
          .executeTakeFirst();
        return row?.checked_at_ms ?? null;
      });
    const other = await makeIdentity();
    const wrong = await check(file, `${other.identity}\n`);
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain("secret");
    expect((await check("alumni-2020-01-01T03-00-00Z.age", environment.SECRET)).stderr)
      .toContain("There is no file");
    expect(await noted()).toBeNull();

    const product = await program.start();
    const { code, stdout } = await check("latest", `${environment.SECRET}\n`);
    await product.stop();
    expect(stdout).toMatch(
      /^This backup can be restored\. It is of .+, made on .+: 2 people with an account, \d+ picture files?, 0 open invitations\.\n$/,
    );
    expect(code).toBe(0);
    expect(await noted()).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(existsSync(join(environment.DATA_DIR, "restore"))).toBe(false);
    expect((await program.run(["verify"])).code).toBe(0);
  },
);
