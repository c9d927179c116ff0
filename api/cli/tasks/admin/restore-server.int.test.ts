import { expect, it } from "vitest";
import {
  databaseOnServer,
  describeWithLibsqlServer,
} from "../../../../events/testing/libsql-server.ts";
import { runAdmin } from "../../../testing/admin.ts";
import { password, send, sessionIn } from "../../../testing/calls.ts";
import { NotStarted } from "../../../testing/process.ts";
import { productForTest } from "../../../testing/product-for-test.ts";
import { aProgram, withPatAndKim } from "../../../testing/program.ts";
import { backUpProgram } from "../../../testing/restored.ts";

describeWithLibsqlServer("a restore on a libSQL server", () => {
  it("writes everything, and a start after an incomplete restore is refused until it is repeated", async () => {
    const program = await aProgram();
    const { pat, picture } = await withPatAndKim(program);
    const file = await backUpProgram(program);
    await program.loseData();
    const database = await databaseOnServer();
    const environment = { ...program.environment, DATABASE_URL: database.name };
    const restore = () => runAdmin(["restore", file, "--yes"], { environment });
    const look = async () => {
      const product = await productForTest(environment);
      const body = { username: pat.username, password };
      const cookie = sessionIn(await send(product, "POST", "/api/login", { body }));
      expect((await send(product, "GET", picture, { cookie })).status).toBe(200);
      await product.stop();
    };

    expect(await restore()).toMatchObject({ code: 0, stdout: expect.stringContaining("2 people") });
    await look();
    expect((await runAdmin(["verify"], { environment })).code).toBe(0);
    expect((await restore()).stderr).toContain("This directory has people already");

    // Simulates a restore that was killed before its end.
    await database.write([
      { sql: "DROP TRIGGER events_are_never_deleted" },
      { sql: "DELETE FROM installation" },
      { sql: "DELETE FROM personal" },
      { sql: "DELETE FROM events" },
    ]);
    await expect(productForTest(environment)).rejects.toThrow(NotStarted);
    await expect(productForTest(environment)).rejects.toThrow(
      /a restore into .* was interrupted\. Run it again, with the service stopped: npm run admin -- restore/,
    );
    expect(await restore()).toMatchObject({ code: 0 });
    await look();
  });
});
