import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../../events/testing/database.ts";
import {
  describeWithLibsqlServer,
  startLibsqlServer,
} from "../../../../../events/testing/libsql-server.ts";
import { runAdmin } from "../../../../testing/admin.ts";
import { password, send, type SignedUp, signUp } from "../../../../testing/calls.ts";
import { productForTest } from "../../../../testing/product-for-test.ts";

describeWithLibsqlServer("backups of databases on libSQL servers", () => {
  it("are made while writes go on, and restored to empty servers, and to none that has data", async () => {
    const folder = await temporaryFolder();
    const [events, vault] = [await startLibsqlServer(), await startLibsqlServer()];
    const environment = {
      DATA_DIR: join(folder, "data"),
      EVENTS_URL: events.url,
      VAULT_URL: vault.url,
      KEK: randomBytes(32).toString("base64"),
      CLAIM_KEY: randomBytes(32).toString("base64"),
      ERASURE_LEDGER: join(folder, "erasures"),
    };
    const backups = ["--out", join(folder, "log"), "--vault-out", join(folder, "vault")];
    const from = ["--from", join(folder, "log"), "--vault-from", join(folder, "vault")];
    const product = await productForTest(environment);
    const people: SignedUp[] = [];
    for (const name of ["pat", "kim"]) people.push(await signUp(product, name));
    let goesOn = true;
    const writing = (async () => {
      for (let number = 0; goesOn; number++) await signUp(product, `later${number}`);
    })();
    const made = await runAdmin(["backup", ...backups], { environment });
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    goesOn = false;
    await writing;
    const { cookie } = people[1] as SignedUp;
    expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
    await product.stop();
    await rm(environment.DATA_DIR, { recursive: true });

    const refused = await runAdmin(["restore", ...from, "--yes"], { environment });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("EVENTS_URL: this server has data, which is never replaced.");

    const [newEvents, newVault] = [await startLibsqlServer(), await startLibsqlServer()];
    const away = { ...environment, EVENTS_URL: "http://127.0.0.1:9" };
    const early = await runAdmin(["restore", ...from, "--yes"], { environment: away });
    expect(early).toMatchObject({ code: 1, stdout: "" });
    expect(early.stderr).toContain("EVENTS_URL: no libSQL server responds at http://127.0.0.1:9");
    const elsewhere = { ...environment, EVENTS_URL: newEvents.url, VAULT_URL: newVault.url };
    const restored = await runAdmin(["restore", ...from, "--yes"], { environment: elsewhere });
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("Erased again: 1 members");
    const again = await productForTest(elsewhere);
    const login = (username: string) =>
      send(again, "POST", "/api/login", { body: { username, password } });
    expect((await login("pat")).status).toBe(200);
    expect((await login("kim")).status).toBe(401);
    expect((await runAdmin(["verify"], { environment: elsewhere })).code).toBe(0);
  });
});
