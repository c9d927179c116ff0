import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReplies } from "../arriving/ways/settings.ts";
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

/** What variables of the same meaning are read as. */
function fromVariables(more: Readonly<Record<string, string>>) {
  const variables = {
    MAIL_REPLY_TO: "reply@example.edu",
    MAIL_REPLY_PLUS: "yes",
    TRUSTED_AUTHSERV_ID: "mx.example.edu",
    ...more,
  } as unknown as Parameters<typeof readReplies>[0];
  const problems: string[] = [];
  const read = readReplies(variables, problems);
  expect(problems).toEqual([]);
  return read;
}

describe("what staff typed about answers", () => {
  const imap = { IMAP_URL: "imaps://reply@imap.example.edu/INBOX", IMAP_PASSWORD: "pass word " };
  it.each<[keyof typeof typed, Record<string, string>]>(
    [
      ["imap", imap],
      ["hook", { MAIL_HOOK_SECRET: secret }],
    ],
  )("means the same as variables do: %s", (way, variables) => {
    const { imap, ...settings } = settingsOf(typed[way]);
    const { imap: expected, ...others } = fromVariables(variables)!;
    expect(settings).toEqual(others);
    // A server that staff typed is never this machine.
    expect(imap).toEqual(expected && { ...expected, isTyped: true });
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
