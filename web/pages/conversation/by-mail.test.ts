import { describe, expect, it } from "vitest";
import { relayedIn, replies } from "../../../api/features/relay/testing/relayed.ts";
import { connectedOn, dayMs, refusalOf, tokenIn, write } from "../../../api/testing/connected.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

async function given() {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const site = await realSiteForTest({ replies, now: () => new Date(clock.ms) });
  const two = await relayedIn(connectedOn(site.testApp, clock));
  const path = `/connections/${two.id}`;
  const page = async (who: typeof two.casey) => {
    const { html } = await site.readAnew(path, who.session());
    return html.replaceAll("<!-- -->", "").replace(/\s+/g, " ");
  };
  const press = async (action: string, html: string) => {
    const [, mailId = ""] = /name="mailId" value="([^"]*)"/.exec(html) ?? [];
    return await site.send(path, { action, mailId }, two.casey.session());
  };
  return { ...two, ...site, page, press, path };
}

describe("a message by mail", () => {
  it("shows its author what was left out; the other person doesn't see it", async () => {
    const { reply, page, casey, morgan } = await given();
    await reply({ text: "New words\n\n-- \nCasey of the choir" });
    const own = await page(casey);
    expect(own).toContain("Left out: the text you answered, a signature. Only you see this.");
    expect(own).toContain("Casey of the choir");
    expectTexts(await page(morgan), ["New words"], ["Left out", "Casey of the choir"]);
  });
});

describe("masked contacts", () => {
  const text =
    "I would be glad to talk on Thursday.\n\nCasey\n(555) 010-0199\ncasey.home@example.com";

  it("are shown to their author, who can send them with one press", async () => {
    const { reply, page, press, casey, morgan } = await given();
    await reply({ text });
    const own = await page(casey);
    expect(own).toContain("Left out: the text you answered, 2 addresses or numbers of yours.");
    expect(own).toContain("Send 2 addresses or numbers to Morgan LastMorgan");
    const masked = "Casey\n[number left out]\n[address left out]".replaceAll("\n", " ");
    expectTexts(await page(morgan), [masked], ["0199", "casey.home"]);
    expect((await press("send-contacts", own)).status).toBe(303);
    expectTexts(await page(morgan), ["(555) 010-0199 casey.home@example.com"]);
    const after = await page(casey);
    expectTexts(after, ["Left out: the text you answered. Only"], ["Send 2 addresses"]);
    expectAnswer(await press("send-contacts", own), 404, "nothing left out that you can send");
  });

  it("are not sent by a mailed link, by the other person, or after seven days", async () => {
    const { reply, page, send, read, casey, morgan, path, mailed, act, id, clock, testApp } =
      await given();
    await reply({ text });
    const own = await page(casey);
    const [, mailId = ""] = /name="mailId" value="([^"]*)"/.exec(own) ?? [];
    const form = { action: "send-contacts", mailId };
    expectAnswer(await send(path, form, morgan.session()), 404, "nothing left out");
    await mailed();
    clock.ms += 16 * 60 * 1000;
    await act(morgan, id, write("Thursday it is"));
    const link = `/c/${tokenIn((await mailed()).find(({ to }) => to === casey.email)!)}`;
    const { html } = await read(link);
    expect(html).not.toContain("Send 2 addresses");
    const [, formToken = ""] = /name="formToken" value="([^"]*)"/.exec(html) ?? [];
    expectAnswer(await send(link, { ...form, formToken }, undefined), 403, "Sign in to send");
    clock.ms += 7 * dayMs;
    const late = await refusalOf(testApp.product.relay.sendContacts(casey.memberId, mailId));
    expect(late?.status).toBe(404);
    const { messages } = await testApp.product.conversations.read(morgan.memberId, id);
    expect(JSON.stringify(messages)).not.toContain("0199");
  });
});

describe("a waiting text", () => {
  it("is posted with one press", async () => {
    const { reply, page, press, casey, morgan } = await given();
    await reply({ text: "Really me", dmarc: "none" });
    const asked = await page(casey);
    expect(asked).toContain("Did you write this?");
    expect(await page(morgan)).not.toContain("Really me");
    expect((await press("post-mail", asked)).status).toBe(303);
    expect(await page(casey)).not.toContain("Did you write this?");
    expect(await page(morgan)).toContain("Really me");
  });

  it("is deleted with one press, and by the mailed link, too", async () => {
    const { reply, page, press, read, casey, morgan, mailed } = await given();
    await reply({ text: "Not me\n\n-- \nCasey of the choir", dmarc: "none" });
    const [letter] = await mailed();
    const { html } = await read(`/c/${tokenIn(letter!)}`);
    expectTexts(html, ["Not me", "a signature"]);
    // The link can be forwarded, so its page does not show the signature.
    expect(html).not.toContain("Casey of the choir");
    expect((await press("delete-mail", html)).status).toBe(303);
    expect(await page(casey)).not.toContain("Not me");
    expect(await page(morgan)).not.toContain("Not me");
  });

  it("says if it was handled before", async () => {
    const { reply, page, press, casey } = await given();
    await reply({ text: "Really me", dmarc: "none" });
    const asked = await page(casey);
    await press("post-mail", asked);
    expectAnswer(await press("delete-mail", asked), 404, "This email isn&#x27;t waiting anymore");
  });
});

describe("a mail that wasn't posted", () => {
  it("is reported with the reason in its conversation, otherwise in Connections", async () => {
    const { reply, receive, page, read, casey, morgan } = await given();
    await reply({ text: "Forged", from: "stranger@example.com" });
    expect(await page(casey)).toContain("It came from an address that isn&#x27;t yours.");
    expect(await page(morgan)).not.toContain("wasn&#x27;t posted");
    const lost = [
      "Authentication-Results: mx; dmarc=pass header.from=example.com",
      `From: ${casey.email}`,
      "To: reply@example.edu",
      "Message-ID: <lost@example.com>",
      "",
      "To whom is this?",
    ].join("\r\n");
    const outcome = await receive(new TextEncoder().encode(lost));
    expect(outcome).toEqual({ is: "refused", reason: "unknown-conversation" });
    const { html } = await read("/connections", casey.session());
    expect(html).toContain("which conversation it belongs to");
  });
});
