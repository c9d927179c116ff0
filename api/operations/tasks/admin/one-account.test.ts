import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { password, send, type SignedUp, signUp } from "../../../testing/calls.ts";
import { linkIn, startMailServer } from "../../../testing/mail-server.ts";
import { aProgram, logIn, withPatAndKim } from "../../../testing/program.ts";

const newPassword = "another very long one";

/** A service that keeps running beside commands, and the mails that it sends. */
async function running() {
  const program = await aProgram();
  const people = await withPatAndKim(program);
  const mails = await startMailServer();
  onTestFinished(() => mails.close());
  const more = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "alumni@example.edu",
    SUPPORT_EMAIL: "help@example.edu",
  };
  const product = await program.start(more);
  const mailTo = async (to: string, subject: string) => {
    const find = () =>
      mails.received.findLast((mail) => mail.to.includes(to) && mail.source.includes(subject));
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    return find()?.parsed.text ?? "";
  };
  const run = (...args: string[]) => program.run(args, more);
  const history = async () =>
    JSON.parse((await run("history", "--json")).stdout).map(
      ({ does, by, about }: Record<string, unknown>) => [does, by, about],
    );
  const reset = (token: string) =>
    send(product, "POST", "/api/reset-password", { body: { token, newPassword } });
  const ask = (email: string) => send(product, "POST", "/api/forgot-password", { body: { email } });
  return { ...people, folder: program.folder, product, mails, mailTo, run, history, reset, ask };
}

const tokenIn = (text: string) => new URL(linkIn(text)).searchParams.get("token") ?? "";

