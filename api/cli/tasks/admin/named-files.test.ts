import { execFile } from "node:child_process";
import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { type Ended, runAdminHere } from "../../../testing/admin.ts";
import { noOtherUser, otherUserId } from "../../../testing/other-user.ts";
import { as } from "../../../testing/process.ts";
import { runProgram } from "../../testing/run-program.ts";

/** Every command and option that writes to a path given by a person. */
const commands = [["report", "retention", "--cycle", "2026", "--format", "csv", "--out"]] as const;

/** Runs a task with only its own permissions. */
function runTask(args: readonly string[], more: Readonly<Record<string, string>>, userId?: number) {
  const [program, ...given] = [...as(userId), Deno.execPath(), "task", "--quiet", ...args];
  return runProgram(given, { DATABASE_URL: "", ...more }, program);
}

/** Runs commands in this process, which is faster. Reports have their own program. */
const run = ([task = "", ...args]: readonly string[], dataDir: string): Promise<Ended> =>
  task === "report"
    ? runTask([task, ...args], { DATA_DIR: dataDir })
    : runAdminHere(task === "admin" ? args : [task, ...args], {
      environment: { DATA_DIR: dataDir },
    });

let seeded: string;
let dataDir: string;
beforeAll(async () => {
  seeded = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  dataDir = join(seeded, "data");
  const seed = ["seed", "--profiles", "5", "--no-pictures"];
  expect((await runTask(seed, { DATA_DIR: dataDir })).code).toBe(0);
  await cp(dataDir, join(seeded, "copy"), { recursive: true });
});
afterAll(() => rm(seeded, { recursive: true, force: true }));

/** Expects a one-line reason and no file. */
async function expectRefused({ code, stdout, stderr }: Ended, path: string, folder: string) {
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^[^\n]*(can't be written|can't be used): [^\n]+\n$/),
  });
  expect(stderr).toContain(path);
  expect(await readdir(folder)).toEqual(["a-file"]);
  expect(await readFile(join(folder, "a-file"), "utf8")).toBe("as it was");
}

async function folderWithFile() {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "a-file"), "as it was");
  return folder;
}

describe("writing to a path that a person names", () => {
  it.each(
    commands.flatMap((command) =>
      ["/dev/full", "/dev/null", "a-file/below"].map((path) => [path, command] as const)
    ),
  )("%s can't be written by %j, which explains why", async (path, command) => {
    const folder = await folderWithFile();
    const out = path.startsWith("/") ? path : join(folder, path);
    const before = await stat("/dev/null");
    await expectRefused(await run([...command, out], dataDir), out, folder);
    expect((await stat("/dev/null")).mode).toBe(before.mode);
  });

  it.for(commands)("refuses a folder for %s %s", async (command) => {
    const folder = await folderWithFile();
    await expectRefused(await run([...command, folder], dataDir), folder, folder);
    const missing = join(folder, "missing", "out.csv");
    await expectRefused(await run([...command, missing], dataDir), missing, folder);
  });

  it.for(commands)("keeps a read-only file for %s %s", async (command, test) => {
    if (noOtherUser) return test.skip(noOtherUser);
    const folder = await folderWithFile();
    const out = join(folder, "a-file");
    await chmod(out, 0o444);
    const own = await temporaryFolder();
    await cp(join(seeded, "copy"), join(own, "data"), { recursive: true });
    if (otherUserId !== undefined) {
      await promisify(execFile)("chown", ["-R", `${otherUserId}`, folder, own]);
    }
    const more = { DATA_DIR: join(own, "data"), DENO_DIR: own, HOME: own };
    await expectRefused(await runTask([...command, out], more, otherUserId), out, folder);
  });

  it.for(commands)(
    "replaces a file, even through a link: %s %s",
    async (command) => {
      const folder = await folderWithFile();
      const [file, link] = [join(folder, "a-file"), join(folder, "link.csv")];
      await symlink(file, link);
      expect((await run([...command, link], dataDir)).code).toBe(0);
      expect(await readFile(file, "utf8")).toMatch(/Statistic/);
      expect((await readdir(folder)).sort()).toEqual(["a-file", "link.csv"]);
    },
  );
});

describe("reading from a path that a person names", () => {
  it("refuses a folder for seed", async () => {
    const folder = await folderWithFile();
    const { code, stdout, stderr } = await run(["seed", "--from", folder], dataDir);
    expect({ isRefused: code > 0, stdout }).toEqual({ isRefused: true, stdout: "" });
    expect(stderr).toContain(folder);
    expect(stderr).not.toMatch(/^ +at |^Error/m);
  });
});
