import { describe, expect, it } from "vitest";
import { createRandom } from "../../../events/testing/random.ts";
import { createRemoveOwnLinks } from "./own-links.ts";

const origin = "https://alumni.example.edu";
const remove = createRemoveOwnLinks(origin);
const random = createRandom(7 ** 5);
const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
const makeToken = (length: number) =>
  Array.from({ length }, () => characters.charAt(random.int(64))).join("");
const ofConversation = makeToken(256);
const token = makeToken(43);
const memberId = "0190a0b0-1234-7000-8000-0123456789ab";
const replyToken = "abcdefghijklmnop2345qrstuv";

const links = [
  `${origin}/c/${ofConversation}`,
  `${origin}/c/${ofConversation}/latest`,
  `${origin}/c/${ofConversation}/no-reminders`,
  `${origin}/invitation?token=${token}`,
  `${origin}/invitation/unsubscribe?token=${token}`,
  `${origin}/reset-password?token=${token}`,
  `${origin}/a-page-of-later?token=${token}`,
  `${origin}/a/page-of-later/${token}`,
];

const encode = encodeURIComponent;
const wrapAt = (text: string, width: number) =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");
const safeLink = (link: string) =>
  `https://nam02.safelinks.protection.outlook.com/?url=${
    encode(link)
  }&data=05%7C02%7Cpat.doe%40example.com%7C1234&sdata=abc%3D&reserved=0`;
const urlDefense2 = (link: string) =>
  `https://urldefense.proofpoint.com/v2/url?u=${
    link.replace(/[-_:?=]/g, (one) => `-${one.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("/", "_")
  }&d=DwMF&c=euGZ&r=abc&e=`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const sophos = (link: string) =>
  `https://us-west-2.protection.sophos.com?d=example.edu&u=${base64(link)}&p=m&i=NWVmMzQx&t=${
    base64("abcdefghijklmnop")
  }&h=0a1b2c&s=AVNPUEhUT0NFTkNSWVBUSVY`;
const quotedPrintable = (text: string) =>
  wrapAt(text.replaceAll("=", "=3D"), 70).replace(/\n/g, "=\n");

const shapes: Record<string, (link: string) => string> = {
  "as it is": (link) => link,
  "without its scheme": (link) => link.replace("https://", ""),
  "in capitals": (link) => link.replace(origin, origin.toUpperCase()),
  "with a port": (link) => link.replace(".edu", ".edu:443"),
  "with a final dot": (link) => link.replace(".edu", ".edu."),
  "with a user": (link) => link.replace("//", "//pat@"),
  "by another scheme": (link) => link.replace("https", "http"),
  "in angle brackets": (link) => `<${link}>`,
  "in parentheses": (link) => `(${link})`,
  "percent-encoded": encode,
  "percent-encoded twice": (link) => encode(encode(link)),
  "percent-encoded five times": (link) => encode(encode(encode(encode(encode(link))))),
  "with an encoded letter": (link) => link.replace("alumni", "%61lumni"),
  "with references": (link) => link.replace("=", "&#61;").replace("/c/", "&#x2f;c/"),
  "by Outlook's scanner": safeLink,
  "by Outlook's scanner, broken over lines": (link) => wrapAt(safeLink(link), 70),
  "by Proofpoint": urlDefense2,
  "by Proofpoint's third version": (link) => `https://urldefense.com/v3/__${link}__;!!abc!DEF$`,
  "by Google": (link) => `https://www.google.com/url?q=${link}&sa=D`,
  "by Cisco": (link) => `https://secure-web.cisco.com/1abcDEF/${encode(link)}`,
  "by Barracuda": (link) => `https://linkprotect.cudasvc.com/url?a=${encode(link)}&c=E,1`,
  "by Sophos": sophos,
  "by Sophos, broken over lines": (link) => wrapAt(sophos(link), 70),
  "by Sophos, in quoted-printable": (link) => quotedPrintable(sophos(link)),
  "by Sophos, percent-encoded": (link) => encode(sophos(link)),
  "by Sophos, around Outlook's scanner": (link) => sophos(safeLink(link)),
  "by Outlook's scanner, around Sophos": (link) => safeLink(sophos(link)),
  "in base64, in a path": (link) => `https://scan.example.net/v1/${base64(link)}/x`,
  "in base64, behind other text": (link) =>
    `https://scan.example.net/?q=${base64(`1|${link}|pat`)}&x=1`,
  "in base64 of JSON": (link) =>
    `https://scan.example.net/?p=${base64(JSON.stringify({ u: 1, url: link }))}&x=1`,
  "in base64, by another alphabet": (link) =>
    `https://scan.example.net/?q=${base64(link).replaceAll("+", "-").replaceAll("/", "_")}&x=1`,
  "in base64 twice": (link) => `https://scan.example.net/?q=${base64(base64(link))}&x=1`,
  "in base64 alone": (link) => base64(link).replaceAll("=", ""),
  "by Mimecast, which shows only the host": () =>
    "https://protect-us.mimecast.com/s/AbC123?domain=alumni.example.edu",
  "in quoted-printable": quotedPrintable,
  "in quoted-printable, by Outlook's scanner": (link) => quotedPrintable(safeLink(link)),
  "broken over lines": (link) => wrapAt(link, 70),
  "broken over quoted lines": (link) => wrapAt(link, 70).replaceAll("\n", "\r\n> "),
  "broken over short lines": (link) => wrapAt(link, 28),
  "broken after the host": (link) => link.replace(".edu/", ".edu/\n"),
  "broken before the secret": (link) => link.replace("token=", "token=\n").replace("/c/", "/c/\n"),
  "translated": (link) => link.replace("alumni.example.edu", "alumni-example-edu.translate.goog"),
};

