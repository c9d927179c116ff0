import { describe, expect, it } from "vitest";
import { EnvironmentError } from "../../../config/environment-error.ts";
import { parseEnvironment } from "../../../config/env.ts";

const noFiles = () => "";
const repliesOf = (values: Record<string, string>, readFile: (path: string) => string = noFiles) =>
  parseEnvironment({ MAIL_REPLY_TO: "Reply@example.com", ...values }, readFile).replies;

function problemsOf(values: Record<string, string>): readonly string[] {
  try {
    parseEnvironment(values, noFiles);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

const secret = "0123456789abcdef0123456789abcdef";
const mailbox = { MAIL_REPLY_TO: "reply@example.com", IMAP_PASSWORD: "a" };

describe("variables for answers by mail", () => {
  it("turn them on by an address alone, for mail that is piped", () => {
    expect(parseEnvironment({}, noFiles).replies).toBeUndefined();
    expect(repliesOf({})).toEqual({
      address: "reply@example.com",
      usesPlus: true,
      trustedAuthservId: undefined,
      imap: undefined,
      hookSecret: undefined,
    });
    expect(repliesOf({ MAIL_REPLY_PLUS: "no", TRUSTED_AUTHSERV_ID: "MX.example.com" }))
      .toMatchObject({ usesPlus: false, trustedAuthservId: "mx.example.com" });
  });

  it.each([
    ["imaps://reply%40example.com@imap.example.com", "INBOX", 993, "always"],
    ["imap://reply%40example.com@imap.example.com/Answers%2FNew", "Answers/New", 143, "required"],
    ["imap://reply%40example.com@127.0.0.1:1143/", "INBOX", 1143, "never"],
  ])("name a mailbox: %s", (url, folder, port, tls) => {
    const { imap } = repliesOf({ IMAP_URL: url, IMAP_PASSWORD_FILE: "/run/p" }, () => "p@ss\n")!;
    expect(imap).toMatchObject({ folder, port, tls, user: "reply@example.com" });
    expect(imap?.login).toEqual({ password: "p@ss" });
  });

  it("name the path of a mail service", () => {
    expect(repliesOf({ MAIL_HOOK_SECRET: secret })?.hookSecret).toBe(secret);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ MAIL_REPLY_TO: "reply" }, ["MAIL_REPLY_TO: must be an email address"]],
    [{ MAIL_REPLY_TO: "a+b@example.com" }, ["MAIL_REPLY_TO: must be without a +"]],
    [{ MAIL_HOOK_SECRET: secret }, [
      "MAIL_REPLY_TO: must be set with MAIL_HOOK_SECRET: the address whose mail is posted there",
    ]],
    [{ IMAP_URL: "imaps://a:b@example.com" }, [
      "MAIL_REPLY_TO: must be set with IMAP_URL: the address of that mailbox",
    ]],
    [mailbox, ["IMAP_URL: must be set with IMAP_PASSWORD: the mailbox that it is for"]],
    [{ ...mailbox, IMAP_URL: "imaps://a:b@example.com" }, [
      "IMAP_URL: has a password, and IMAP_PASSWORD is set as well; set one of them",
    ]],
    [{ MAIL_REPLY_TO: "reply@example.com", IMAP_URL: "imaps://a@example.com" }, [
      "IMAP_URL: must have a password, or set IMAP_PASSWORD",
    ]],
    [{ MAIL_REPLY_TO: "reply@example.com", MAIL_HOOK_SECRET: "short" }, [
      "MAIL_HOOK_SECRET: must be at least 32 letters and digits, such as `openssl rand -hex 32` prints",
    ]],
  ])("say what is missing: %j", (values, problems) => {
    expect(problemsOf(values)).toEqual(problems);
  });

  it.each([
    "imap.example.com",
    "http://a@b",
    "imaps://example.com",
    "imaps://%@b",
    "imaps://a%0D@b",
  ])(
    "refuse the address %s",
    (url) => {
      expect(problemsOf({ ...mailbox, IMAP_URL: url })).toEqual([
        expect.stringMatching(/^IMAP_URL: must be imaps:\/\/user@host\/INBOX/),
      ]);
    },
  );
});
