import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../api/testing/mail-server.ts";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { faults } from "./faults.ts";
import { openStage, signUp, type Stage } from "./product.ts";

let stage: Stage;
let mailServer: MailServer;
let people = 0;

const slowly = { timeout: 90_000 };
const phone = { viewport: { width: 360, height: 740 } };

async function cadet(): Promise<{ readonly visitor: BrowserContext; readonly username: string }> {
  // axe runs in the page as a script of its own, which the pages' policy rightly refuses.
  const visitor = await stage.visitor({ ...phone, bypassCSP: true });
  const username = `cadet${++people}`;
  const name = { firstName: "Casey", lastName: "Nguyen" };
  await signUp(visitor, stage.origin, { username, ...name, role: "cadet" });
  return { visitor, username };
}

/** The link of the newest mail, once there are so many. */
async function linkTo(username: string, page: string, count: number): Promise<string> {
  const mailed = () =>
    mailServer.received.filter(({ to }) => to.includes(`${username}@example.edu`))
      .map(({ parsed }) => parsed.text ?? "")
      .filter((text) => text.includes(page));
  await expect.poll(() => mailed().length, { timeout: 20_000 }).toBe(count);
  const [link] = /https?:\S+/.exec(mailed().at(-1) ?? "") ?? [];
  if (link === undefined) throw new Error("The mail has no link");
  return link;
}

describe.skipIf(chromiumPath === undefined)(`mailed links ${browserTests}`, () => {
  beforeAll(async () => {
    // The link is offered again only where it can be sent.
    mailServer = await startMailServer();
    const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
    stage = await openStage({ environment: { SMTP_URL, MAIL_FROM: "alumni@example.edu" } });
  });
  afterAll(async () => {
    await stage?.close();
    await mailServer?.close();
  });

  it("confirm an address wherever they are opened, once", slowly, async () => {
    const { visitor, username } = await cadet();
    const link = await linkTo(username, "/verify-email", 1);
    // Opened where no one is signed in, as in a phone's mail program.
    const elsewhere = await (await stage.visitor({ ...phone, bypassCSP: true })).newPage();
    await elsewhere.goto(link);
    expect(await faults(elsewhere)).toEqual([]);
    await elsewhere.getByRole("button", { name: "Confirm Email" }).press("Enter");
    await elsewhere.getByRole("heading", { name: "Email Confirmed" }).waitFor();
    expect(await faults(elsewhere)).toEqual([]);
    expect((await (await visitor.request.get("/api/user")).json()).emailVerified).toBe(true);

    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: "Confirm Email" }).click();
    await elsewhere.getByRole("heading", { name: "Invalid Confirmation Link" }).waitFor();
    expect(await faults(elsewhere)).toEqual([]);
    await elsewhere.getByRole("link", { name: "Go to Login" }).click();
    await elsewhere.getByRole("heading", { name: "Login" }).waitFor();
  });

  it("can be asked for again from one's profile, but not without end", slowly, async () => {
    const { visitor, username } = await cadet();
    const first = await linkTo(username, "/verify-email", 1);
    const page = await visitor.newPage();
    await page.goto("/profile");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await page.getByRole("heading", { name: "Link Sent" }).waitFor();
    await page.getByText(`sent another link to ${username}@example.edu`).waitFor();
    expect(await faults(page)).toEqual([]);
    const newest = await linkTo(username, "/verify-email", 2);
    expect(newest).not.toBe(first);
    await page.goto(first);
    await page.getByRole("button", { name: "Confirm Email" }).click();
    await page.getByRole("heading", { name: "Invalid Confirmation Link" }).waitFor();
    const again = page.getByRole("button", { name: "Send the link again" });
    // Only so many mails an hour: the sixth is refused, and the page says so.
    for (let times = 0; await page.getByText("Link Not Sent").count() === 0; times++) {
      expect(times).toBeLessThan(6);
      await page.goto("/verify-email");
      await again.click();
      await page.getByRole("heading").first().waitFor();
    }
    await page.getByText("Too many confirmation emails").waitFor();
    expect(await faults(page)).toEqual([]);
    expect(await again.count()).toBe(1);
  });

  it("choose a new password, which then signs in", slowly, async () => {
    const { username } = await cadet();
    const page = await (await stage.visitor({ ...phone, bypassCSP: true })).newPage();
    await page.goto("/");
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await page.getByLabel("Email").fill(`${username}@example.edu`);
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    await page.getByText("Reset Link Sent").first().waitFor();
    await page.goto(await linkTo(username, "/reset-password", 1));
    await page.getByLabel("New Password").fill("another horse");
    await page.getByLabel("Confirm Password").fill("another horse");
    // The page goes on to the login by itself. No content keeps it as it is while it is looked at.
    const isHome = ({ pathname }: URL) => pathname === "/";
    const goesOn = Promise.withResolvers<void>();
    await page.route(isHome, async (route) => {
      await route.fulfill({ status: 204 });
      goesOn.resolve();
    });
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByRole("heading", { name: "Password Reset Successful" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await goesOn.promise;
    await page.unroute(isHome);
    await page.goto("/");
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password").fill("another horse");
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });
});
