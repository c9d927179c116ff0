import { describe, expect, it } from "vitest";
import { accept, connectedOn, write } from "../../../../../api/testing/connected.ts";
import { passwordGivenLongAgo } from "../../../../../api/testing/password-given-long-ago.ts";
import {
  answersPath as formPath,
  hookIn,
  mailHook,
  path,
  siteForAnswers as given,
  siteForMail,
  storedText,
  turnOff,
} from "../../../../testing/mail-site.ts";

/** Status of any unknown path without a page. */
const unknown = 403;

type Given = Awaited<ReturnType<typeof given>>;

/** Casey, whom Morgan has answered; and a reply to the last mail to Casey. */
async function conversation({ testApp, sendDue, server }: Given) {
  const clock = { ms: Date.now() };
  const { person, ask, act } = connectedOn(testApp, clock);
  const casey = await person("Casey");
  const morgan = await person("Morgan", "alumni");
  const id = await ask(casey, morgan);
  await act(morgan, id, { ...accept, note: "Gladly" });
  await sendDue();
  const letter = () => server.received.findLast(({ to }) => to.includes(casey.email))!.parsed;
  const { replyTo } = letter();
  const reply = (text: string) =>
    [
      "Authentication-Results: mx; dmarc=pass header.from=example.com",
      `From: Casey <${casey.email}>`,
      `To: ${replyTo?.value[0]?.address}`,
      `Message-ID: <${text.replaceAll(" ", "")}@mail.example.com>`,
      "Subject: Re: hello",
      "",
      text,
    ].join("\r\n");
  const texts = async () =>
    (await testApp.product.conversations.read(morgan.memberId, id)).messages.map(({ text }) =>
      text
    );
  return { letter, reply, texts, act, morgan, casey, id };
}

describe("answers posted by a mail service", () => {
  it("are set up immediately, and posted replies become messages, also on another node", async () => {
    const all = await given();
    const { answers, shown, deliver, press, server, testApp } = all;
    const beside = await siteForMail({ beside: testApp, reach: server.reach }, "Sid");
    expect(await shown()).toContain(`href="${formPath}"`);
    expect((await answers()).status).toBe(303);
    const html = await shown();
    expect(html).toContain("Our emails ask people to answer to reply@example.edu.");
    expect(html).toContain("Nothing has arrived yet.");
    expect(html).toContain(turnOff);
    const hook = hookIn(html);

    // Our own test arrives, and is dropped as automatic mail.
    expect((await press("test-answers")).status).toBe(303);
    const test = server.received.find(({ to }) => to.includes("reply+test@example.edu"));
    expect(await deliver(hook, test!.source)).toEqual({ is: "machine" });
    expect(await shown()).toMatch(
      /Answers arrive at reply@example\.edu\..*The last one arrived on/,
    );

    const { letter, reply, texts } = await conversation(all);
    expect(letter().replyTo?.text).toMatch(/reply\+[a-z2-7]{26}@example\.edu/);
    expect(await deliver(hook, reply("By mail"))).toEqual({ is: "posted" });
    expect(await deliver(hook, reply("By the other node"), beside)).toEqual({ is: "posted" });
    expect(await texts()).toEqual(expect.arrayContaining(["By mail", "By the other node"]));
    expect(await deliver(`/mail/${"0".repeat(64)}`, reply("Forged"))).toBe(unknown);
    expect(await deliver("/nowhere", "x")).toBe(unknown);
  });

  it("can be turned off: mails have links again, the path is gone, and mail in transit does no harm", async () => {
    const all = await given();
    const { answers, press, shown, deliver, sendDue, testApp } = all;
    await answers();
    const hook = hookIn(await shown());
    const { letter, reply, act, morgan, id } = await conversation(all);
    expect((await press("remove-answers")).status).toBe(303);
    expect(await deliver(hook, reply("Too late"))).toBe(unknown);
    // No receiving server is trusted anymore.
    const later = new TextEncoder().encode(reply("Later"));
    expect(await testApp.receiveMail({ source: later })).toEqual({ is: "held" });
    expect(await shown()).not.toContain(turnOff);
    await act(morgan, id, write("How are you?"));
    await sendDue();
    expect(letter().replyTo?.text).not.toContain("reply+");
  });

  it("keep their path with another address", async () => {
    const { answers, shown } = await given();
    await answers();
    const first = hookIn(await shown());
    await answers({ ...mailHook, address: "answers@example.edu" });
    expect(hookIn(await shown())).toBe(first);
  });

  it("survive another sender, and end with the mail settings", async () => {
    const { answers, save, press, shown, page } = await given();
    await answers();
    const hook = hookIn(await shown());
    await save({ fromName: "Battalion" });
    expect(hookIn(await shown())).toBe(hook);
    await press("remove");
    await save();
    expect(await shown()).not.toContain(turnOff);
    const history = await page("/program/history");
    expect(history).toContain("turned on answers by email, from a mail service that posts them");
    expect(history).toContain("turned off answers by email");
  });

  it("are reported to all other staff, and their path is only on one page, after a password check", async () => {
    const { answers, staff, sendDue, server, shown, page, press, send, stan, testApp } =
      await given();
    const sue = await staff("Sue");
    await answers();
    await sendDue();
    expect(server.subjects().filter(([, subject]) => subject?.startsWith("Settings for answers")))
      .toEqual([["sue@example.com", expect.stringContaining("were changed")]]);
    const secret = hookIn(await shown()).slice("/mail/".length);
    await passwordGivenLongAgo(testApp);
    for (const at of [path, formPath, "/program/history", "/program", "/"]) {
      expect(await page(at, sue)).not.toContain(secret);
    }
    expect((await press("show-address")).status).toBe(403);
    await send(path, { does: "show-address", confirmedBy: "correct horse" }, stan.session());
    expect(await shown()).toContain(secret);

    expect(JSON.stringify(testApp.logged)).not.toContain(secret);
    expect(await storedText(testApp)).not.toContain(secret);
  });
});
