import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { productFolder } from "../../testing/process.ts";

async function run(program: string, args: readonly string[]) {
  const env = { ...Deno.env.toObject(), DATA_DIR: await temporaryFolder(), NO_COLOR: "1" };
  return await new Promise<{ stdout: string; stderr: string; isMissing: boolean }>((resolve) =>
    execFile(
      program,
      args,
      { cwd: productFolder, env },
      (error, stdout, stderr) => resolve({ stdout, stderr, isMissing: error?.code === "ENOENT" }),
    )
  );
}

const { version } = JSON.parse(await readFile("package.json", "utf8"));

it.for(
  [
    [["run", "-s", "admin", "--", "version"], new RegExp(`^${version}\\n$`)],
    [["run", "-s", "admin", "--", "import", "--template"], /^Email,/],
    [["run", "-s", "report", "--", "--help"], /^Statistics about the program/],
  ] as const,
)(
  "npm %j prints the command's own words alone",
  { timeout: 60_000 },
  async ([args, words], test) => {
    const { stdout, stderr, isMissing } = await run("npm", args);
    if (isMissing) return test.skip("npm is not there");
    expect(stdout).toMatch(words);
    expect(stderr).toBe("");
  },
);

it.each(["admin", "report", "seed", "rebuild", "reindex"])(
  "deno task %s prints one short line about itself, and nothing on stdout",
  async (task) => {
    const { stdout, stderr } = await run(Deno.execPath(), ["task", task, "--help"]);
    expect(stdout).not.toMatch(/deno run/);
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^Task .{1,130}$/)]);
    const quiet = await run(Deno.execPath(), ["task", "-q", task, "--help"]);
    expect(quiet).toEqual({ stdout, stderr: "", isMissing: false });
  },
  60_000,
);
