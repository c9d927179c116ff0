import { expect, it } from "vitest";
import { testOrigin } from "../../testing/app.ts";
import {
  accept,
  connectedPair,
  dayMs,
  decline,
  end,
  tokenIn,
  write,
} from "../../testing/connected.ts";

/** The link in a mail to the mentor, who can paste it anywhere. */
async function given() {
  const connected = await connectedPair();
  const { app, casey, morgan, ask, mailed } = connected;
  const id = await ask(casey, morgan);
  const token = tokenIn((await mailed())[0] ?? { text: "" });
  expect(token).not.toBe("");
  const read = async (who = casey, about = id) =>
    JSON.stringify(await app.product.conversations.read(who.memberId, about));
  return { ...connected, id, token, read, link: `${testOrigin}/c/${token}/latest` };
}

it("removes a mailed link from messages, notes and words of thanks, on the site and in mails", async () => {
  const { act, casey, morgan, id, token, link, read, mailed, clock } = await given();
  const answer = await act(morgan, id, { ...accept, note: `Note ${link} end` });
  expect(answer.messages[0]?.text).toBe("Note [link removed] end");
  await act(morgan, id, write(`Message ${link}`));
  await act(casey, id, end);
  await act(casey, id, { type: "GiveFeedback", helped: "yes", words: `Thanks ${link}` });
  const shown = await read(casey) + await read(morgan);
  for (const words of ["Note [link removed] end", "Message [link removed]", "Thanks [link"]) {
    expect(shown).toContain(words);
  }
  // Mails about an end wait for the word of thanks.
  clock.ms += 2 * dayMs;
  const mails = JSON.stringify(await mailed());
  expect(mails).toContain("Thanks [link removed]");
  // Mails have their reader's own link, and never the other's.
  expect(shown + mails).not.toContain(token);
});

it("removes a mailed link from a request's note, and from a note that declines it", async () => {
  const { app, act, ask, person, morgan, id, token, link, read } = await given();
  await act(morgan, id, { ...decline, note: `Sorry ${link}` });
  expect(await read()).toContain("Sorry [link removed]");
  const robin = await person("Robin");
  const asked = await ask(robin, morgan, `Hello ${link}`);
  expect(await read(morgan, asked)).toContain("Hello [link removed]");
  await app.settled();
  expect(JSON.stringify(await app.product.conversations.list(morgan.memberId))).not.toContain(
    token,
  );
});

it("has no link in what a report quotes to staff", async () => {
  const { app, act, casey, morgan, id, token, link } = await given();
  await act(morgan, id, write(`Open ${link}`));
  const { messages } = await app.product.conversations.read(casey.memberId, id);
  const messageId = messages.at(-1)?.id ?? "";
  const report = { messageId, reason: "spam" } as const;
  await app.product.connections.report(casey.memberId, id, report, { requestId: "t", ip: "::1" });
  await app.settled();
  const texts = await app.readModel.connections.texts(id, { kind: "report", limit: 1 });
  expect(texts.length).toBe(1);
  const { text } = await app.texts.one(id, texts[0]!.messageId) ?? {};
  expect(text).toBe("Open [link removed]");
  expect(text).not.toContain(token);
});

it("removes a mailed link from a profile", async () => {
  const { app, morgan, token, link } = await given();
  const change = { bio: `I fly. See ${link}` };
  const origin = { requestId: "test", ip: "::1" };
  const profile = await app.product.profiles.change(morgan.memberId, change, origin);
  expect(JSON.stringify(profile)).toContain("I fly. See [link removed]");
  expect(JSON.stringify(profile)).not.toContain(token);
});
