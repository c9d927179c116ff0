import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { appForTest } from "../../../../api/testing/app-for-test.ts";
import { createFolderMail } from "../../../../api/mail/drivers/folder.ts";
import { createSmtpMail } from "../../../../api/mail/drivers/smtp.ts";
import { startMailServer } from "../../../../api/testing/mail-server.ts";
import { passwordGivenLongAgo } from "../../../../api/testing/password-given-long-ago.ts";
import {
  certificate,
  formPath,
  name,
  path,
  sender,
  serverForTest,
  siteForMail as given,
  storedText,
  typed,
} from "../../../testing/mail-site.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";

const refusing = (code: number, status: string) => ({
  refuses: { "stan@example.com": { code, text: `${status} No such mailbox` } },
});

describe("setting up mail in the browser", () => {
  it("signs in, sends a test, and saves; waiting mail is sent, and another node uses it", async () => {
    const server = await serverForTest();
    const { testApp, save, page, sendDue, post } = await given({ reach: server.reach });
    expect(await page()).toContain(`href="${formPath}"`);
    const pat = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
    await post("/program/invitations", pat);
    await sendDue();
    const beside = await appForTest({
      beside: testApp,
      reach: server.reach,
      mail: createFolderMail({ folder: await temporaryFolder(), sender }),
    });

    const { status, headers } = await save();
    expect([status, headers.get("Location")]).toEqual([303, path]);
    await sendDue();
    expect(server.tests()).toEqual(["stan@example.com"]);
    expect(server.received[0]).toMatchObject({ from: "alumni@example.edu", isSecure: true });
    expect(server.subjects().map(([to]) => to)).toContain("pat@example.com");
    const html = await page();
    expect(html).toContain("Mail works.");
    expect(html).toContain(`through ${name}, port 587 with STARTTLS, as alumni.`);
    expect(html).toContain("Stan Doe set this up on");

    // The secret is only in the database, encrypted.
    const pages = await Promise.all([path, formPath, "/program/history"].map((at) => page(at)));
    expectTexts(JSON.stringify([testApp.logged, pages]), [], [typed.mailPassword]);
    expectTexts(await storedText(testApp), [], [typed.mailPassword, name]);

    await beside.member({ username: "ida", email: "ida@example.com" });
    await beside.settled();
    await beside.outboxSender.sendDue();
    expect(server.subjects().map(([to]) => to)).toContain("ida@example.com");
  });

  it("accepts a server with implicit TLS, and a sender's name", async () => {
    const server = await serverForTest({ isTls: true });
    const { save } = await given({ reach: server.reach });
    expect((await save({ port: "465", security: "tls", fromName: "Battalion" })).status).toBe(303);
    expect(server.received[0]?.parsed.from?.value).toEqual([
      { name: "Battalion", address: "alumni@example.edu" },
    ]);
  });

  it("explains why a server accepts no mail, and saves nothing", async () => {
    let server = await serverForTest();
    const { save, page, testApp } = await given({ reach: () => server.reach() });
    for (
      const [options, host, words] of [
        [{ password: "another" }, name, "refused the login. Check"],
        [{ password: "another" }, name, "It said: “535 Wrong password”"],
        [{ hasStartTls: false }, name, "no encrypted connection"],
        // The certificate is for another name.
        [{}, "mail.example.com", "no encrypted connection"],
        [refusing(550, "5.7.1"), name, "refused the sender or the recipient"],
        [refusing(550, "5.1.1"), name, "refused your email address"],
        [refusing(451, "4.7.1"), name, "Try again in a few minutes"],
      ] as const
    ) {
      server = await serverForTest({ ...options, certificate });
      const answer = await save({ host });
      expectAnswer(answer, 200, words, `value="${host}"`);
      expectTexts(answer.html, [], [typed.mailPassword]);
    }
    expect(await page()).toContain("Mail isn&#x27;t set up.");
    expect(await testApp.database.read("SELECT * FROM mail_settings")).toEqual([]);
  });

  it("rejects an invalid field with a message beside it, and contacts no server", async () => {
    const { save } = await given({ reach: () => Promise.reject(new Error("Asked a server")) });
    for (
      const [changes, words] of [
        [{ port: "22" }, "Choose a port"],
        [{ host: "https://mail.example.edu/x" }, "Enter the server&#x27;s name"],
        [{ mailPassword: "" }, "type it again"],
        [{ fromAddress: "alumni" }, "Enter an email address"],
      ] as const
    ) expectAnswer(await save(changes), 422, words);
  });

  it("asks for the password first, and contacts at most ten servers an hour", async () => {
    const server = await serverForTest({ password: "another" });
    const { save, testApp, post, page } = await given({ reach: server.reach });
    await passwordGivenLongAgo(testApp);
    expect(await page(formPath)).not.toContain('name="host"');
    expectAnswer(await post(formPath, { does: "confirm" }), 403, "Confirm it&#x27;s you");
    const refused = await save();
    expect(refused.status).toBe(403);
    expect(refused.html).not.toContain(typed.mailPassword);
    const answer = { does: "confirm", confirmedBy: "correct horse" };
    expect((await post(formPath, answer)).status).toBe(303);
    for (let number = 0; number < 10; number++) expect((await save()).status).toBe(200);
    expect((await save()).status).toBe(429);
  });

  it("isn't available if a variable has set up mail, which takes priority over saved settings", async () => {
    const server = await serverForTest();
    const { testApp, save } = await given({ reach: server.reach });
    await save();
    const other = await startMailServer();
    onTestFinished(() => other.close());
    const mail = createSmtpMail({
      server: { host: "127.0.0.1", port: other.port, tls: "never" },
      sender,
    });
    const site = await given({ beside: testApp, mail }, "Sid");
    expectTexts(await site.page(), ["set up mail on the server"], [formPath]);
    expect((await site.read(formPath, site.stan.session())).location).toBe(path);
    expect((await site.save()).status).toBe(409);
    await site.post(path, {});
    expect(other.received.map(({ to }) => to)).toContainEqual(["sid@example.com"]);
  });

  it("is reported to all other staff by the previous mail server, in history, and on their pages", async () => {
    const [first, second] = [await serverForTest(), await serverForTest()];
    let server = first;
    const { save, staff, page, sendDue, post } = await given({ reach: () => server.reach() });
    const sue = await staff("Sue");
    await save();
    await sendDue();
    const told = (at: typeof first) =>
      at.subjects().flatMap(([to, subject]) => subject?.startsWith("Mail settings") ? [to] : []);
    // At first mail isn't set up, so the new server sends the report.
    expect(told(first)).toEqual(["sue@example.com"]);
    server = second;
    await save();
    await sendDue();
    expect([told(first), told(second)]).toEqual([["sue@example.com"], ["sue@example.com"]]);
    for (const at of ["/program", "/"]) {
      expect(await page(at, sue)).toContain("Stan Doe set up which mail server sends all emails");
    }
    expectTexts(await page("/program/history"), [
      "set up mail with a mail server and a password",
      "changed the mail settings",
    ]);

    await post(path, { does: "remove" });
    await sendDue();
    expect(told(second)).toHaveLength(2);
    expect(await page()).toContain("Mail isn&#x27;t set up.");
    expect(await page("/program/history")).toContain("removed the mail settings");
  });
});
