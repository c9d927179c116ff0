import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { identitiesIn, makeIdentity, NotAnIdentity } from "./identities.ts";
import { makeSecretFile, readIdentities } from "./secret-file.ts";

const run = promisify(execFile);
const noAge = await run("age-keygen", ["--version"]).then(() => false, () => true);

// Not a real program's secret.
const known = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

const secrets = (text: string) => identitiesIn(text).then((all) => all.map((one) => one.identity));

describe("identitiesIn", () => {
  it("derives the same keys from an identity forever", async () => {
    const [one] = await identitiesIn(known);
    expect(one?.recipient).toBe(
      "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
    );
    expect(Buffer.from(one?.kek ?? []).toString("hex")).toBe(
      "f4a2119a53de8f8c62dc6891148bb9b732422d6abdc0286cc6f136aad7c53e8c",
    );
    expect(one?.keyId).toBe("56e92ee703c7c741");
  });

  it("reads what was typed from paper, comments and several lines", async () => {
    const { identity } = await makeIdentity();
    const grouped = known.toLowerCase().replace(/(.{6})/g, "$1 ");
    expect(await secrets(`# a comment\r\n${grouped}\r\n\r\n  ${identity}\n${known}\n`))
      .toEqual([known, identity]);
  });

  it.each([
    ["nothing", "# only a comment\n", "there is no line with AGE-SECRET-KEY-1"],
    ["another kind of secret", "c2VjcmV0", "line 1 doesn't begin with AGE-SECRET-KEY-1"],
    ["a recipient", `${known}\nage1zvkyg2lqzraa2lnjvqej32nkuu0`, "line 2 doesn't begin"],
    ["a changed letter", known.replace("GFPQ", "GFPP"), "line 1 has a letter or digit"],
    ["half of it", known.slice(0, 40), "line 1 has a letter or digit"],
  ])("refuses %s without repeating it", async (_, text, message) => {
    const refused = await identitiesIn(text).catch((error) => error);
    expect(refused).toBeInstanceOf(NotAnIdentity);
    expect(refused.message).toContain(message);
    expect(refused.message).not.toMatch(/GFP|c2V|zvk/i);
  });

  it.skipIf(noAge)("agrees with the program age-keygen on the recipient", async () => {
    const path = join(await temporaryFolder(), "secret");
    await makeSecretFile(path);
    const [one] = await readIdentities(path) ?? [];
    const { stdout } = await run("age-keygen", ["-y", path]);
    expect(stdout.trim()).toBe(one?.recipient);
  });
});
