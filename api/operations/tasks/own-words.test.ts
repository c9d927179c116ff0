import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runProgram } from "../testing/run-program.ts";

const run = async (args: readonly string[], program?: string) =>
  await runProgram(args, { DATA_DIR: await temporaryFolder() }, program);

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
    const { code, stdout, stderr } = await run(args, "npm");
    if (Number.isNaN(code)) return test.skip("npm is not there");
    expect(stdout).toMatch(words);
    expect(stderr).toBe("");
  },
);
