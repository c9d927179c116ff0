import { beforeEach, describe, expect, it } from "vitest";
import {
  dnsOf,
  makeDkimKey,
  signByHand,
  signByMailauth,
  type SigningChoice,
} from "../../../testing/signed-mail.ts";
import { isSignedBy } from "./dkim.ts";
import { proveAuthor } from "./prove-author.ts";

const now = new Date("2027-03-01T12:00:00Z");
const [key, other] = [makeDkimKey(), makeDkimKey()];
const ofDomain = { key, domain: "example.edu" };
const letter = [
  "From: Kim Lee <kim@example.edu>",
  "To: reply+abc@example.com",
  "Subject: Re: a question",
  "",
  "Yes, Tuesday suits me.  See you then. ",
  "Kim",
  "",
].join("\r\n");
const keyAt = (name: string, record = key.record) => ({ [`test._domainkey.${name}`]: record });
let dns: Record<string, string>;

beforeEach(() => {
  dns = { ...keyAt("example.edu"), ...keyAt("evil.example", other.record) };
});

const prove = (mail: string) =>
  proveAuthor(Buffer.from(mail), {
    trustedAuthservId: undefined,
    isSigned: (domain, source) => isSignedBy(domain, source, { resolve: dnsOf(dns), now }),
  });
const isProven = async (mail: string) => (await prove(mail)).isProven;

describe.each([["by hand", signByHand], ["by mailauth", signByMailauth]])(
  "signed %s",
  (_, sign) => {
    const signed = (choice: Partial<SigningChoice> = {}, mail = letter) =>
      sign(mail, { ...ofDomain, ...choice });

    it("proves the author's domain", async () => {
      expect(await prove(await signed())).toEqual({ author: "kim@example.edu", isProven: true });
      expect(await isProven(await signed({ canonicalization: "simple/simple" }))).toBe(true);
      expect(await isProven(await signed({}, `${letter.split("\r\n\r\n")[0]}\r\n\r\n`))).toBe(true);
      // With bare LF, as a pipe delivers it.
      expect(await isProven((await signed()).replaceAll("\r\n", "\n"))).toBe(true);
      expect(await isProven(await signed({ headers: ["From", "From", "Subject"] }))).toBe(true);
    });

    it("proves it by a key of another kind or length", async () => {
      for (
        const [made, isGood] of [
          [makeDkimKey("ed25519"), true],
          [makeDkimKey("rsa", 2048), true],
          [makeDkimKey("rsa", 768), false],
        ] as const
      ) {
        dns = keyAt("example.edu", made.record);
        expect(await isProven(await signed({ key: made }))).toBe(isGood);
      }
    });

    it("proves it for a domain of the same organization, and never for a public suffix", async () => {
      for (
        const [domain, isGood] of [
          ["mail.example.edu", true],
          ["evil.example", false],
          ["edu", false],
          ["notexample.edu", false],
          ["example.edu.evil.example", false],
        ] as const
      ) {
        Object.assign(dns, keyAt(domain));
        expect([domain, await isProven(await signed({ domain }))]).toEqual([domain, isGood]);
      }
      const cadet = letter.replace("kim@example.edu", "kim@rotc.example.edu");
      expect(await isProven(await signed({}, cadet))).toBe(true);
      Object.assign(dns, keyAt("two.github.io"));
      const neighbor = letter.replace("example.edu", "one.github.io");
      expect(await isProven(await signed({ domain: "two.github.io" }, neighbor))).toBe(false);
    });

    it("treats a look-alike as another domain", async () => {
      const lookAlike = letter.replace("example.edu", "ex\u0430mple.edu");
      expect(await prove(await signed({ key: other, domain: "evil.example" }, lookAlike)))
        .toEqual({ author: "kim@xn--exmple-4nf.edu", isProven: false });
      const german = letter.replace("example.edu", "bücher.example");
      dns = keyAt("xn--bcher-kva.example");
      expect(await prove(await signed({ domain: "xn--bcher-kva.example" }, german)))
        .toEqual({ author: "kim@xn--bcher-kva.example", isProven: true });
    });

    it("is no proof after any signed part was changed", async () => {
      const mail = await signed();
      for (
        const [from, to] of [
          ["kim@example.edu>", "joe@example.edu>"],
          ["Tuesday", "Friday"],
          ["Kim\r\n", "Kim\r\nP.S. Friday\r\n"],
          ["a question", "an answer"],
          ["d=example.edu", "d=evil.example"],
          ["s=test", "s=other"],
        ] as const
      ) {
        expect(mail).toContain(from);
        expect([to, await isProven(mail.replace(from, to))]).toEqual([to, false]);
      }
    });

    it("is no proof if a second author was added", async () => {
      const mail = await signed();
      for (
        const from of ["From: joe@example.edu", "FROM: kim@example.edu", "From : joe@example.edu"]
      ) {
        const none = { author: undefined, isProven: false };
        expect(await prove(`${from}\r\n${mail}`)).toEqual(none);
        expect(await prove(mail.replace("\r\nTo:", `\r\n${from}\r\nTo:`))).toEqual(none);
      }
    });

    it("is no proof if From isn't signed, or the signature has expired", async () => {
      expect(await isProven(await signed({ headers: ["To", "Subject"] }))).toBe(false);
      const seconds = now.getTime() / 1000;
      expect(await isProven(await signed({ tags: `x=${seconds + 60}` }))).toBe(true);
      expect(await isProven(await signed({ tags: `x=${seconds - 1}` }))).toBe(false);
    });

    it.each([
      ["revoked", "v=DKIM1; k=rsa; p="],
      ["of a test", `${key.record}; t=y`],
      ["for another service", `${key.record}; s=tlsrpt`],
      ["for SHA-1 only", `${key.record}; h=sha1`],
      ["of another version", key.record.replace("DKIM1", "DKIM2")],
      ["of another kind", key.record.replace("k=rsa", "k=ed25519")],
      ["another one", other.record],
      ["no key", "v=spf1 -all"],
      ["mangled", "v=DKIM1; p=AAAA; p=BBBB; ;;="],
    ])("is no proof if the key is %s", async (_, record) => {
      const mail = await signed();
      expect(await isProven(mail)).toBe(true);
      dns = keyAt("example.edu", record);
      expect(await isProven(mail)).toBe(false);
    });

    it("proves a mail that was sent again to others, which its reply address and id stop", async () => {
      const headers = ["From", "Subject"];
      const again = (await signed({ headers })).replace("reply+abc@", "reply+xyz@");
      expect(await isProven(again)).toBe(true);
    });
  },
);

