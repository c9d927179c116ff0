import { describe, expect, it } from "vitest";
import { cause, openSystem } from "../../../../events/testing/system.ts";
import { register } from "../../../../events/testing/members.ts";
import { runAdminOn } from "../../../testing/admin.ts";

const memberId = "00000000-0000-4000-8000-000000000001";

/** Pat, an alumnus whose address is confirmed, and the command on the same files. */
async function withPat() {
  const system = await openSystem();
  await system.members.execute(memberId, register(), cause);
  await system.members.execute(memberId, { type: "VerifyEmail", email: "pat@example.com" }, cause);
  return {
    ...system,
    run: runAdminOn(system),
    /** Registers another member, whose id ends in this digit. */
    add: (digit: number, names: Parameters<typeof register>[0], more = {}) =>
      system.members.execute(
        memberId.replace(/1$/, String(digit)),
        { ...register(names), ...more },
        cause,
      ),
    async role() {
      await system.readModel.catchUp();
      return (await system.readModel.members.byId(memberId))?.role;
    },
  };
}

describe("npm run admin -- first-staff", { timeout: 60_000 }, () => {
  it("prints a link while there is no staff, and says what to do otherwise", async () => {
    const { run, databases } = await withPat();
    const printed = await run("first-staff");
    expect(printed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Open this link[^\n]*\nhttp:\/\/127\.0\.0\.1:8000\/first-staff\?token=[\w-]{43}\n$/,
      ),
    });
    const stored = await databases.vault.read("SELECT digest, kind FROM tokens");
    expect(stored.map(({ kind }) => kind)).toEqual(["first-staff"]);
    expect(printed.stdout).not.toContain(String(stored[0]?.digest));
    await run("grant-cadre", "pat");
    expect(await run("first-staff")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Use "grant-cadre"'),
    });
  });
});

describe("npm run admin -- grant-cadre", { timeout: 60_000 }, () => {
  it("makes a member cadre, by an event of the operator, and back", async () => {
    const { run, role, log } = await withPat();
    expect(await run("grant-cadre", " PAT ")).toEqual({
      code: 0,
      stdout: `Member ${memberId} is cadre now.\n`,
      stderr: "",
    });
    expect(await role()).toBe("cadre");
    const again = await run("grant-cadre", "pat@example.com");
    expect(again).toMatchObject({ code: 1, stderr: "This member is already cadre\n" });
    expect((await run("revoke-cadre", "pat")).stdout).toContain("is alumni now");
    expect(await role()).toBe("alumni");
    const events = await log.readStream(memberId);
    expect(events.slice(-4).map(({ type, actorId }) => [type, actorId])).toEqual([
      ["RoleSelected", "operator"],
      ["CadreConfirmed", "operator"],
      ["CadreUnconfirmed", "operator"],
      ["RoleSelected", "operator"],
    ]);
    expect((await run("revoke-cadre", "pat")).stderr).toBe("This member isn't cadre\n");
  });

  it("mails the member and all staff, as the same by staff does", async () => {
    const { run, add, log } = await withPat();
    const sam = memberId.replace(/1$/, "4");
    await add(4, { username: "sam", email: "sam@example.com", role: "cadre" }, {
      confirmedBy: "code",
    });
    const mailed = async () => {
      const mails = await log.outbox.take({ holder: "test", limit: 10, leaseMs: 1000 });
      return mails.map(({ memberId, kind }) => [kind, memberId]).toSorted();
    };
    for (const command of ["grant-cadre", "unconfirm-cadre", "confirm-cadre", "revoke-cadre"]) {
      expect((await run(command, "pat")).code).toBe(0);
      expect([command, await mailed()]).toEqual([
        command,
        [["staff-access", memberId], ["staff-access", sam]],
      ]);
    }
  });

  it("does not take a username that looks like an address for one", async () => {
    const { run, add, role } = await withPat();
    await add(2, { username: "dean@example.edu", email: "mallory@example.com" });
    const { code, stderr } = await run("grant-cadre", "dean@example.edu");
    expect(code).toBe(1);
    expect(stderr).toContain("There is no member with this email address");
    expect(await role()).toBe("alumni");
  });

  it("refuses an account with an unconfirmed address", async () => {
    const { run, add } = await withPat();
    await add(2, { username: "mallory", email: "dean@example.edu", role: "cadet" });
    const refused = await run("grant-cadre", "dean@example.edu");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("isn't confirmed");
    expect((await run("grant-cadre", "dean@example.edu", "--unconfirmed")).code).toBe(0);
    expect((await run("revoke-cadre", "mallory")).stdout).toContain("is cadet now");
  });

  it("says why nothing can be done", async () => {
    const { run, members } = await withPat();
    expect((await run("grant-cadre")).stderr).toMatch(/^Say which member/);
    expect((await run("grant-cadre", "pat", "kim")).stderr).toMatch(/^"kim" is one value too many/);
    expect((await run("grant-cadre", "nobody")).stderr).toMatch(/^There is no member with this/);
    await members.execute(memberId, { type: "Erase" }, cause);
    expect((await run("grant-cadre", memberId)).stderr).toMatch(
      /^This member's account was deleted/,
    );
    expect((await run("grant-cadre", "pat")).stderr).toContain("Deleted accounts can't be found");
  });

  it("asks for the new role of someone who was always cadre", async () => {
    const { run, add } = await withPat();
    await add(3, { username: "kim", email: "kim@example.com", role: "cadre" });
    expect((await run("revoke-cadre", "kim")).stderr).toContain("--role alumni or --role cadet");
    expect((await run("revoke-cadre", "kim", "--role", "dean")).code).toBe(1);
    expect((await run("revoke-cadre", "kim", "--role", "cadet")).stdout).toContain("is cadet now");
  });
});
