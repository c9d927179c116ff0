import { describe, expect, it } from "vitest";
import { contactField } from "../../../events/members/contact-fields.ts";
import { audiences } from "../../../events/contacts/audiences.ts";
import { compose } from "../../mail/drivers/compose.ts";
import type { Message } from "../../mail/mail.ts";
import { write as writeMail } from "../../mail/templates/letter.ts";
import { isAnsweredByMail } from "../../mail/templates/no-reply.ts";
import { letterhead } from "../../testing/outbox.ts";
import { accept, connectedApp, write } from "../../testing/connected.ts";
import { connectionLetters, type ConnectionNews } from "./mail-templates.ts";

const contacts = {
  primaryEmail: "dana@example.com",
  phoneNumber: "(555) 0100-123",
  linkedinUrl: "https://www.linkedin.com/in/dana-whitfield",
} as const;
const names = Object.keys(contacts) as (keyof typeof contacts)[];

/** What a letter says of one contact. */
function saidOf(name: keyof typeof contacts, { text }: Message): string {
  const { inWords } = contactField[name].contact;
  return text.split(/(?<=[.:])\s/).find((sentence) => sentence.includes(`${inWords}`)) ?? "";
}

describe("what letters say about who can see the reader's contacts", () => {
  it("is what the other one can see, for each audience", async () => {
    const { app, person, ask, act, clock, mailed } = await connectedApp();
    const dana = await person("Dana", "alumni");
    const casey = await person("Casey");
    await dana.patch("/api/profile", contacts);
    const said = Object.fromEntries(names.map((name, at) => [name, audiences[at]]));
    expect(
      (await dana.does(({ contacts }, me, origin) => contacts.changeAudiences(me, said, origin)))
        .status,
    ).toBe(200);
    await mailed();
    const check = async (letter: Message | undefined) => {
      expect(letter?.to).toBe(dana.email);
      for (const name of names) {
        const path = `/api/profile/${dana.memberId}/contacts/${name}`;
        const { status } = await casey.post(path);
        const sentence = letter ? saidOf(name, letter) : "";
        expect(sentence).toMatch(/can see|can't see/);
        if (status === 200) expect(sentence).not.toContain("can't");
        if (said[name] === "members") expect(sentence).toMatch(/^Members of the directory can/);
        if (said[name] === "nobody") expect(sentence).toMatch(/^Other members can't see/);
        expect(status).toBe(sentence.startsWith("Other members can't") ? 403 : status);
      }
      expect(letter?.text).toContain("/contacts");
    };
    const id = await ask(casey, dana);
    await check((await mailed())[0]);
    await act(dana, id, accept);
    await mailed();
    clock.ms += 60 * 60 * 1000;
    await act(casey, id, write("Thank you"));
    await check((await mailed())[0]);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("says to an asker without a profile that they can't be seen", async () => {
    const { person, ask, act, mailed } = await connectedApp();
    const [dana, casey] = [await person("Dana", "alumni"), await person("Casey")];
    const id = await ask(casey, dana);
    await mailed();
    await act(dana, id, accept);
    const [answer] = await mailed();
    expect(answer?.text).toContain("Other members can't see your contact details.");
    expect(answer?.text).not.toContain("Change who sees your contacts");
  });
});

describe("a reply by mail", () => {
  const news: ConnectionNews = {
    firstName: "Dana",
    other: {
      id: "casey",
      firstName: "Casey",
      lastName: "Nguyen",
      role: "cadet",
      isRoleConfirmed: true,
      profileImageUrl: null,
    },
    topics: [],
    messages: ["Hello"],
    link: "https://alumni.example.edu/c/token",
    contacts: [],
    isVisible: true,
    isAccepted: true,
    reason: null,
    isAsker: true,
    wasSilent: null,
  };
  const byLink = ["request", "reminder", "answer", "taken", "yours", "message", "quiet"];

  it.each(Object.keys(connectionLetters) as (keyof typeof connectionLetters)[])(
    "to %s reaches no one, as it says above its button",
    async (kind) => {
      const letter = connectionLetters[kind](news, letterhead);
      expect(isAnsweredByMail([letter])).toBe(false);
      const { text, html } = await writeMail([letter], letterhead, "dana@example.com");
      const first = byLink.includes(kind.replace("connection-", ""))
        ? "To answer, use the link below. Replies to this email aren't delivered."
        : "Please don't reply to this email. Replies aren't delivered.";
      const paragraphs = text.split("\n\n");
      expect(paragraphs[paragraphs.indexOf(first) + 1]).toMatch(/:\nhttps:/);
      expect(html.replaceAll("&#39;", "'")).toContain(first);
      expect(text).toContain(`Questions? Write to ${letterhead.supportEmail}.`);
    },
  );

  it("goes to an address of the site's own host that takes no mail", async () => {
    const { person, ask, mailed } = await connectedApp();
    await ask(await person("Casey"), await person("Dana", "alumni"));
    const request = (await mailed()).find(({ subject }) => subject.includes("asks for your help"));
    const sender = { name: "TCU", address: "a@example.edu", replyTo: "support@example.edu" };
    expect(request && compose(request, sender).replyTo)
      .toMatchObject({ name: "No replies by email", address: expect.stringMatching(/^no-reply@/) });
  });
});
