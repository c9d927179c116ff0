import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseIn } from "../../../../events/testing/database.ts";
import { runAdmin, runAdminHere } from "../../../testing/admin.ts";
import { someProfile } from "../../../testing/app.ts";
import { textIn } from "../../../testing/archive.ts";
import { send, type SignedUp, signUp } from "../../../testing/calls.ts";
import { linkIn, type MailServer, startMailServer } from "../../../testing/mail-server.ts";
import { type RunningProduct, startProduct } from "../../../testing/process.ts";
import { variablesOf } from "../../../testing/product-for-test.ts";
import { signUpStaff } from "../../../testing/staff.ts";
import { logIn } from "../../../testing/program.ts";

const newPassword = "another very long one";

/** A service running beside the commands, and its mails. */
let folder: string;
let environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
let product: RunningProduct;
let mails: MailServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  mails = await startMailServer();
  environment = {
    ...variablesOf(join(folder, "data")),
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "alumni@example.edu",
  };
  product = await startProduct(environment);
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runAdminHere(args, { environment });

async function mailTo({ username }: Named, subject: string): Promise<string> {
  const to = `${username}@example.com`;
  const find = () =>
    mails.received.findLast((mail) => mail.to.includes(to) && mail.source.includes(subject));
  await expect.poll(find).toBeDefined();
  return find()?.parsed.text ?? "";
}

/** The operator's actions on an account. */
async function doneWith(memberId: string): Promise<unknown[]> {
  const log = await databaseIn(environment.DATA_DIR, "alumni.db");
  const sql = "SELECT type FROM events WHERE stream = ? AND actor_id = 'operator'";
  const rows = await log.read(sql, [memberId]);
  log.close();
  return rows.map(({ type }) => type);
}

const reset = (token: string) =>
  send(product, "POST", "/api/reset-password", { body: { token, newPassword } });
/** The token of a requested password link. */
async function resetToken(who: Named): Promise<string> {
  const body = { email: `${who.username}@example.com` };
  await send(product, "POST", "/api/forgot-password", { body });
  return tokenIn(await mailTo(who, "Reset your"));
}

type Named = Pick<SignedUp, "username">;
const tokenIn = (text: string) => new URL(linkIn(text)).searchParams.get("token") ?? "";