describe("npm run admin --, about one account", { timeout: 120_000 }, () => {
  it("change-email: tells the old address, and has the new one confirmed by its link", async () => {
    const { pat, product, mailTo, run, history, reset, ask } = await running();
    await ask("pat@example.com");
    const older = tokenIn(await mailTo("pat@example.com", "Reset your"));

    expect(await run("change-email", "pat", "pat.new@example.com")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Member ${pat.id} has the new address now.`),
      stderr: "",
    });
    const told = await mailTo("pat@example.com", "email address was changed");
    expect(told).toContain("The site's operator gave your");
    expect(told).not.toContain("pat.new");
    const { cookie } = pat;
    const user = async () => await (await send(product, "GET", "/api/user", { cookie })).json();
    await expect.poll(user).toMatchObject({ email: "pat.new@example.com", emailVerified: false });
    const token = tokenIn(await mailTo("pat.new@example.com", "Confirm"));
    const verified = await send(product, "POST", "/api/auth/verify-email", { body: { token } });
    expect(verified.status).toBe(200);
    expect(await user()).toMatchObject({ emailVerified: true });
    expect((await reset(older)).status).toBe(400);

    expect((await run("change-email", "pat", "kim@example.com")).stderr)
      .toBe("Email already in use\n");
    expect((await run("change-email", "pat", "kim")).stderr).toContain("isn't an email address");
    expect((await run("change-email", "pat", "pat.new@example.com")).stderr)
      .toContain("They have this address already");
    expect(await history()).toEqual([["address", "operator", pat.id]]);
  });

  it("set-password-link: prints a link that works once, ends older ones, and is mailed about", async () => {
    const { pat, product, mailTo, run, history, reset, ask } = await running();
    await ask("pat@example.com");
    const older = tokenIn(await mailTo("pat@example.com", "Reset your"));

    const asked = await run("set-password-link", "pat");
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain("Anyone who has the link can sign in as Pat Doe");
    expect(await history()).toEqual([]);
    const { code, stdout } = await run("set-password-link", "pat", "--yes");
    expect(code).toBe(0);
    expect(await history()).toEqual([["password link", "operator", pat.id]]);
    const told = await mailTo("pat@example.com", "password was made");
    expect(told).toContain("The site's operator made a link");
    expect(told).not.toContain("token=");

    expect((await reset(older)).status).toBe(400);
    expect((await reset(tokenIn(stdout))).status).toBe(200);
    expect((await reset(tokenIn(stdout))).status).toBe(400);
    expect(await logIn(product, pat)).toBe(401);
    const body = { username: "pat", password: newPassword };
    expect((await send(product, "POST", "/api/login", { body })).status).toBe(200);
    await mailTo("pat@example.com", "password was changed");
  });

  it("export: saves all of a person for the operator alone, and no one else's words", async () => {
    const { pat, kim, folder, product, mailTo, run, history } = await running();
    const out = join(folder, "pat.json");
    expect(await run("export", "pat", "--out", out)).toEqual({
      code: 0,
      stdout: `Everything about member ${pat.id} is in ${out}.\n`,
      stderr: "",
    });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const text = await readFile(out, "utf8");
    const copy = JSON.parse(text);
    expect(copy.member).toMatchObject({ username: "pat", email: "pat@example.com" });
    expect(copy.events[0]).toMatchObject({
      type: "MemberRegistered",
      by: "member",
      personal: { email: "pat@example.com" },
    });
    expect(copy.sessions).toHaveLength(1);
    const pictures = copy.files.map(({ name, base64 }: Record<string, string>) => [
      name?.replace(/.*\./, ""),
      atob(base64 ?? "").slice(8, 12),
    ]);
    expect(pictures).toContainEqual(["webp", "WEBP"]);
    expect(text).not.toContain(kim.id);
    expect(text).not.toMatch(/argon2|password_?hash/i);
    expect(await mailTo("pat@example.com", "data was copied")).toContain("saved a copy");
    expect(await history()).toEqual([["exported", "operator", pat.id]]);
    expect(JSON.parse((await run("export", "kim")).stdout).member.username).toBe("kim");
    expect(await logIn(product, pat)).toBe(200);
  });

  it("delete: erases as the member's own deletion does, with a receipt that verifies", async () => {
    const { pat, kim, product, mails, mailTo, run, history } = await running();
    const asked = await run("delete", "pat");
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain("Delete the account of Pat Doe <pat@example.com>?");
    expect(await logIn(product, pat)).toBe(200);

    const { code, stdout, stderr } = await run("delete", "pat", "--yes", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { memberId, receipt, isMailed } = JSON.parse(stdout);
    expect({ memberId, isMailed }).toEqual({ memberId: pat.id, isMailed: true });
    expect(await mailTo("pat@example.com", "account was deleted")).toContain(receipt);
    expect(await logIn(product, pat)).toBe(401);
    const { cookie } = pat;
    expect((await send(product, "GET", "/api/user", { cookie })).status).toBe(401);
    expect(await logIn(product, kim)).toBe(200);
    const verified = await run("verify", "--receipt", receipt, "--json");
    expect(verified.code).toBe(0);
    expect(verified.stdout).not.toContain('"isTrue": false');
    expect(await history()).toEqual([["deleted", "operator", null]]);
    expect((await run("delete", pat.id, "--yes")).stderr).toContain("account was deleted");
    await signUp(product, "pat");

    await mails.close();
    const untold = await run("delete", "kim", "--yes");
    expect(untold.code).toBe(0);
    expect(untold.stderr).toContain("They didn't get an email, so tell them yourself.");
    expect(await logIn(product, kim)).toBe(401);
  });

  it("suspend: signs out, hides and refuses sign-ins; unsuspend restores everything", async () => {
    const { pat, kim, product, mailTo, run, history, ask, reset } = await running();
    await ask("pat@example.com");
    const older = tokenIn(await mailTo("pat@example.com", "Reset your"));
    const statusOf = async (who: SignedUp, path: string) =>
      (await send(product, "GET", path, { cookie: who.cookie })).status;
    const profile = {
      ...{ classYear: "2018", rank: "CPT", armyBranch: "Armor", mos: "19A" },
      primaryEmail: "pat@example.com",
    };
    const { cookie } = pat;
    await send(product, "POST", "/api/profile", { cookie, body: profile });
    expect(await statusOf(kim, `/api/profile/${pat.id}`)).toBe(200);

    expect(await run("suspend", "pat")).toEqual({
      code: 0,
      stdout: `Member ${pat.id} is suspended now.\n`,
      stderr: "",
    });
    await expect.poll(() => statusOf(kim, `/api/profile/${pat.id}`)).toBe(403);
    expect(await statusOf(pat, "/api/user")).toBe(401);
    expect(await logIn(product, pat)).toBe(403);
    const login = (username: string, password: string) =>
      send(product, "POST", "/api/login", { body: { username, password } });
    expect(await (await login("pat", password)).json()).toMatchObject({
      message: "Your account is suspended. Write to help@example.edu to ask why.",
    });
    // Without the right password nothing is revealed.
    const [wrong, unknown] = [await login("pat", newPassword), await login("lee", newPassword)];
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual(await unknown.json());
    expect((await reset(older)).status).toBe(400);
    expect(await mailTo("pat@example.com", "was suspended")).toContain("help@example.edu");
    const listed = await run("people", "--all", "--state", "suspended");
    expect(listed.stdout).toBe(`${pat.id}  alumni  suspended\n1 person.\n`);
    expect((await run("accept", "pat")).stderr).toContain("operator suspended this account");

    expect((await run("unsuspend", "pat")).code).toBe(0);
    await expect.poll(() => statusOf(kim, `/api/profile/${pat.id}`)).toBe(200);
    expect(await statusOf(pat, "/api/user")).toBe(401);
    expect(await logIn(product, pat)).toBe(200);
    await mailTo("pat@example.com", "was restored");
    expect(await history()).toEqual([
      ["restored", "operator", pat.id],
      ["suspended", "operator", pat.id],
    ]);
  });

  it("leaves people alone who have not answered an invitation", async () => {
    const { run } = await running();
    await run("invite", "lee@example.com", "--first", "Lee", "--last", "Doe");
    for (
      const args of [["change-email", "lee@example.com", "l@example.com"], [
        "delete",
        "lee@example.com",
        "--yes",
      ]]
    ) {
      expect((await run(...args)).stderr).toContain("They haven't answered their invitation yet.");
    }
  });
});
