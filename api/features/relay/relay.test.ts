import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { compose } from "../../mail/drivers/compose.ts";
import type { RefusalReason } from "../../mail/inbound/inbound-mail.ts";
import { connectedPair, dayMs, end, note, tokenIn, write } from "../../testing/connected.ts";
import { relayed, replies, type Reply, replyTo, sender } from "./testing/relayed.ts";

describe("a reply by mail", () => {
  it("becomes a message, and the other person gets only its new text", async () => {
    const { reply, texts, casey, morgan, mailed } = await relayed();
    const more = ["Received: from laptop.home (192.0.2.7)", "X-Mailer: Mail of Casey 1.0"];
    const text = `When can we talk?\n\n-- \nCasey\n${casey.email}`;
    expect(await reply({ text, more })).toEqual({ is: "posted" });
    const [notice] = await mailed();
    expect(await texts(morgan)).toEqual([note, "Gladly", "When can we talk?"]);
    expect(notice?.to).toBe(morgan.email);
    const all = JSON.stringify(compose(notice!, sender));
    expect(all).toContain("When can we talk?");
    for (const secret of [casey.email, "laptop.home", "192.0.2.7", "Mail of Casey"]) {
      expect(all).not.toContain(secret);
    }
  });

  it("shows only its author what was left out, for seven days", async () => {
    const { reply, byMail, casey, morgan, clock } = await relayed();
    await reply({ text: `Write to ${casey.email}\n\n-- \nCasey` });
    const [posted] = await byMail(casey);
    expect(posted).toMatchObject({ is: "posted", leftOut: { masked: 1, attachments: 0 } });
    expect(JSON.stringify(posted)).toContain("--\\nCasey");
    expect(await byMail(morgan)).toEqual([]);
    clock.ms += 7 * dayMs;
    expect(await byMail(casey)).toEqual([]);
  });

  it("is posted without links with which anyone could act as its author", async () => {
    const { reply, texts, byMail, casey, morgan, answered, mailed } = await relayed();
    const link = /https?:\S+\/c\/\S+/.exec(answered.text)?.[0] ?? "";
    const scanned = `https://nam02.safelinks.protection.outlook.com/?url=${
      encodeURIComponent(link)
    }&data=05`;
    await reply({ text: `I read it at\n${scanned.replace(/.{70}/g, "$&\n")}\nand ${link}` });
    const [notice] = await mailed();
    expect(JSON.stringify(compose(notice!, sender))).not.toContain(tokenIn(answered));
    expect((await texts(morgan)).at(-1)).toBe("I read it at\n[link removed]\nand [link removed]");
    expect(await byMail(casey)).toMatchObject([{ is: "posted", leftOut: { links: 2 } }]);
  });

  it("is posted once, however often it arrives, even at the same time", async () => {
    const { texts, morgan, receive, answered, casey } = await relayed();
    const source = replyTo(answered, { from: casey.email, text: "Once" });
    const outcomes = await Promise.all([receive(source), receive(source)]);
    outcomes.push(await receive(source));
    expect(outcomes).toEqual(outcomes.map(() => ({ is: "posted" })));
    expect(await texts(morgan)).toEqual([note, "Gladly", "Once"]);
  });

  it("finds its conversation by the mail it answers if the address has no token", async () => {
    const { reply, texts, morgan } = await relayed();
    expect(await reply({ text: "Found", to: "reply@example.edu" })).toEqual({ is: "posted" });
    expect(await texts(morgan)).toContain("Found");
  });

  it("counts as having read the last mail, so the next message is mailed, too", async () => {
    const { reply, act, morgan, casey, id, clock, mailed } = await relayed();
    await reply({ text: "Thank you" });
    await mailed();
    clock.ms += 16 * 60 * 1000;
    await act(morgan, id, write("Any time"));
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("is accepted at most ten times an hour per conversation, and its author is told", async () => {
    const { reply, texts, byMail, casey, morgan, mailed } = await relayed();
    for (let count = 1; count <= 10; count++) await reply({ text: `Text ${count}` });
    expect(await reply({ text: "Text 11" })).toEqual({ is: "refused", reason: "too-many" });
    expect(await texts(morgan)).toHaveLength(12);
    expect((await byMail(casey)).filter(({ is }) => is === "refused")).toHaveLength(1);
    const told = (await mailed()).filter(({ to }) => to === casey.email);
    expect(told.map(({ subject }) => subject)).toEqual([
      "Your email to Morgan LastMorgan wasn't posted",
    ]);
  });
});

describe("an author without proof", () => {
  it("is asked by mail, and their text waits until they confirm it", async () => {
    const { reply, texts, byMail, casey, morgan, mailed, app, id } = await relayed();
    const messageId = "twice@mail.example.com";
    expect(await reply({ text: "Really me", dmarc: "none", messageId })).toEqual({ is: "held" });
    expect(await reply({ text: "Really me", dmarc: "none", messageId })).toEqual({ is: "held" });
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    const [asked, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(asked?.to).toBe(casey.email);
    expect(asked?.text).not.toContain("Really me");
    const [held] = await byMail(casey);
    await app.product.relay.release(casey.memberId, held!.id);
    expect(await texts(morgan)).toEqual([note, "Gladly", "Really me"]);
    await expect(app.product.relay.release(casey.memberId, held!.id)).rejects.toThrow("waiting");
    expect(await app.product.relay.about(casey.memberId, id)).toMatchObject([{ is: "posted" }]);
  });

  it("can delete it; it is deleted after 48 hours anyway", async () => {
    const { reply, byMail, casey, morgan, app, clock, texts } = await relayed();
    await reply({ text: "One", dmarc: "none" });
    await reply({ text: "Two", dmarc: "fail" });
    const [one, two] = await byMail(casey);
    await app.product.relay.discard(casey.memberId, one!.id);
    clock.ms += 2 * dayMs;
    expect(await byMail(casey)).toEqual([]);
    await expect(app.product.relay.release(casey.memberId, two!.id)).rejects.toThrow("waiting");
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
  });

  it("is asked by mail even after the mentor has blocked them, so nothing shows the block", async () => {
    const { casey, morgan, ask, act, block, mailed, app } = await connectedPair({ replies });
    await act(morgan, await ask(casey, morgan), write("Which branch?"));
    const question = (await mailed()).find(({ to }) => to === casey.email)!;
    await block(morgan, casey);
    const source = replyTo(question, { from: casey.email, text: "Aviation", dmarc: "none" });
    expect(await app.receiveMail({ source })).toEqual({ is: "held" });
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("is the only one who can release the text", async () => {
    const { reply, byMail, casey, morgan, app } = await relayed();
    await reply({ text: "Really me", dmarc: "none" });
    const [held] = await byMail(casey);
    await expect(app.product.relay.release(morgan.memberId, held!.id)).rejects.toThrow("waiting");
  });

  it("is asked at most five times a day", async () => {
    const { reply } = await relayed();
    for (let count = 0; count < 5; count++) {
      expect(await reply({ text: `${count}`, dmarc: "none" })).toEqual({ is: "held" });
    }
    const sixth = await reply({ text: "6", dmarc: "none" });
    expect(sixth).toEqual({ is: "refused", reason: "too-many" });
  });
});

describe("a forged reply", () => {
  const notPosted = { is: "refused" };

  it("of another author is not posted, and that author gets no mail", async () => {
    const { reply, texts, morgan, byMail, casey, mailed } = await relayed();
    expect(await reply({ text: "Forged", from: "stranger@example.com" })).toMatchObject(notPosted);
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    expect(await byMail(casey)).toMatchObject([{ is: "refused" }]);
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("with the other person's token is not posted", async () => {
    const { receive, answered, morgan, texts } = await relayed();
    const source = replyTo(answered, { from: morgan.email, text: "Forged" });
    expect(await receive(source)).toMatchObject(notPosted);
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
  });

  it("with a made-up token is not posted", async () => {
    const { reply, texts, morgan } = await relayed();
    const to = `reply+${"a".repeat(26)}@example.edu`;
    const more = ["In-Reply-To: <x@example.edu>"];
    expect(await reply({ text: "Still found by its id", to, more })).toBeDefined();
    expect(await texts(morgan)).toHaveLength(3);
  });

  it("to a token that has ended with a new address, or with the conversation, is not posted", async () => {
    const { reply, casey, morgan, act, id, texts } = await relayed();
    await act(morgan, id, end);
    expect(await reply({ text: "Too late" })).toMatchObject(notPosted);
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    const account = { email: "other@example.com", currentPassword: "correct horse" };
    await casey.patch("/api/account", account);
    expect(await reply({ text: "Too late", from: "other@example.com" })).toMatchObject(notPosted);
  });

  it("from a suspended member is not posted, and doesn't wait for confirmation", async () => {
    const { reply, app, casey, morgan, texts, byMail } = await relayed();
    const suspend = { type: "Suspend" } as const;
    await app.members.execute(casey.memberId, suspend, cause);
    expect(await reply({ text: "Still here" })).toMatchObject(notPosted);
    expect(await reply({ text: "Still here", dmarc: "none" })).toMatchObject(notPosted);
    expect(await byMail(casey)).toEqual([]);
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
  });

  it("from an erased member leaves nothing behind", async () => {
    const { reply, app, casey } = await relayed();
    await reply({ text: "Really me", dmarc: "none" });
    await app.erase(casey.memberId, { requestId: "leaving" });
    expect(await reply({ text: "Me again" })).toMatchObject(notPosted);
    const rows = await app.database.read("SELECT count(*) AS count FROM arrivals");
    expect(rows[0]?.count).toBe(0);
  });
});

/**
 * Both people's mail programs answer each mail with the same text, for a day. @returns The messages
 * in the end.
 */
async function robotsFor24Hours(more: readonly string[]): Promise<number> {
  const { casey, morgan, clock, receive, reply, mailed, texts } = await relayed();
  const hourMs = 60 * 60 * 1000;
  await reply({ text: "A question" });
  for (const until = clock.ms + 24 * hourMs; clock.ms < until; clock.ms += hourMs / 4) {
    for (const mail of await mailed()) {
      const text = `I am on leave. ${mail.to === casey.email ? "Casey" : "Morgan"}`;
      await receive(replyTo(mail, { from: mail.to, text, more }));
    }
  }
  return (await texts(morgan)).length;
}

describe("mail of robots", () => {
  it(
    "stops by itself: two vacation robots don't answer each other",
    async () => {
      expect(await robotsFor24Hours(["Auto-Submitted: auto-replied"])).toBe(3);
      expect(await robotsFor24Hours(["Precedence: bulk"])).toBe(3);
      // They don't declare themselves, so each of their texts is posted once.
      expect(await robotsFor24Hours([])).toBe(5);
    },
  );

  it("is dropped without a notice or a mail", async () => {
    const { reply, texts, morgan, mailed } = await relayed();
    const more = ["Auto-Submitted: auto-replied"];
    expect(await reply({ text: "I am on leave", more })).toEqual({ is: "machine" });
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    expect(await mailed()).toEqual([]);
  });
});

describe("a member's email that isn't posted", () => {
  const refused = (reason: string) => ({ is: "refused", reason });
  const tells = (why: string) => [{ is: "refused", why: expect.stringContaining(why) }];

  it.each<[string, Partial<Reply>, RefusalReason, string]>([
    ["through a list", { more: ["List-Id: <cadets.example.com>"] }, "automatic", "automatic"],
    ["marked as bulk", { more: ["Precedence: bulk"] }, "automatic", "automatic"],
    ["with an absent person's subject", { more: ["Subject: Automatic reply: x"] }, "automatic", ""],
    [
      "with an encoded subject of an absence",
      {
        more: ["Subject: =?utf-8?Q?R=C3=A9ponse_automatique?= : x"],
      },
      "automatic",
      "automatic",
    ],
    [
      "in a report without a program's part",
      {
        more: ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
        text: "--b\r\n\r\nI'll call you tomorrow.\r\n--b--",
      },
      "automatic",
      "automatic",
    ],
    [
      "that looks like a report in words",
      {
        more: ["Return-Path: <>"],
        text: `User unknown? Not I.\r\nMessage-ID: <${"a".repeat(26)}@example.edu>`,
      },
      "automatic",
      "automatic",
    ],
    ["that a server sends for them", { more: ["Return-Path: <>"] }, "automatic", "automatic"],
    ["without new text", { text: "" }, "empty", "no new text"],
    ["with an emoji by one press", { text: "Casey reacted via Gmail" }, "reaction", "emoji"],
    ["with too long a text", { text: "x".repeat(5000) }, "too-long", "too long"],
    ["that is too large", { text: "x".repeat(6_000_000) }, "too-large", "larger than 5 MB"],
    [
      "that takes too long to read",
      { text: "\n".repeat(5_000_000) },
      "unreadable",
      "couldn't read it",
    ],
    [
      "with too long headers",
      {
        more: [`X-Long: ${"x".repeat(70_000)}`],
      },
      "unreadable",
      "couldn't read it",
    ],
    ["that is encrypted", { text: "-----BEGIN PGP MESSAGE-----" }, "encrypted", "encrypted"],
    ["from another address", { from: "else@example.com" }, "not-the-author", "isn't yours"],
  ])("says so on the conversation's page: %s", async (_, content, reason, why) => {
    const { reply, texts, byMail, casey, morgan } = await relayed();
    expect(await reply({ text: "Hello", ...content })).toEqual(refused(reason));
    expect(await byMail(casey)).toMatchObject(tells(why));
    expect(await byMail(morgan)).toEqual([]);
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
  });

  it("is reported after the reply address has expired", async () => {
    const { reply, byMail, casey, clock, mailed } = await relayed();
    clock.ms += 31 * dayMs;
    await mailed();
    expect(await reply({ text: "At last" })).toEqual(refused("expired"));
    expect(await byMail(casey)).toMatchObject(tells("had expired"));
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("is reported after the conversation has ended, also because the other person left", async () => {
    const { reply, byMail, app, act, casey, morgan, id } = await relayed();
    await act(morgan, id, end);
    expect(await reply({ text: "Too late" })).toEqual(refused("closed"));
    expect(await byMail(casey)).toMatchObject([{ is: "refused" }]);
    await app.erase(morgan.memberId, { requestId: "leaving" });
    expect(await reply({ text: "Later still" })).toMatchObject({ is: "refused" });
    expect(await byMail(casey)).toHaveLength(2);
    const page = await casey.conversation(id);
    expect(page.status).toBe(200);
  });

  it("is reported on the page of connections if no conversation is known", async () => {
    const { receive, answered, casey, app, mailed } = await relayed();
    const lost = (dmarc: Reply["dmarc"], text: string) => {
      const source = replyTo(answered, { from: casey.email, text, dmarc, to: "reply@example.edu" });
      const mail = new TextDecoder().decode(source).replaceAll(
        /^(In-Reply-To|References):.*\r\n/gm,
        "",
      );
      return receive(new TextEncoder().encode(mail));
    };
    const shown = () => app.product.relay.about(casey.memberId, null);
    expect(await lost("pass", "Where does this go?")).toEqual(refused("unknown-conversation"));
    expect(await shown()).toMatchObject(tells("which conversation"));
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
    // Anyone can send these, so they are shown only a few times a day, and nothing is mailed.
    for (let count = 0; count < 10; count++) await lost("none", `Forged ${count}`);
    expect(await shown()).toHaveLength(1 + 5);
    expect((await shown()).at(-1)).toMatchObject(tells("If you wrote it")[0]!);
    expect(await mailed()).toEqual([]);
  });

  it("leads to at most one mail a day, and to none if it looks like an automatic answer", async () => {
    const { reply, mailed } = await relayed();
    await reply({ text: "I am away", more: ["Precedence: bulk"] });
    expect(await mailed()).toEqual([]);
    for (const text of ["", " "]) await reply({ text });
    expect(await mailed()).toHaveLength(1);
  });

  it("is reported only on the site if another author's mail looks automatic", async () => {
    const { reply, byMail, casey, mailed } = await relayed();
    const more = ["Precedence: bulk"];
    const outcome = await reply({ text: "Away", from: "else@example.com", more });
    expect(outcome).toEqual(refused("automatic"));
    expect(await byMail(casey)).toMatchObject(tells("automatic"));
    expect(await mailed()).toEqual([]);
  });

  it("isn't assumed from a header that only suppresses automatic answers", async () => {
    const { reply, texts, morgan } = await relayed();
    const more = ["X-Auto-Response-Suppress: All"];
    expect(await reply({ text: "I am a person", more })).toEqual({ is: "posted" });
    expect(await texts(morgan)).toContain("I am a person");
  });
});
