import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { profileFieldsWith } from "../../events/testing/members.ts";
import { runAdmin } from "../testing/admin.ts";
import { send, signUp } from "../testing/calls.ts";
import { startProduct } from "../testing/process.ts";

/** Made by the product as it was that day: `npm run seed -- --profiles 6`. Never edited. */
const versions = ["2026-11-20"];

/** Leaves the rows of the read tables as a version before this one could have made them. */
async function asMadeEarlier(folder: string, change: string): Promise<void> {
  const read = await databaseIn(folder, "read.db");
  await read.write([
    { sql: `UPDATE members SET record = ${change}` },
    { sql: "UPDATE checkpoints SET projection = projection - 1" },
  ]);
  read.close();
}

describe("read tables of an earlier version", () => {
  it("without a field, and with somebody whom a stricter rule hides, are not served", async () => {
    const DATA_DIR = await temporaryFolder();
    const before = await startProduct({ DATA_DIR });
    const [kim, pat] = [await signUp(before, "kim"), await signUp(before, "pat")];
    for (const { cookie } of [kim, pat]) {
      await send(before, "POST", "/api/profile", {
        cookie,
        body: profileFieldsWith({ company: "Acme" }),
      });
    }
    const hidden = { isVisible: false };
    await send(before, "PATCH", "/api/profile", { cookie: kim.cookie, body: hidden });
    await before.stop();
    await asMadeEarlier(
      DATA_DIR,
      "json_set(json_remove(record, '$.profile.expertise'), '$.profile.isVisible', json('true'))",
    );
    const product = await startProduct({ DATA_DIR });
    const { cookie } = pat;
    const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
    expect(list).toMatchObject([{ userId: pat.id, expertise: [] }]);
    expect((await send(product, "GET", `/api/profile/${kim.id}`, { cookie })).status).toBe(403);
    await product.stop();
  });
});

describe("a data folder of an earlier version", () => {
  it.each(versions)("of %s is served as today's, and verifies", async (day) => {
    const DATA_DIR = await temporaryFolder();
    const made = fileURLToPath(new URL(`../testing/old-data/${day}`, import.meta.url));
    await cp(made, DATA_DIR, { recursive: true });
    const product = await startProduct({ DATA_DIR });
    const body = { username: "susan.hahn2", password: "mentorship" };
    const login = await send(product, "POST", "/api/login", { body });
    expect(login.status).toBe(200);
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const own = await (await send(product, "GET", "/api/profile/me", { cookie })).json();
    expect(own).toMatchObject({ company: "Bayer, Goldner and Goyette", rank: "COL" });
    const list = await (await send(product, "GET", "/api/profiles", { cookie })).json();
    expect(list).toMatchObject({ length: 6 });
    const saved = await send(product, "PATCH", "/api/user", { cookie, body: { lastName: "Ha" } });
    expect(saved.status).toBe(200);
    await product.stop();
    const { code, stdout } = await runAdmin(["verify"], { environment: { DATA_DIR } });
    expect([code, stdout]).toEqual([0, expect.stringContaining("The read tables are what")]);
  });
});