describe("DKIM", () => {
  it("proves the example of RFC 8463, which signs From twice", async () => {
    const mail = [
      "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;",
      " d=football.example.com; i=@football.example.com;",
      " q=dns/txt; s=brisbane; t=1528637909; h=from : to :",
      " subject : date : message-id : from : subject : date;",
      " bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;",
      " b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus",
      " Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==",
      "From: Joe SixPack <joe@football.example.com>",
      "To: Suzie Q <suzie@shopping.example.net>",
      "Subject: Is dinner ready?",
      "Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)",
      "Message-ID: <20030712040037.46341.5F8J@football.example.com>",
      "",
      "Hi.",
      "",
      "We lost the game.  Are you hungry yet?",
      "",
      "Joe.",
      "",
    ].join("\r\n");
    dns = {
      "brisbane._domainkey.football.example.com":
        "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    };
    expect(await isProven(mail)).toBe(true);
    expect(await isProven(mail.replace("dinner", "supper"))).toBe(false);
  });

  it("is not checked if the receiving server says that the domain's policy failed", async () => {
    const mail = await signByHand(letter, ofDomain);
    const proveStamped = (result: string) =>
      proveAuthor(
        Buffer.from(`Authentication-Results: mx.example.net; dmarc=${result}\r\n${mail}`),
        {
          trustedAuthservId: "mx.example.net",
          isSigned: (domain, source) => isSignedBy(domain, source, { resolve: dnsOf(dns), now }),
        },
      );
    expect((await proveStamped("none")).isProven).toBe(true);
    expect((await proveStamped("fail")).isProven).toBe(false);
  });

  it("accepts no signature for a part of the body, and none for a name of another domain", async () => {
    const body = letter.split("\r\n\r\n")[1] ?? "";
    for (const tags of [`l=${body.length}`, "l=0", "i=@evil.example", "q=http", "t=1; t=2"]) {
      expect([tags, await isProven(await signByHand(letter, { ...ofDomain, tags }))])
        .toEqual([tags, false]);
    }
    const below = await signByHand(letter, { ...ofDomain, tags: "i=kim@mail.example.edu" });
    expect(await isProven(below)).toBe(true);
    dns = keyAt("example.edu", `${key.record}; t=s`);
    expect(await isProven(below)).toBe(false);
  });

  it("finds the right one of several signatures, among the first 20", async () => {
    const right = await signByHand(letter, ofDomain);
    const wrong =
      (await signByHand(letter, { key: other, domain: "example.edu" })).split("\r\n")[0];
    expect(await isProven(`${`${wrong}\r\n`.repeat(19)}${right}`)).toBe(true);
    expect(await isProven(`${`${wrong}\r\n`.repeat(20)}${right}`)).toBe(false);
  });

  it("doesn't trust ARC", async () => {
    const sealed = (await signByHand(letter, ofDomain))
      .replace("DKIM-Signature: v=1;", "ARC-Message-Signature: i=1;");
    expect(
      await isProven(
        "ARC-Seal: i=1; cv=none; d=example.edu; s=test; b=AAAA\r\n" +
          "ARC-Authentication-Results: i=1; mx.example.net; dmarc=pass header.from=example.edu\r\n" +
          sealed,
      ),
    ).toBe(false);
  });

  it("is no proof while DNS is away or silent", async () => {
    const mail = Buffer.from(await signByHand(letter, ofDomain));
    const away = () => Promise.reject(new Error("away"));
    expect(await isSignedBy("example.edu", mail, { resolve: away })).toBe(false);
    const silent = () => new Promise<never>(() => {});
    expect(await isSignedBy("example.edu", mail, { resolve: silent, patienceMs: 50 })).toBe(false);
  });
});
