import { expect, it } from "vitest";
import type { Resolve } from "../../mail/dns.ts";
import { parseEnvironment } from "../../config/env.ts";
import { Findings } from "./finding.ts";
import { checkMailDns } from "./mail-dns.ts";

type Zone = Readonly<Record<string, readonly string[]>>;

/** What is said, each as its level and its sentence. */
async function said(zone: Zone | "away", replyTo?: string) {
  const resolve: Resolve = async (name, type) => {
    if (zone === "away") throw new Error("ETIMEOUT");
    return zone[`${type} ${name}`] ?? [];
  };
  const say = new Findings("mail DNS");
  const environment = parseEnvironment({
    ...{ SMTP_URL: "smtp://mail", MAIL_FROM: "us@mail.example.edu" },
    ...replyTo && { MAIL_REPLY_TO: replyTo, MAIL_HOOK_SECRET: "a".repeat(32) },
  }, () => "");
  await checkMailDns({ environment, opened: undefined }, say, resolve);
  return say.all.map(({ level, what }) => `${level} ${what}`);
}

const spf = { "TXT mail.example.edu": ["other=1", "v=spf1 include:example.net -all"] };
const dmarc = { "TXT _dmarc.mail.example.edu": ["v=DMARC1; p=reject"] };
const mx = { "MX example.com": ["mx.example.com"] };
const about = async (word: string, ...given: Parameters<typeof said>) =>
  (await said(...given)).filter((line) => line.includes(word));

it("is content with a domain that has everything", async () => {
  expect(await said({ ...spf, ...dmarc, ...mx }, "reply@example.com")).toEqual([
    "OK mail.example.edu has an SPF record",
    "OK mail.example.edu has a DMARC record: p=reject for mail from mail.example.edu",
    "OK example.com, where answers go, has an MX record",
  ]);
});

it.each([
  [[], "WARN mail.example.edu has no SPF record"],
  [["v=spf10 -all"], "WARN mail.example.edu has no SPF record"],
  [["v=spf1 -all", "V=SPF1 mx ~all"], "FAIL mail.example.edu has 2 SPF records"],
  [["v=spf1 mx +all"], "FAIL the SPF record of mail.example.edu lets any server"],
  [["v=spf1 mx ALL"], "FAIL the SPF record of mail.example.edu lets any server"],
  [["v=spf1 include:all.example.net ?all"], "OK mail.example.edu has an SPF record"],
])("says what is wrong with SPF: %j", async (records, expected) => {
  expect(await about("SPF", { "TXT mail.example.edu": records, ...dmarc }))
    .toEqual([expect.stringContaining(expected)]);
});

it.each([
  [{}, "WARN mail.example.edu has no DMARC record"],
  [{ "mail.example.edu": ["v=DMARC1; rua=mailto:a@example.edu"] }, "WARN the DMARC record of mail"],
  [{ "mail.example.edu": ["v=DMARC1; p=no"] }, "WARN the DMARC record of mail.example.edu"],
  [{ "mail.example.edu": ["v=DMARC1; p=none", "v=DMARC1; p=none"] }, "there are several"],
  [{ "mail.example.edu": ["v=DMARC1;p=None"] }, "OK mail.example.edu has a DMARC record: p=none"],
  [{ "example.edu": ["v=DMARC1; p=reject"] }, "OK example.edu has a DMARC record: p=reject"],
  [{ "example.edu": ["v=DMARC1; p=reject; sp=none"] }, "p=none for mail from mail.example.edu"],
  [{ "mail.example.edu": ["v=DMARC1; p=reject; sp=none"] }, "p=reject for mail from mail.example"],
  [{ "edu": ["v=DMARC1; p=reject"] }, "WARN mail.example.edu has no DMARC record"],
])("says what is wrong with DMARC: %j", async (records, expected) => {
  const zone = Object.fromEntries(
    Object.entries(records).map(([name, texts]) => [`TXT _dmarc.${name}`, texts]),
  );
  expect(await about("DMARC", { ...spf, ...zone })).toEqual([expect.stringContaining(expected)]);
});

it("says that answers don't arrive without a mail server for them", async () => {
  for (const servers of [[], [""]]) {
    expect(
      await about("answers", { ...spf, ...dmarc, "MX example.com": servers }, "reply@example.com"),
    )
      .toEqual([expect.stringContaining("FAIL example.com, where answers go, has no MX record")]);
  }
});

it("says what a domain with nothing but a mail server lacks", async () => {
  expect(await said({ "MX mail.example.edu": ["mx.example.edu"] })).toEqual([
    expect.stringContaining("has no SPF record"),
    expect.stringContaining("has no DMARC record"),
  ]);
});

it("says in one line that a domain is unknown, or that DNS is away", async () => {
  expect(await said({})).toEqual([
    expect.stringContaining("WARN DNS knows nothing about mail of mail.example.edu"),
  ]);
  expect(await said("away", "reply@example.com")).toEqual([
    expect.stringContaining("OK no DNS server answered"),
  ]);
});
