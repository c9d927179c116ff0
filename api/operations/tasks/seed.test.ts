import { execFile } from "node:child_process";
import { access, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";
import { runReport } from "../report/testing/run-report.ts";
import { makeUpPeople } from "../demo/made-up-people.ts";

/** Runs the command as a person does. */
async function seed(dataDir: string, ...args: readonly string[]) {
  return await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", "api/operations/tasks/seed.ts", ...args],
      { env: { ...Deno.env.toObject(), DATA_DIR: dataDir, NO_COLOR: "1" } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe("npm run seed", () => {
  it("loads made-up people once, and no one the second time", async () => {
    const folder = await temporaryFolder();
    const first = await seed(folder, "--profiles", "5", "--seed", "3");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^Added \d+ people\./);
    const files = await readdir(join(folder, "objects"), { recursive: true });
    expect(files.some((name) => name.endsWith(".small.webp"))).toBe(true);
    const again = await seed(folder, "--profiles", "5", "--seed", "3");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("No one was added");
  });

  it("makes conversations, in an empty log", async () => {
    const folder = await temporaryFolder();
    const wish = ["--profiles", "30", "--connections", "20", "--no-pictures"];
    const first = await seed(folder, ...wish);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^Added \d+ people and 20 requests for help\.\n/);
    const { stdout } = await runReport(folder, "--format", "csv");
    expect(stdout).toMatch(/^requests-by-month,Total,Asked,[1-9]/m);
    const again = await seed(folder, ...wish, "--seed", "2");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("No one was added. Use another data folder");
  });

  it("names someone with a profile to sign in as", async () => {
    const wish = { profiles: 5, seed: 2 };
    const { stdout } = await seed(
      await temporaryFolder(),
      "--profiles",
      String(wish.profiles),
      "--seed",
      String(wish.seed),
      "--no-pictures",
    );
    const named = /Sign in as "(\S+)"/.exec(stdout)?.[1];
    const people = makeUpPeople({ ...wish, year: new Date().getUTCFullYear() });
    expect(people.find(({ username }) => username === named)?.profile).toBeTruthy();
  });

  it("loads nothing from a file with a bad line, and names it", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "people.ndjson");
    const pat = {
      username: "pat",
      email: "pat@example.com",
      firstName: "Pat",
      lastName: "Doe",
      role: null,
    };
    await writeFile(path, `${JSON.stringify(pat)}\n{"username": 7}\n`);
    const { code, stderr } = await seed(join(folder, "data"), "--from", path);
    expect(code).toBe(1);
    expect(stderr).toContain("Line 2: ");
    await expect(access(join(folder, "data"))).rejects.toThrow();
  });

  it.each([
    [["--profiles", "many"], "--profiles must be a whole number"],
    [["--nonsense"], "Unknown option '--nonsense'\n\"npm run seed -- --help\" shows how"],
    [["--from", "nowhere.ndjson"], "There is no file nowhere.ndjson"],
    [
      ["--from", "a", "--seed", "1"],
      "Use --from and --profiles, --seed or --connections in separate",
    ],
    [
      ["--from", "a", "--connections", "1"],
      "Use --from and --profiles, --seed or --connections in separate",
    ],
    [["--connections", "some"], "--connections must be a whole number up to 100000"],
  ])("says what is wrong with %j", async (args, message) => {
    const environment = { DATA_DIR: await temporaryFolder() };
    const { code, stderr } = await runAdminHere(["seed", ...args], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
