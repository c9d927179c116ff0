import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import type { DueMail } from "../../../events/members/mail-queue.ts";
import { messageOf } from "../outbox/join.ts";
import type { Letterhead } from "./letterhead.ts";
import { draft, readMail } from "./messages.ts";

const head = {
  programName: 'Frog & "Horned"',
  supportEmail: "support@example.edu",
  appOrigin: "https://alumni.example.edu",
};
const content = {
  ...{ to: "jane@example.com", firstName: "Jane", username: "jane.doe" },
  ...{ token: "a-B_3", words: "Said <so>" },
};

async function read(
  kind: typeof kinds[number],
  changes: Partial<typeof content> = {},
  letterhead: Letterhead = head,
) {
  const due: DueMail = {
    messageId: "id-1",
    memberId: "member-1",
    createdAtMs: Date.parse("2026-03-01T12:00:00.000Z"),
    attempts: 1,
    place: 1,
    isCounted: false,
    ...draft(kind, { ...content, ...changes }),
  };
  const says = await readMail(due);
  if (says === undefined || says === "dropped" || "atMs" in says) {
    throw new Error("It says nothing");
  }
  const part = { due, read: says };
  return await messageOf(part, [part], letterhead);
}

const decided = [
  ...["admitted", "refused", "warned", "asking-closed", "asking-stopped", "asking-opened"] as const,
];
const byOperator = ["password-link-made", "data-exported", "suspended", "restored"] as const;
const kinds = [
  ...["reset-password", "already-registered", "verify-email", "email-changed"] as const,
  ...["data-downloaded", "passkey-added", "passkey-removed"] as const,
  ...byOperator,
  ...decided,
] as const;

describe("every message", () => {
  it.each(kinds)(
    "%s names the sender, the reason and what to do, has its link once, and loads nothing",
    async (kind) => {
      const { id, to, subject, text, html, replyTo } = await read(kind);
      expect(replyTo).toBe("support@example.edu");
      expect([id, to]).toEqual(["id-1", "jane@example.com"]);
      expect(subject).toContain('Frog & "Horned" Army ROTC Alumni Connect');
      for (const part of [text, html]) {
        expect(part).toContain("Hello Jane,");
        expect(part).not.toMatch(/[^.]\.\.(?!\.)/);
        expect(part).toContain("You got this email because");
        expect(part).toContain("support@example.edu");
        expect(part).toContain("https://alumni.example.edu");
        expect(part).toMatch(/If you (didn|don|think this is a mistake)/);
      }
      const links = /token=/.test(text) ? 1 : 0;
      for (const part of [text, html]) expect(part.match(/token=/g) ?? []).toHaveLength(links);
      expect(html).toContain("Frog &amp; &quot;Horned&quot;");
      expect(html).not.toContain("Frog & ");
      expect(html).not.toMatch(/<script|<link|src="(?!cid:)|url\(|@import/);
      // One paragraph a line, a link alone on its own, nothing doubled.
      expect(text.replace(/^-- $/m, "--")).not.toMatch(/ {2}| $|\n{3}/m);
      for (const each of text.split("\n").filter((one) => one.includes("token="))) {
        expect(each).toMatch(/^https:\S+$/);
      }
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      // In a list of mails, it begins with what happened.
      const { document } = new Window();
      document.write(html);
      expect(document.body.textContent.trim().split("\n")[0]).toBe(text.split("\n\n")[1]);
    },
  );

  it("embeds the logo, small enough for mails", async () => {
    const { html, images = [] } = await read("admitted");
    expect(images.map(({ cid }) => cid)).toEqual(["program-logo"]);
    expect(images[0]?.bytes.length).toBeLessThan(20_000);
    expect(html).toMatch(/<img src="cid:program-logo" width="44" height="44" alt="[^"]+"/);
  });

  it("is sent without a logo while it can't be read", async () => {
    const { html, images } = await read("admitted", {}, { ...head, logo: async () => undefined });
    expect(images).toEqual([]);
    expect(html).not.toContain("<img");
  });

  it("has a bare address for military mailboxes, and says how to sign in without it", async () => {
    const code = "open alumni.example.edu in your browser, choose “Email me a code”";
    for (const to of ["jane@army.mil", "Jane@mail.ARMY.MIL"]) {
      const { text, html } = await read("reset-password", { to });
      expect(html).not.toContain("bgcolor");
      const link = "https://alumni.example.edu/reset-password?token=a-B_3";
      expect(html).toContain(`<br><a href="${link}">${link}</a>`);
      for (const part of [text, html]) expect(part).toContain(code);
    }
    for (const to of ["jane@example.com", "jane@army.mil.example.com"]) {
      const { text, html } = await read("reset-password", { to });
      expect(html).toContain("bgcolor");
      expect(text).not.toContain(code);
    }
    expect((await read("verify-email", { to: "jane@army.mil" })).text).not.toContain(code);
  });

  it.each([
    ["Jané-Lou O’Neil", "Hello Jané-Lou O’Neil,"],
    ["J. R.", "Hello J. R.,"],
    ["<b>Jane</b>", "Hello,"],
    ["visit evil.example now", "Hello,"],
    ["http://evil.example", "Hello,"],
    ["You won a big prize", "Hello,"],
    ["Jane\nBcc: eve", "Hello,"],
  ])("greets %j with %j, so that a name can't be a message", async (firstName, greeting) => {
    const { text, html } = await read("verify-email", { firstName });
    expect(text.split("\n")[0]).toBe(greeting);
    expect(html).toContain(`>${greeting}</p>`);
  });
});

describe("staff's words", () => {
  it.each(["refused", "warned", "asking-closed"] as const)("is quoted by %s", async (kind) => {
    const { text, html } = await read(kind);
    expect(text).toContain("\n> Said <so>\n");
    expect(html).toContain("Said &lt;so&gt;</blockquote>");
  });
});

it("a link is escaped, whatever the token is", async () => {
  const { text, html } = await read("verify-email", { token: "a b\n&c=d" });
  const link = "https://alumni.example.edu/verify-email?token=a+b%0A%26c%3Dd";
  expect(text.split("\n")).toContain(link);
  expect(html).toContain(`href="${link}"`);
});
