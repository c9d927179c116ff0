import { describe, expect, it } from "vitest";
import { reach } from "../../../../api/mail/drivers/reach.ts";
import { createFolderMail } from "../../../../api/mail/drivers/folder.ts";
import { app, startSignInServer } from "../../../../api/testing/sign-in-server.ts";
import { appForTest } from "../../../../api/testing/app-for-test.ts";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";
import {
  formPath,
  name,
  path,
  sender,
  serverForTest,
  siteForMail,
  storedText,
} from "../../../testing/mail-site.ts";
import { linksOf } from "../../../testing/read-html.ts";

const signInPath = "/program/mail/oauth";
const mailbox = "alumni@example.edu";
const microsoft = {
  way: "microsoft",
  user: mailbox,
  tenant: "a-tenant",
  clientId: app.clientId,
  mailPassword: app.secret,
  fromAddress: mailbox,
  fromName: "",
};
const { tenant: _, ...google } = { ...microsoft, way: "google" };

const serviceLink = (html: string) =>
  linksOf(html).find(({ href }) => href.startsWith("https:"))?.href ?? "";

async function given() {
  const service = startSignInServer();
  /** Whether the mail server accepts the service's tokens. */
  const accepts = { now: true };
  const server = await serverForTest({
    password: undefined,
    token: () => accepts.now ? service.valid : [],
  });
  const options = { reach: server.reach, fetchTokens: service.fetch };
  const site = await siteForMail(options);
  const { page, post, stan } = site;
  /** The link to the service's page. */
  const link = async (who = stan) => serviceLink(await page(signInPath, who));
  const come = (back: string, who = stan) => site.read(back, who.session());
  const start = (form: Readonly<Record<string, string>> = microsoft) => post(formPath, form);
  const test = () => post(signInPath, {});
  /** All steps up to the test mail. */
  async function signIn(form: Readonly<Record<string, string>> = microsoft) {
    await start(form);
    return await come(await service.agree(await link()));
  }
  return { ...site, options, service, server, accepts, link, come, start, test, signIn };
}

