import { describe, expect, it } from "vitest";
import { reach } from "../../../../../api/mail/drivers/reach.ts";
import { Outcomes } from "../../../../../api/mail/outcomes.ts";
import { replies } from "../../../../../api/features/relay/testing/relayed.ts";
import { confirmAddress } from "../../../../../api/testing/connected.ts";
import { passwordGivenLongAgo } from "../../../../../api/testing/password-given-long-ago.ts";
import { TestMail } from "../../../../../api/testing/test-mail.ts";
import {
  answersPath as formPath,
  mailHook,
  path,
  serverForTest,
  siteForAnswers as given,
  siteForMail,
  turnOff,
} from "../../../../testing/mail-site.ts";
import { staffSite } from "../../../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../../../testing/expect-answer.ts";

const imap = {
  ...mailHook,
  way: "imap",
  host: "imap.example.edu",
  port: "993",
  user: "reply",
  mailPassword: "a mailbox password",
  folder: "INBOX",
};

describe("the form of answers by email", () => {
  it("rejects an invalid field with a message beside it, and contacts no server", async () => {
    const { answers, server, shown } = await given();
    for (
      const [changes, words] of [
        [{ address: "reply" }, "Enter an email address"],
        [{ address: "reply+x@example.edu" }, "without a +"],
        [{ authservId: "mx; dmarc=pass" }, "server&#x27;s name alone"],
        [{ ...imap, port: "22" }, "Choose a port"],
        [{ ...imap, host: "https://imap.example.edu/x" }, "Enter the server&#x27;s name"],
        [{ ...imap, mailPassword: "" }, "type it again"],
        [{ ...imap, folder: "IN\nBOX" }, "folder&#x27;s name"],
      ] as const
    ) expectAnswer(await answers({ ...mailHook, ...changes }), 422, words);
    // Emails about the set-up may still arrive; a test of answers goes to the address for answers.
    expect(server.received.flatMap(({ to }) => to).filter((to) => to.startsWith("reply")))
      .toEqual([]);
    expect(await shown()).not.toContain(turnOff);
  });

  it("contacts no mailbox on this machine, and shows the typed values except the password", async () => {
    const server = await serverForTest();
    const { answers, shown } = await given({
      reach: (name) => name.endsWith("example.edu") ? server.reach() : reach(name),
    });
    for (
      const [host, words] of [
        [
          "localhost",
          "can&#x27;t be reached. Check its name and the port. It can&#x27;t be the machine",
        ],
        [
          "127.0.0.1",
          "can&#x27;t be reached. Check its name and the port. It can&#x27;t be the machine",
        ],
        ["nothing.invalid", "can&#x27;t be reached"],
      ] as const
    ) {
      const answer = await answers({ ...imap, host });
      expectAnswer(answer, 200, words, `value="${host}"`);
      expect(answer.html).not.toContain(imap.mailPassword);
    }
    expect(await shown()).not.toContain(turnOff);
  });

  it("requires the mailbox's password, unless staff signed in to send", async () => {
    const { answers } = await given();
    expectAnswer(await answers({ ...imap, mailPassword: "" }), 422, "Enter the password.");
  });

  it("shows the saved settings, or common values at first", async () => {
    const { answers, shown } = await given();
    const checkbox = /<input[^>]*name="usesPlus"[^>]*>/;
    expect(checkbox.exec(await shown(formPath))?.[0]).toContain("checked");
    const { usesPlus: _, ...withoutPlus } = mailHook;
    await answers(withoutPlus);
    const html = await shown(formPath);
    expect(checkbox.exec(html)?.[0]).not.toContain("checked");
    expectTexts(html, ['value="reply@example.edu"', 'name="way" value="hook"']);
    for (const way of ["imap", "hook"]) {
      expect(await shown(`${formPath}?way=${way}`)).toContain(`name="way" value="${way}"`);
    }
  });

  it("is open to staff with a confirmed address and a recent password check", async () => {
    const { answers, testApp, read, shown } = await given();
    const ada = await testApp.member({ role: "alumni" });
    expect((await read(formPath, ada.session())).status).toBe(404);
    expect((await answers(mailHook, ada)).status).toBe(404);
    const sue = await testApp.member({ role: "cadre", cadreCode: "code" });
    expectAnswer(await answers(mailHook, sue), 409, "Confirm your own email address first");
    await passwordGivenLongAgo(testApp);
    expect((await answers()).status).toBe(403);
    expect(await shown(formPath)).not.toContain('name="address"');
  });

  it("is closed until sending is set up", async () => {
    const { page, send, stan, read } = await siteForMail();
    expect(await page()).toContain("Set up mail first.");
    expect((await read(formPath, stan.session())).location).toBe(path);
    expect((await send(formPath, mailHook, stan.session())).status).toBe(409);
    expect(await page()).not.toContain(turnOff);
  });
});

it("can also be set up if a variable has set up sending", async () => {
  const { page, post, stan, testApp } = await staffSite();
  await confirmAddress(testApp, stan.memberId);
  expect(await page(path)).toContain(formPath);
  expect((await post(formPath, mailHook)).status).toBeLessThan(400);
  expect(await page(path)).toContain(turnOff);
});

it("from a mailbox show whether they arrive, how many were set aside, and why not", async () => {
  const server = { host: "imap.example.edu", port: 993, tls: "always", folder: "INBOX" } as const;
  const imap = { ...server, user: "reply@example.edu", login: { password: "secret" } };
  const { page, testApp } = await staffSite({
    mail: new TestMail(),
    replies: { ...replies, imap },
  });
  const shown = async (at = path) =>
    (await page(at)).replaceAll("<!-- -->", "").replace(/\s+/g, " ");
  const state = new Outcomes(testApp.database, () => new Date(), "mailbox");
  expect(await shown()).toContain("Nothing has arrived yet.");
  await state.noteWorked(2);
  expectTexts(await shown(), [
    "Answers arrive at reply@example.edu.",
    "2 emails couldn&#x27;t be read.",
    "We last looked for some on",
  ]);
  await state.noteFailed("EIMAP login");
  const failing = "Answers by email aren&#x27;t arriving.";
  expectTexts(await shown(), [failing, "Answers wait in the mailbox"]);
  expect(await shown("/")).toContain(failing);
  await state.noteWorked(0);
  expect(await shown("/")).not.toContain(failing);
});
