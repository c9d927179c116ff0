import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runProgram } from "../testing/run-program.ts";

const { version } = JSON.parse(await readFile("package.json", "utf8"));

it.for(
  [
    [["run", "-s", "admin", "--", "version"], new RegExp(`^${version}\\n$`)],
    [["run", "-s", "report", "--", "--help"], /^Statistics about the program/],
  ] as const,
)(
  "npm %j prints only the command's own output",
  async ([args, words], test) => {
    const environment = { DATA_DIR: await temporaryFolder() };
    const { code, stdout, stderr } = await runProgram(args, environment, "npm");
    if (Number.isNaN(code)) return test.skip("npm is not there");
    expect(stdout).toMatch(words);
    expect(stderr).toBe("");
  },
);
