import { describe, expect, it } from "vitest";
import { relayedIn, replies } from "../../../api/relay/testing/relayed.ts";
import { connectedOn, tokenIn } from "../../../api/testing/connected.ts";
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
  it("says to its author what was left out, and shows it; the other person sees neither", async () => {
    const { reply, page, casey, morgan } = await given();
    await reply({ text: "New words\n\n-- \nCasey of the choir" });
    const own = await page(casey);
    expect(own).toContain("Left out: the text you answered, a signature. Only you see this.");
    expect(own).toContain("Casey of the choir");
    expectTexts(await page(morgan), ["New words"], ["Left out", "Casey of the choir"]);
  });
});

describe("a text that waits", () => {
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
    // The link can be forwarded.
    expect(html).not.toContain("Casey of the choir");
    expect((await press("delete-mail", html)).status).toBe(303);
    expect(await page(casey)).not.toContain("Not me");
    expect(await page(morgan)).not.toContain("Not me");
  });

  it("says so when it was answered before", async () => {
    const { reply, page, press, casey } = await given();
    await reply({ text: "Really me", dmarc: "none" });
    const asked = await page(casey);
    await press("post-mail", asked);
    expectAnswer(await press("delete-mail", asked), 404, "This email isn&#x27;t waiting anymore");
  });
});

describe("a mail that was not posted", () => {
  it("is told in its conversation with the reason, and elsewhere in Connections", async () => {
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
