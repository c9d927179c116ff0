import { existsSync } from "node:fs";
import { copyFile, glob, mkdtemp, rename, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productFolder } from "../testing/process.ts";

// Interrupted installations: a copy of this checkout in which some packages are broken.

let folder = "";
const path = (process.env.PATH ?? "").split(delimiter)
  .filter((one) => !one.includes("node_modules") && !existsSync(join(one, "deno"))).join(delimiter);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  const parts = ["api", "events", "search", "web", "dist", "deno.json", "package.json"];
  await run(["cp", "-r", ...parts, "vite.config.ts", "package-lock.json", folder], productFolder);
  // Links are enough, because tests replace a link instead of changing a package.
  const linked = await run(["cp", "-al", "node_modules", folder], productFolder);
  if (linked.code !== 0) await run(["cp", "-a", "node_modules", folder], productFolder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = ["sh", "api/cli/start.sh"];
const doctor = ["node_modules/.bin/deno", "task", "--quiet", "admin", "doctor"];
const machine = process.arch;

describe("an interrupted installation", () => {
  it.each([
    [".", "Deno is missing or incomplete", [start]],
    ["hono", "The package hono is missing", [start, doctor]],
  ])("without node_modules/%s", async (name, what, commands) => {
    const path = join(folder, "node_modules", name);
    await rename(path, `${path}.away`);
    await expectSaid(what, commands).finally(() => rename(`${path}.away`, path));
  });

  it.each([
    [`@libsql/linux-${machine}-gnu/index.node`, "is incomplete", [start, doctor]],
    [`@img/sharp-libvips-linux-${machine}/lib/libvips-cpp.so.*`, "is incomplete", [start, doctor]],
    ["kysely/dist/kysely.js", "The package kysely can't be loaded", [start, doctor]],
    ["deno/deno", "Deno is missing or incomplete", [start]],
  ])("with half of node_modules/%s", async (pattern, what, commands) => {
    const [path = ""] = await Array.fromAsync(glob(join(folder, "node_modules", pattern)));
    await rename(path, `${path}.away`);
    await copyFile(`${path}.away`, path);
    await truncate(path, Math.floor((await stat(path)).size / 2));
    const whole = what.startsWith("is") ? `The file ${relative(folder, path)} ${what}` : what;
    await expectSaid(whole, commands)
      .finally(() => rename(`${path}.away`, path));
  });

  it("doesn't include a complete one", async () => {
    expect(await run([...doctor.slice(0, 3), "packages"])).toEqual({ code: 0, output: "" });
  });
});

async function expectSaid(what: string, commands: readonly (readonly string[])[]) {
  for (const command of commands) {
    expect(await run(command)).toEqual({ code: 1, output: `${what}. Run "npm ci"\n` });
  }
}

async function run([program = "", ...args]: readonly string[], cwd = folder) {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    // Only with the packages' Deno in the path.
    env: { NO_COLOR: "1", PATH: path },
  }).output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  return { code, output };
}
