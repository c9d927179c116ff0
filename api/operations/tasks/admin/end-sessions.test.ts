import { describe, expect, it } from "vitest";
import { databaseIn } from "../../../../events/testing/database.ts";
import { register } from "../../../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../../../events/testing/system.ts";
import { createSessions } from "../../../auth/sessions.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { runAdminHere } from "../../../testing/admin.ts";

const [pat, kim] = ["1", "2"].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
];

async function given() {
  const system = await openSystem();
  const names = { username: "kim", email: "kim@example.com" };
  await system.members.execute(pat, register(), cause);
  await system.members.execute(kim, register(names), cause);
  const vault = await databaseIn(system.folder, "vault.db");
  const environment = {
    DATA_DIR: system.folder,
    KEK: Buffer.from(secrets.kek).toString("base64"),
    CLAIM_KEY: Buffer.from(secrets.claimKey).toString("base64"),
  };
  const now = () => new Date();
  return {
    sessions: createSessions(vault, now),
    tokens: createTokens(vault, now),
    run: (named: string) => runAdminHere(["end-sessions", named], { environment }),
  };
}

describe("npm run admin -- end-sessions", { timeout: 60_000 }, () => {
  it("signs only this member out, everywhere", async () => {
    const { sessions, tokens, run } = await given();
    const own = [await sessions.create(pat), await sessions.create(pat)];
    const other = await sessions.create(kim);
    await tokens.issue("reset-password", "a link", pat, "pat@example.com");
    expect(await run("pat@example.com")).toEqual({
      code: 0,
      stdout: `Member ${pat} is signed out: 2 sessions.\n`,
      stderr: "",
    });
    for (const { token } of own) expect(await sessions.validate(token)).toBeUndefined();
    expect(await tokens.peek("reset-password", "a link")).toBeUndefined();
    expect(await sessions.validate(other.token)).toBeDefined();
    expect((await run("pat")).stdout).toBe(`Member ${pat} wasn't signed in anywhere.\n`);
  });

  it("says that there is no such member", async () => {
    const { run } = await given();
    expect(await run("nobody")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no member with this username"),
    });
  });
});
