import { afterAll, expect, it } from "vitest";
import { startMailServer } from "../../api/testing/mail-server.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { fetchJson, logIn } from "./page.ts";
import { stageForTests } from "./product.ts";

// The link is offered again only if mail can be sent.
const mailServer = await startMailServer();
afterAll(() => mailServer.close());
const stage = stageForTests({
  environment: {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: "alumni@example.edu",
    CADRE_CODE: "hold fast",
  },
});

const cadet = () => stage.member({ role: "cadet", ...phone, ...examined });

/** The link of the newest mail, once there are that many. */
async function linkTo(username: string, page: string, count: number): Promise<string> {
  const mailed = () =>
    mailServer.received.filter(({ to }) => to.includes(`${username}@example.edu`))
      .map(({ parsed }) => parsed.text ?? "")
      .filter((text) => text.includes(page));
  await expect.poll(() => mailed().length).toBe(count);
  const [link] = /https?:\S+/.exec(mailed().at(-1) ?? "") ?? [];
  if (link === undefined) throw new Error("The mail has no link");
  return link;
}

const another = (code: string) => code.startsWith("1") ? `2${code.slice(1)}` : `1${code.slice(1)}`;

describeInBrowser("mailed links", () => {
  it("confirm an address once, wherever they are opened", async () => {
    const { visitor, username } = await cadet();
    const link = await linkTo(username, "/verify-email", 1);
    // Opened signed out, as in a phone's mail program.
    const elsewhere = await stage.page({ ...phone, ...examined });
    await elsewhere.goto(link);
    await expectFine(elsewhere);
    await elsewhere.getByRole("button", { name: "Confirm Email" }).press("Enter");
    await elsewhere.getByRole("heading", { name: "Email Confirmed" }).waitFor();
    await expectFine(elsewhere);
    expect((await fetchJson(visitor, "/api/user")).emailVerified).toBe(true);

    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: "Confirm Email" }).click();
    await elsewhere.getByRole("heading", { name: "Invalid Confirmation Link" }).waitFor();
    await expectFine(elsewhere);
    await elsewhere.getByRole("link", { name: "Go to Login" }).click();
    await elsewhere.getByRole("heading", { name: "Login" }).waitFor();
  });

  it("can be requested again from the profile, up to a limit", async () => {
    const { page, visitor, username } = await cadet();
    const first = await linkTo(username, "/verify-email", 1);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await page.getByRole("heading", { name: "Link Sent" }).waitFor();
    await page.getByText(`sent another link to ${username}@example.edu`).waitFor();
    await expectFine(page);
    const newest = await linkTo(username, "/verify-email", 2);
    expect(newest).not.toBe(first);
    await page.goto(first);
    await page.getByRole("button", { name: "Confirm Email" }).click();
    await page.getByRole("heading", { name: "Invalid Confirmation Link" }).waitFor();
    const again = page.getByRole("button", { name: "Send the link again" });
    // Only five mails an hour: the sixth is refused, and the page says so.
    for (let count = 3; count <= 5; count++) {
      await stage.submit(visitor, "/verify-email/resend", {});
    }
    await again.click();
    await page.getByText("Too many confirmation emails").waitFor();
    await expectFine(page);
    expect(await again.count()).toBe(1);
  });

  it.each([["with script", true], ["without", false]])(
    "has someone who forgot everything in after two presses and eight digits, on a phone %s",
    async (_, javaScriptEnabled) => {
      const { username } = await cadet();
      const address = `${username}@example.edu`;
      const page = await stage.page({ ...phone, ...examined, javaScriptEnabled });
      await page.goto("/");
      await expectFine(page);
      await page.getByLabel("Username or email").fill(address);
      await page.getByRole("button", { name: "Email me a code" }).click();
      await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
      await expectFine(page);
      const code = await codeTo(address);
      await page.getByRole("textbox", { name: "Code" }).fill(another(code));
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("That code is wrong or no longer works.").first().waitFor();
      await expectFine(page);
      // The field has the focus.
      await page.getByRole("textbox", { name: "Code" }).fill(code);
      await page.getByRole("button", { name: "Sign in" }).press("Enter");
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      expect(await fetchJson(page, "/api/user")).toMatchObject({ username, emailVerified: true });
      // No one knows who set the first password, so it was removed.
      await page.goto("/profile/security");
      await page.getByRole("heading", { name: "Set a Password" }).waitFor();
      await expectFine(page);
    },
  );

  it("with a code say, in another browser, where to type it, and fill it in where it was requested", async () => {
    const { username } = await cadet();
    const address = `${username}@example.edu`;
    const page = await stage.page({ ...phone, ...examined });
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
    const link = await linkTo(username, "/code", 1);
    const scanner = await stage.page({ ...examined });
    await scanner.goto(link);
    await scanner.getByText("The code works only where you asked for it.").waitFor();
    await expectFine(scanner);
    expect(await scanner.getByRole("button", { name: "Sign in" }).count()).toBe(0);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect((await fetchJson(page, "/api/user")).username).toBe(username);
  });

  it("with a code open the pages of staff who need two proofs", async () => {
    const cadre = { role: "cadre", cadreCode: "hold fast", ...phone, ...examined } as const;
    const { page, username } = await stage.member(cadre);
    const address = `${username}@example.edu`;
    await page.goto("/program/settings");
    await page.getByRole("button", { name: "Require two steps" }).click();
    await page.getByRole("button", { name: "Email me a code" }).waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "Email me a code" }).press("Enter");
    const field = page.getByRole("textbox", { name: "Code" });
    await field.fill(another(await codeTo(address)));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is wrong or no longer works.").first().waitFor();
    await expectFine(page);
    // Typed where the focus is.
    await page.keyboard.type(await codeTo(address));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Require one step" }).waitFor();
    await expectFine(page);

    // In another browser, the password alone leads to the question, and then to the page.
    const elsewhere = await stage.page({ ...phone, ...examined, javaScriptEnabled: false });
    await elsewhere.goto("/program/history");
    await logIn(elsewhere, username, "correct horse");
    await elsewhere.getByText("Besides your password, staff pages need a code.").waitFor();
    const before = await codeTo(address);
    await elsewhere.getByRole("button", { name: "Email me a code" }).click();
    await expect.poll(() => codeTo(address)).not.toBe(before);
    await elsewhere.getByRole("textbox", { name: "Code" }).fill(await codeTo(address));
    await elsewhere.getByRole("button", { name: "Confirm" }).click();
    await elsewhere.getByText("turned on two steps for staff").first().waitFor();
    expect(new URL(elsewhere.url()).pathname).toBe("/program/history");
    await page.getByRole("button", { name: "Require one step" }).click();
    await page.getByRole("button", { name: "Require two steps" }).waitFor();
  });

  it("choose a new password, which then signs in", async () => {
    const { username } = await cadet();
    const page = await stage.page({ ...phone, ...examined });
    await page.goto("/");
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await page.getByLabel("Email").fill(`${username}@example.edu`);
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    await page.getByText("Reset Link Sent").first().waitFor();
    await page.goto(await linkTo(username, "/reset-password", 1));
    await page.getByLabel("New Password").fill("another horse");
    await page.getByLabel("Confirm Password").fill("another horse");
    // The page moves on to the login by itself. An empty answer keeps it, so that it can be
    // checked.
    const isHome = ({ pathname }: URL) => pathname === "/";
    const goesOn = Promise.withResolvers<void>();
    await page.route(isHome, async (route) => {
      await route.fulfill({ status: 204 });
      goesOn.resolve();
    });
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByRole("heading", { name: "Password Reset Successful" }).waitFor();
    await expectFine(page);
    await goesOn.promise;
    await page.unroute(isHome);
    await page.goto("/");
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await logIn(page, username, "another horse");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  it("undo a change of address that its owner didn't make", async () => {
    const { page, visitor, username } = await cadet();
    const confirming = await linkTo(username, "/verify-email", 1);
    await stage.submit(visitor, "/verify-email", {
      token: new URL(confirming).searchParams.get("token") ?? "",
    });
    const stranger = `${username}@stranger.example.com`;
    await page.goto("/profile/addresses");
    await expectFine(page);
    await page.getByLabel("New main address").fill(stranger);
    await page.getByRole("button", { name: "Change Address" }).click();
    await page.getByRole("heading", { name: `Confirm ${stranger}` }).waitFor();
    await expectFine(page);
    await page.getByLabel("Code").fill("0000 0000");
    await page.getByRole("button", { name: "Confirm Address" }).click();
    await page.getByText("That code is wrong").first().waitFor();
    await expectFine(page);
    await page.getByLabel("Code").fill(await codeTo(stranger));
    await page.getByRole("button", { name: "Confirm Address" }).click();
    await page.getByText("Address confirmed").first().waitFor();
    expect((await fetchJson(visitor, "/api/user")).email).toBe(stranger);
    await expectFine(page);

    const owner = await stage.page({ ...phone, ...examined });
    await owner.goto(await linkTo(username, "/undo-address", 1));
    await expectFine(owner);
    await owner.getByRole("button", { name: "Undo the change" }).click();
    await owner.getByRole("heading", { name: "Reset Password" }).waitFor();
    await page.goto("/profile");
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await owner.getByLabel("New Password", { exact: true }).fill("battery staple 42");
    await owner.getByLabel("Confirm Password").fill("battery staple 42");
    await owner.getByRole("button", { name: "Reset Password" }).click();
    await owner.getByText("Password Reset Successful").first().waitFor();
  });
});

/** The code of the newest mail to an address. */
async function codeTo(address: string): Promise<string> {
  const mailed = () =>
    mailServer.received.filter(({ to }) => to.includes(address))
      .flatMap(({ parsed }) => /\d{4} \d{4}/.exec(parsed.text ?? "")?.[0] ?? []);
  await expect.poll(() => mailed().length).toBeGreaterThan(0);
  return mailed().at(-1) ?? "";
}
