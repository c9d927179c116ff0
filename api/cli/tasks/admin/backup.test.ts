import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../../../events/testing/database.ts";
import { makeIdentity } from "../../../config/identities.ts";
import { runAdminHere } from "../../../testing/admin.ts";

async function seeded() {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: join(folder, "data") };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAdminHere(args, { environment: { ...environment, ...more } });
  expect((await run(["seed", "--profiles", "5"])).code).toBe(0);
  return { dataDir: environment.DATA_DIR, out: join(folder, "backups"), run };
}

describe("npm run admin -- backup", { timeout: 60_000 }, () => {
  it("copies the database and pictures, without sessions, links, secrets or names in clear", async () => {
    const { dataDir, out, run } = await seeded();
    const database = await databaseIn(dataDir, "alumni.db");
    const token = (kind: string) => ({
      sql: `INSERT INTO tokens (digest, kind, member_id, expires_at_ms)
            SELECT ?, ?, member_id, 9e12 FROM member_keys LIMIT 1`,
      args: [`digest of ${kind}`, kind],
    });
    await database.write([token("reset"), token("invitation")]);
    database.close();
    const { code, stdout, stderr } = await run(["backup", out]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [name = ""] = await readdir(out);
    expect(stdout).toContain(`Backed up to ${join(out, name)}, up to log position `);
    expect((await readdir(join(out, name))).sort()).toEqual(["alumni.db", "objects"]);
    const copied = (await readdir(join(out, name, "objects"), { recursive: true })).sort();
    expect(copied).toEqual((await readdir(join(dataDir, "objects"), { recursive: true })).sort());
    const copy = await databaseIn(join(out, name), "alumni.db");
    const kinds = await copy.read("SELECT kind FROM tokens");
    const clear = await copy.read("SELECT 1 FROM members");
    copy.close();
    expect(clear).toEqual([]);
    expect(kinds.map(({ kind }) => kind)).toEqual(["invitation"]);
  });

  it("leaves nothing where it fails", async () => {
    const { dataDir, out, run } = await seeded();
    await rm(join(dataDir, "objects"), { recursive: true });
    await writeFile(join(dataDir, "objects"), "a file");
    expect((await run(["backup", out])).code).toBe(1);
    expect(await readdir(out)).toEqual([]);
  });

  it("leaves servers to their own tools, and says so of a bucket", async () => {
    const { out, run } = await seeded();
    const servers = { DATABASE_URL: "http://127.0.0.1:9" };
    const { identity: SECRET } = await makeIdentity();
    const refused = await run(["backup", out], { ...servers, SECRET });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("back it up with its own tools");
    const bucket = { S3_BUCKET: "ours", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
    expect((await run(["backup", out], bucket)).stdout)
      .toContain("Pictures are in the bucket ours: back it up with its own tools.");
  });
});
