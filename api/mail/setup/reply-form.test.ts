import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repliesOf } from "./current-replies.ts";
import { withoutSecret } from "./mail-form.ts";
import { ReplyForm } from "./reply-form.ts";

const shared = { address: " Reply@Example.edu ", usesPlus: "true", authservId: "MX.example.edu" };
const typed = {
  imap: {
    ...shared,
    way: "imap",
    host: "IMAP.example.edu",
    port: "993",
    user: "reply",
    mailPassword: "pass word ",
    folder: "INBOX",
  },
  hook: { ...shared, way: "hook" },
};
const secret = "0".repeat(64);
const tokens = { get: async () => "a token", forget: () => {} };
const settingsOf = (form: unknown) => repliesOf({ form: ReplyForm.parse(form), secret }, tokens);

describe("the form for answers by email", () => {
  it("means a mailbox, or a path that a mail service posts to", () => {
    const common = {
      address: "reply@example.edu",
      usesPlus: true,
      trustedAuthservId: "mx.example.edu",
    };
    const server = { host: "imap.example.edu", port: 993, tls: "always", folder: "INBOX" };
    const login = { password: "pass word " };
    expect(settingsOf(typed.imap))
      .toEqual({ ...common, imap: { ...server, user: "reply", login, isTyped: true } });
    expect(settingsOf(typed.hook)).toEqual({ ...common, hookSecret: secret });
  });

  it("without a password signs in with the account that sends", () => {
    expect(settingsOf({ ...typed.imap, mailPassword: "" }).imap?.login).toEqual({ tokens });
  });

  it("is encrypted on both ports, without exception", () => {
    const tlsOf = (port: string, host: string) =>
      settingsOf({ ...typed.imap, port, host }).imap?.tls;
    expect(tlsOf("993", "imap.example.edu")).toBe("always");
    expect(tlsOf("143", "imap.example.edu")).toBe("required");
    expect(tlsOf("143", "localhost")).toBe("required");
  });

  it("is read as it was typed after it was stored, and shown without its secret", () => {
    const text = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" });
    fc.assert(fc.property(
      fc.constantFrom(...Object.values(typed)),
      fc.record({ mailPassword: text, user: text, folder: text }),
      fc.constantFrom("true", undefined),
      (form, texts, usesPlus) => {
        const known = Object.fromEntries(Object.entries(texts).filter(([name]) => name in form));
        const parsed = ReplyForm.safeParse({ ...form, ...known, usesPlus });
        if (!parsed.success) return;
        const again = ReplyForm.parse(JSON.parse(JSON.stringify(parsed.data)));
        expect(again).toEqual(parsed.data);
        expect(withoutSecret(again)).not.toHaveProperty("mailPassword");
      },
    ));
  });

  it.each([
    { ...typed.hook, host: "imap.example.edu" },
    { ...typed.hook, way: "pop" },
    { ...typed.imap, port: "25" },
    { ...typed.imap, user: "reply\r\na1 LOGOUT" },
    { ...typed.imap, host: "a b" },
    { ...typed.hook, address: "reply@example.edu, other@example.edu" },
    { ...typed.hook, usesPlus: "perhaps" },
  ])("is refused: %j", (form) => {
    expect(ReplyForm.safeParse(form).success).toBe(false);
  });
});
