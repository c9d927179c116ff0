import { access, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";
import { runReport } from "../testing/run-program.ts";
import { makeUpPeople } from "../demo/made-up-people.ts";

const seed = (dataDir: string, ...args: readonly string[]) =>
  runAdminHere(["seed", ...args], { environment: { DATA_DIR: dataDir } });

describe("npm run seed", () => {
  it("adds made-up people once, and no one the second time", async () => {
    const folder = await temporaryFolder();
    const first = await seed(folder, "--profiles", "5", "--seed", "3");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const [, named] = /^Added \d+ people\.\nSign in as "(\S+)"/.exec(first.stdout) ?? [];
    const year = new Date().getUTCFullYear();
    const people = makeUpPeople({ profiles: 5, seed: 3, year });
    expect(people.find(({ username }) => username === named)?.profile).toBeTruthy();
    const files = await readdir(join(folder, "objects"), { recursive: true });
    expect(files.some((name) => name.endsWith(".small.webp"))).toBe(true);
    // One in five has none, like people without a profile.
    const pictures = files.filter((name) => /^pictures.*\.webp$/.test(name)).length / 2;
    expect(pictures).toBeGreaterThan(0);
    expect(pictures).toBeLessThanOrEqual(5);
    const again = await seed(folder, "--profiles", "5", "--seed", "3");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("No one was added");
  });

  it("adds conversations to an empty log", async () => {
    const folder = await temporaryFolder();
    const args = ["--profiles", "30", "--connections", "20", "--no-pictures"];
    const first = await seed(folder, ...args);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^Added \d+ people and 20 requests for help\.\n/);
    const { stdout } = await runReport(folder, "--format", "csv");
    expect(stdout).toMatch(/^requests-by-month,Total,Asked,[1-9]/m);
    const again = await seed(folder, ...args, "--seed", "2");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("No one was added. Use another data folder");
  });

  it("adds no one from a file with a bad line, and names the line", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "people.ndjson");
    const names = { username: "pat", firstName: "Pat", lastName: "Doe" };
    const pat = { ...names, email: "pat@example.com", role: null };
    await writeFile(path, `${JSON.stringify(pat)}\n{"username": 7}\n`);
    const { code, stderr } = await seed(join(folder, "data"), "--from", path);
    expect(code).toBe(1);
    expect(stderr).toContain("Line 2: ");
    await expect(access(join(folder, "data"))).rejects.toThrow();
  });

  it.each([
    [["--profiles", "many"], "--profiles must be a whole number"],
    [["--from", "nowhere.ndjson"], "There is no file nowhere.ndjson"],
    [["--from", "a", "--seed", "1"], "Use --from and --profiles, --seed or --connections in"],
    [["--connections", "some"], "--connections must be a whole number up to 100000"],
  ])("explains what is wrong with %j", async (args, message) => {
    const { code, stderr } = await seed(await temporaryFolder(), ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
