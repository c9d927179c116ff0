import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const commands = [
  "api/bench/all.ts",
  "events/bench/replay.ts",
  "search/bench/main.ts",
  "api/bench/http.ts",
  "api/bench/load.ts",
  "api/bench/soak.ts",
  "api/bench/start.ts",
];

describe.each(commands)("%s", (script) => {
  const run = (...args: string[]) =>
    promisify(execFile)(Deno.execPath(), ["run", "-A", script, ...args], { cwd: root })
      .then(({ stdout }) => ({ code: 0, stdout, stderr: "" }))
      .catch(({ code, stdout, stderr }) => ({ code, stdout, stderr }));

  it("says what it measures, and how to ask for it", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/npm run bench(:\w+)? -- --/);
    expect(stdout).toContain("--seed");
  });

  it("says in one line what it cannot read", async () => {
    const unknown = await run("--speed", "9");
    expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toMatch(/^Unknown option '--speed'.*\n\n/);
    expect(unknown.stderr).not.toMatch(/\bat .*:\d+/);
    const seed = await run("--seed", "x");
    expect(seed.code).toBe(2);
    expect(seed.stderr).toMatch(/^"x" is not a number.*\n\n/);
  });
});
