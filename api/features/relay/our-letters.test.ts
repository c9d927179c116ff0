import { describe, expect, it } from "vitest";
import { compose } from "../../mail/drivers/compose.ts";
import { replyMarker } from "../../mail/inbound/text/reply-marker.ts";
import { write } from "../../testing/connected.ts";
import { relayed, sender } from "./testing/relayed.ts";

describe("a mail that can be answered by a reply", () => {
  it("has its own reply address, a line to write above, and an explanation", async () => {
    const { answered } = await relayed();
    const { address } = compose(answered, sender).replyTo as { readonly address: string };
    expect(address).toMatch(/^reply\+[a-z2-7]{26}@example\.edu$/);
    expect(answered.text.startsWith(`${replyMarker}\n`)).toBe(true);
    expect(answered.html).toContain(replyMarker);
    expect(answered.text).toContain("Your reply to this email becomes a message");
  });

  it("shares a thread with others of its conversation, by ids unique to each person", async () => {
    const { answered, act, casey, morgan, id, app, clock, mailed } = await relayed();
    for (const { memberId } of [casey, morgan]) await app.product.conversations.read(memberId, id);
    clock.ms += 16 * 60 * 1000;
    await act(morgan, id, write("How are you?"));
    const [toCasey] = (await mailed()).map((mail) => compose(mail, sender));
    await act(casey, id, write("Well"));
    const [toMorgan] = (await mailed()).map((mail) => compose(mail, sender));
    const first = compose(answered, sender);
    expect(toCasey?.references).toBe(first.references);
    expect(toCasey?.messageId).not.toBe(first.messageId);
    expect(toMorgan?.references).toBeDefined();
    expect(toMorgan?.references).not.toBe(first.references);
  });

  it("asks for replies to the mailbox itself if it has no sub-addresses", async () => {
    const replies = { address: "reply@example.edu", usesPlus: false, trustedAuthservId: "mx" };
    const { answered, reply } = await relayed({ replies });
    expect(compose(answered, sender).replyTo).toMatchObject({ address: "reply@example.edu" });
    expect(await reply({ text: "Found by its id" })).toEqual({ is: "posted" });
  });

  it("has only links when no mail can arrive", async () => {
    const { answered } = await relayed({ replies: undefined });
    expect(compose(answered, sender).replyTo).toMatchObject({ name: "No replies by email" });
    expect(answered.text).not.toContain(replyMarker);
    expect(compose(answered, sender).messageId).toMatch(/^<[0-9a-f-]{36}@example\.edu>$/);
  });
});
