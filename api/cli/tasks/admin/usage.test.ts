import { describe, expect, it } from "vitest";
import { commands } from "../commands.ts";
import { runAdminHere } from "../../../testing/admin.ts";

const environment = { DATA_DIR: "/nowhere", PORT: "none" };
const run = (...args: readonly string[]) => runAdminHere(args, { environment });

/** Some commands have a shorter name. */
const called = ([name]: readonly string[]) => name === "seed" ? "seed --" : `admin -- ${name}`;

describe("how a command is used", () => {
  it("fits the width of a terminal in every help text", async () => {
    const [list, one] = await Promise.all([run("help"), run("help", "backup")]);
    expect(one.stdout.trim()).toBe((await commands.backup?.())?.help);
    for (const [name, load] of Object.entries(commands)) {
      const { help } = await load();
      expect(list.stdout).toContain(`\n  npm run admin -- ${name} `);
      expect(help).toContain("npm run ");
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
      // npm's own lines would be in the file.
      expect(help).not.toMatch(/npm run (?!-s ).* > /);
    }
    expect(list.stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it.each([
    [["seed", "--profile", "5"], "Unknown option '--profile'. Did you mean --profiles?"],
    [["seed", "--from"], "--from: its value is missing"],
    [["backup", "folder"], '"folder" is one value too many'],
    [
      ["seed", "--profiles", "-1"],
      "--profiles: its value is missing; one that begins with a dash is written --profiles=-…",
    ],
    [["seed", "--from="], "--from: its value is empty"],
    [["delete", "pat", "--yes=no"], "--yes takes no value"],
    [["verify", "all"], '"all" is one value too many'],
    [["delete", "pat", "kim"], '"kim" is one value too many'],
    [["delete"], "Say which member: a username, an email address or a member id"],
    [["delete", ""], '"" is empty'],
  ])("is asked of %j in two lines", async (args, line) => {
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${line}\n"npm run ${called(args)} --help" shows how to use it.\n`,
    });
  });

  it("is suggested for a misspelled command, also after help", async () => {
    expect(await run("help", "vrify")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^There is no command "vrify". Did you mean "verify"\?\n/),
    });
    const { code, stderr } = await run("nonsense");
    expect([code, stderr]).toEqual([1, expect.stringContaining('no command "nonsense".\n\nLook')]);
  });

  it.each([
    ["seed", "--from", "people.ndjson", "--seed", "1"],
  ])("refuses two options if one would be ignored: %j", async (...args) => {
    const environment = { DATA_DIR: "/nowhere" };
    const { code, stdout, stderr } = await runAdminHere(args, { environment });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/in separate runs|^Give either/);
  });
});