describe("a link with a secret", () => {
  it.each(Object.entries(shapes))("is replaced %s", (_, shape) => {
    for (const link of links) {
      const { text, removed } = remove(`Dear Sam,\nlook here: ${shape(link)}\nBest of luck`);
      expect(text).toMatch(/^Dear Sam,\nlook here: [<(]?\[link removed\][>)]?\nBest of luck$/);
      expect(removed).toBe(1);
    }
  });

  it("is removed where its slashes are escaped", () => {
    for (const link of links) {
      const { text, removed } = remove(`Is it ${link.replaceAll("/", "\\/")} then?`);
      expect(removed).toBe(1);
      for (const secret of [token, ofConversation]) expect(text).not.toContain(secret);
    }
  });

  it.each([
    `/c/${ofConversation}`,
    `c/${ofConversation}/latest`,
    `/reset-password?token=${token}`,
    `verify-email?token=${token}`,
    `token=${token}`,
    ofConversation,
    `https://10.0.0.1:8000/c/${ofConversation}`,
    `https://old.example.edu/first-staff?token=${token}`,
    `${origin}/c/cut-short`,
  ])("is replaced without our host, or in part: %s", (link) => {
    expect(remove(`Is it ${link} then?`).text).toBe("Is it [link removed] then?");
  });

  it.each([
    `reply+${replyToken}@example.edu`,
    `Reply+${replyToken.toUpperCase()}@Example.edu`,
    `${replyToken}@alumni.example.edu`,
    `${memberId}.${replyToken}@example.edu`,
    `reply%2B${replyToken}%40example.edu`,
  ])("is replaced in a reply address: %s", (address) => {
    expect(remove(`To <${address}>.`)).toEqual({ text: "To <[link removed]>.", removed: 1 });
  });

  it("is replaced wherever it is in a text", () => {
    const link = `${origin}/c/${ofConversation}`;
    expect(remove(`${link}\n${link}, and ${link}.`)).toEqual({
      text: "[link removed]\n[link removed], and [link removed].",
      removed: 3,
    });
  });
});

it.each([
  origin,
  `${origin}/alumni/${memberId} is my profile`,
  `${origin}/alumni/${memberId}\nMcDonald2 knows it`,
  `${origin}/connections/${memberId}#latest`,
  `${origin}/directory?q=army+aviation+officers+class+of+2019`,
  `${origin}/program/insights/cycle-2026-share.csv`,
  "https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit",
  `https://meet.example.com/j/123?token=${token}`,
  "https://www.youtube.com/c/USArmyRecruitingCommand2026",
  `https://chat.example.com/c/${memberId}`,
  "my.alumni.example.edu/c/x and alumni.example.education/c/x",
  "pat.doe@example.com",
  "-".repeat(300),
  "Company2A\n".repeat(60).trim(),
  sophos(`${origin}/alumni/${memberId}`),
  sophos("https://meet.example.com/j/12345678901?pwd=abcDEF123456"),
  `Look: ${base64("Nothing of yours is in here, Pat, is it?")}`,
])("keeps %j", (text) => expect(remove(text)).toEqual({ text, removed: 0 }));

it("takes time proportional to the length of any text", () => {
  const texts = [
    "alumni.example.edu=",
    "https://",
    "%25",
    "=\n",
    "a+",
    `${origin}/?`,
    "a",
    "-3A_",
    "aHR0",
    "=aHR0cHM6Ly9h/",
  ];
  const startedAt = performance.now();
  for (const part of texts) remove(part.repeat(20_000 / part.length));
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