describe("signing in to a mailbox in the browser", () => {
  it("at Microsoft registers an address, agrees there, returns, tests and saves", async () => {
    const { service, server, page, start, link, come, test, ...site } = await given();
    const redirect = `${site.origin}${signInPath}`;
    expectTexts(await page(`${formPath}?way=microsoft`), [`value="${redirect}"`]);
    const started = await start();
    expect([started.status, started.location]).toEqual([303, signInPath]);
    const asked = new URL(await link());
    expect(asked.origin + asked.pathname)
      .toBe("https://login.microsoftonline.com/a-tenant/oauth2/v2.0/authorize");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      redirect_uri: redirect,
      scope: "offline_access https://outlook.office.com/SMTP.Send " +
        "https://outlook.office.com/IMAP.AccessAsUser.All",
    });
    const back = await come(await service.agree(asked.href));
    expect([back.status, back.location]).toEqual([303, signInPath]);
    expect(server.received).toEqual([]);
    expect(await page(signInPath)).toContain("signed in to alumni@example.edu");

    const tested = await test();
    expect([tested.status, tested.location]).toEqual([303, path]);
    expect(server.tests()).toEqual(["stan@example.com"]);
    expect(server.received[0]).toMatchObject({ user: mailbox, isSecure: true });
    const html = await page();
    expectTexts(html, ["Mail works.", "with Microsoft, as alumni@example.edu"]);
    expectTexts(await page("/program/history"), ["set up mail with Microsoft 365"]);

    // Secrets are only in the database, encrypted.
    const pages = await Promise.all([path, formPath, "/program/history"].map((at) => page(at)));
    const shown = JSON.stringify([site.testApp.logged, pages]);
    const secrets = [app.secret, ...service.valid, service.given.refresh];
    expectTexts(shown + await storedText(site.testApp), [], secrets);
    expect((await come(signInPath)).location).toBe(formPath);
  });

  it("continues with each new refresh token, also on another node", async () => {
    const { service, server, signIn, test, testApp, options, post } = await given();
    await signIn();
    await test();
    const beside = await appForTest({
      beside: testApp,
      ...options,
      mail: createFolderMail({ folder: await temporaryFolder(), sender }),
    });
    const sendBeside = async (username: string) => {
      await beside.member({ username, email: `${username}@example.com` });
      await beside.settled();
      await beside.outboxSender.sendDue();
    };
    await sendBeside("ida");
    expect((await post(path, {})).status).toBe(303);
    // The server no longer accepts this node's token.
    service.valid.length = 0;
    expectAnswer(await post(path, {}), 200, "refused the login");
    expect((await post(path, {})).status).toBe(303);
    const used = service.asked.flatMap((form) => form.get("refresh_token") ?? []);
    // Nodes may use a token at the same time; one of them then reads what the other stored.
    expect(new Set(used).size).toBeGreaterThan(2);
    const to = server.subjects().map(([address]) => address);
    expect(to).toContain("ida@example.com");
  });

  it("at Google asks for a lasting approval, and signs in to Google's server", async () => {
    const { start, link, signIn, test, page } = await given();
    await start(google);
    const asked = new URL(await link());
    expect(asked.origin).toBe("https://accounts.google.com");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      scope: "https://mail.google.com/",
      access_type: "offline",
      prompt: "consent",
    });
    await signIn(google);
    expect((await test()).status).toBe(303);
    expect(await page()).toContain("with Google, as alumni@example.edu");
  });

  it("shows the service's own message for a failure, and saves nothing", async () => {
    const { service, signIn, start, come, test, page, testApp } = await given();
    service.behavior.agrees = false;
    expectTexts((await signIn()).html, ["refused the login", "AADSTS65004: User declined"]);
    service.behavior.agrees = true;
    service.behavior.givesRefreshTokens = false;
    expectTexts((await signIn()).html, ["no refresh token", "offline_access"]);
    service.behavior.givesRefreshTokens = true;
    const wrong = await signIn({ ...microsoft, mailPassword: "an old secret" });
    expectTexts(wrong.html, ["refused the login", "AADSTS7000222"], ["an old secret"]);
    expect((await test()).status).toBe(409);
    await start();
    expect((await come(`${signInPath}?code=code-1&state=another`)).status).toBe(409);
    expect((await come(`${signInPath}?error=access_denied&error_description=Call+us`)).html)
      .not.toContain("Call us");
    expect(await page()).toContain("Mail isn&#x27;t set up.");
    const stored = "SELECT 1 FROM mail_settings WHERE member_id <> 'sign-in'";
    expect(await testApp.database.read(stored)).toEqual([]);
  });

  it("accepts a code once, and only in the browser of the person who started", async () => {
    const { service, start, link, come, page, staff, test, signIn, post, ...site } = await given();
    const sue = await staff("Sue");
    await start();
    const back = await service.agree(await link());
    expect((await come(back, sue)).status).toBe(409);
    const cadet = await site.testApp.member({ username: "cam", email: "cam@example.com" });
    expect((await come(back, cadet)).status).toBe(404);
    expect((await come(back)).location).toBe(signInPath);
    expectTexts((await come(back)).html, ["AADSTS54005: Code was already redeemed"]);
    // Another staff member starts, so the first one has to start again.
    await signIn();
    await post(formPath, google, sue);
    expect((await test()).status).toBe(409);
    expect(await page()).toContain("Mail isn&#x27;t set up.");
  });

  it("can test again without another sign-in, after the server refused the mailbox", async () => {
    const { accepts, server, signIn, test } = await given();
    await signIn();
    accepts.now = false;
    expectAnswer(await test(), 200, "refused the login");
    accepts.now = true;
    expect((await test()).status).toBe(303);
    expect(server.tests()).toEqual(["stan@example.com"]);
  });

  it("shows staff that the approval has expired, and renews it without entering it all again", async () => {
    const { service, server, signIn, test, page, post, link, come } = await given();
    await signIn();
    await test();
    service.behavior.isRevoked = true;
    service.valid.length = 0;
    expectTexts((await post(path, {})).html, ["refused the login"]);
    expectTexts((await post(path, {})).html, ["AADSTS70008: The refresh token has expired"]);
    expectTexts(await page("/"), ["Mail isn&#x27;t going out"]);
    const html = await page();
    expectTexts(html, ["The sign-in service refused the login.", "Sign in with Microsoft again"]);
    const again = await post(path, { does: "sign-in-again" });
    expect([again.status, again.location]).toEqual([303, signInPath]);
    await come(await service.agree(await link()));
    expect((await test()).status).toBe(303);
    expect(await page()).toContain("Mail works.");
    expect(server.tests()).toHaveLength(2);
  });

  it("contacts no service on this machine, for any spelling of its address", async () => {
    const service = startSignInServer();
    const server = await serverForTest({ password: undefined, token: () => service.valid });
    const asked: string[] = [];
    const { post, page, read, stan } = await siteForMail({
      reach: (host) => host === name || host === "login.example.edu" ? server.reach() : reach(host),
      fetchTokens: async (url, init) => {
        asked.push(String(url));
        return await service.fetch(url, init);
      },
    });
    const form = {
      ...google,
      way: "oauth",
      host: name,
      port: "587",
      security: "starttls",
      scope: "mail offline_access",
      authorizeUrl: "https://login.example.edu/authorize",
      tokenUrl: "https://login.example.edu/token",
    };
    const signIn = async (tokenUrl: string) => {
      const started = await post(formPath, { ...form, tokenUrl });
      if (started.status !== 303) return started;
      const back = await service.agree(serviceLink(await page(signInPath)));
      return await read(back, stan.session());
    };
    for (
      const at of ["https://127.0.0.1/token", "https://localhost/token", "https://[::1]/token"]
    ) {
      expectAnswer(await signIn(at), 200, "The sign-in service can&#x27;t be reached");
    }
    for (const at of ["http://login.example.edu/token", "https://login.example.edu:8443/token"]) {
      expectAnswer(await signIn(at), 422, "Enter an address that starts with https://");
    }
    expect(asked).toEqual([]);
    expect((await signIn(form.tokenUrl)).location).toBe(signInPath);
    expect((await post(signInPath, {})).status).toBe(303);
    expect(new Set(asked)).toEqual(new Set([form.tokenUrl]));
  });
});