describe("npm run admin --, about one account", () => {
  it("set-password-link: prints a link that works once, ends older ones, and sends a mail about it", async () => {
    const cat = await signUp(product, "cat");
    const older = await resetToken(cat);

    const asked = await run("set-password-link", "cat");
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain("Anyone who has the link can sign in as Pat Doe");
    expect(await doneWith(cat.id)).toEqual([]);
    const { code, stdout } = await run("set-password-link", "cat", "--yes");
    expect(code).toBe(0);
    expect(await doneWith(cat.id)).toEqual(["PasswordLinkMade"]);
    const notice = await mailTo(cat, "password was made");
    expect(notice).toContain("The site's operator made a link");
    expect(notice).not.toContain("token=");

    expect((await reset(older)).status).toBe(400);
    expect((await reset(tokenIn(stdout))).status).toBe(200);
    expect((await reset(tokenIn(stdout))).status).toBe(400);
    expect(await logIn(product, cat)).toBe(401);
    const body = { username: "cat", password: newPassword };
    expect((await send(product, "POST", "/api/login", { body })).status).toBe(200);
    await mailTo(cat, "password was changed");
  });

  it("export: saves all data of a person, readable only by the operator, without other people's words", async () => {
    const [pat, kim] = [await signUp(product, "pat"), await signUp(product, "kim")];
    const out = join(folder, "pat.zip");
    expect(await run("export", "pat", "--out", out)).toEqual({
      code: 0,
      stdout: `Everything about member ${pat.id} is in ${out}.\n`,
      stderr: "",
    });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const text = await textIn(await readFile(out), "data.json");
    const copy = JSON.parse(text);
    expect(copy.member).toMatchObject({ username: "pat", email: "pat@example.com" });
    expect(text).not.toContain(kim.id);
    expect(text).not.toMatch(/argon2|password_?hash/i);
    expect(await mailTo(pat, "data was copied")).toContain("saved a copy");
    expect(await doneWith(pat.id)).toEqual(["DataExported"]);
    const onStdout = await runAdmin(["export", "kim"], { environment });
    expect(onStdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PK/) });
    expect(await logIn(product, pat)).toBe(200);
  });

  it("held: lists kinds, counts and days without contents, and stores an event without an email", async () => {
    const hal = await signUp(product, "hal");
    const profile = { ...someProfile, bio: "Two deployments.", primaryEmail: "hal@home.example" };
    const body = { ...profile, phoneNumber: "817 555 0100" };
    expect((await send(product, "POST", "/api/profile", { body, cookie: hal.cookie })).status).toBe(
      201,
    );
    const { code, stdout, stderr } = await run("held", "hal@example.com");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const today = new Date().toISOString().slice(0, 10);
    for (
      const line of [
        `Member ${hal.id}: this is stored.`,
        `  account               since ${today}: names, username, 1 email address (not confirmed), role`,
        "  contacts              2 ways to reach them, in the profile",
        `  password              a hash, since ${today}`,
        `  sessions              1 browser, since ${today}`,
        `Contents: npm run admin -- export ${hal.id} --out FILE.zip`,
      ]
    ) expect(stdout).toContain(line);
    expect(stdout).toMatch(/^ {2}profile +7 fields filled, visible to members, since /m);
    expect(stdout).toMatch(/^Nothing in: .*passkeys.*messages by them.*reports about them/m);
    for (const content of ["hal@", "Pat", "Doe", "deployments", "817", "Armor", "$argon2"]) {
      expect([content, stdout.includes(content)]).toEqual([content, false]);
    }
    expect(await doneWith(hal.id)).toEqual(["HoldingsListed"]);
    const out = join(folder, "hal.zip");
    await run("export", "hal", "--out", out);
    const copy = JSON.parse(await textIn(await readFile(out), "data.json"));
    // The export adds its own event after reading.
    expect(stdout).toContain(
      `  events                ${copy.events.length} events, since ${today}`,
    );
    expect(
      mails.received.some(({ to, source }) =>
        to.includes("hal@example.com") && /listed|stored/i.test(source)
      ),
    ).toBe(false);
  });

  it("held: lists the remains of a deleted account, by its id and by its address", async () => {
    const gus = await signUp(product, "gus");
    await run("delete", "gus", "--yes");
    const byId = await run("held", gus.id.toUpperCase());
    expect(byId).toMatchObject({ code: 0, stderr: "" });
    expect(byId.stdout).toMatch(
      /^ {2}events +\d+ events under this random id, .* No personal part is left$/m,
    );
    expect(byId.stdout).toMatch(/^ {2}list of erasures +this random id/m);
    expect(byId.stdout).toMatch(/^ {2}key +destroyed/m);
    expect(byId.stdout).not.toMatch(/gus|Pat|Contents:/);
    const byAddress = await run("held", "Gus@example.com");
    expect(byAddress.stdout).toMatch(/^ {2}deleted accounts +a keyed hash of this address/m);
    const unknown = await run("held", "stranger@example.com");
    expect(unknown).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("This address: nothing is stored."),
    });
    expect(await run("held", "gus")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no member with this username"),
    });
  });

  it("refuses people who haven't answered an invitation", async () => {
    const lee = "lee@example.com";
    const staff = await signUpStaff(product);
    const form = { does: "invite", firstName: "Lee", lastName: "Doe", email: lee };
    await staff.post("/program/invitations", form);
    expect((await run("delete", lee, "--yes")).stderr)
      .toContain("They haven't answered their invitation yet.");
  });

  it("delete: erases the same as the member's own deletion", async () => {
    const [pat, kim] = [await signUp(product, "dan"), await signUp(product, "eve")];
    const asked = await run("delete", "dan");
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain("Delete the account of Pat Doe <dan@example.com>?");
    expect(await logIn(product, pat)).toBe(200);

    const { code, stdout, stderr } = await run("delete", "dan", "--yes");
    expect({ code, stdout, stderr })
      .toEqual({ code: 0, stdout: `Member ${pat.id} is deleted.\n`, stderr: "" });
    expect(await mailTo(pat, "account was deleted")).toContain("deleted your account");
    expect(await logIn(product, pat)).toBe(401);
    const { cookie } = pat;
    expect((await send(product, "GET", "/api/user", { cookie })).status).toBe(401);
    expect(await logIn(product, kim)).toBe(200);
    expect(await doneWith(pat.id)).toEqual(["MemberErased"]);
    expect((await run("delete", pat.id, "--yes")).stderr).toContain("account was deleted");
    await signUp(product, "dan");

    await mails.close();
    const untold = await run("delete", "eve", "--yes");
    expect(untold.code).toBe(0);
    expect(untold.stderr).toContain("They didn't get an email, so tell them yourself.");
    expect(await logIn(product, kim)).toBe(401);
  });
});
