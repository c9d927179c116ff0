import { expect, it } from "vitest";
import { proveAuthor } from "./prove-author.ts";

const prove = (mail: Uint8Array) =>
  proveAuthor(mail, { trustedAuthservId: undefined, isSigned: async () => false });
const authorOf = async (head: string) =>
  (await prove(Buffer.from(`${head}\r\nSubject: Hello\r\n\r\nHello\r\n`))).author;

it.each([
  ["From: kim@example.edu", "kim@example.edu"],
  ["FROM:Kim.Lee+a@Example.EDU", "kim.lee+a@example.edu"],
  ["From:\r\n Kim\r\n\t<kim@example.edu>", "kim@example.edu"],
  ['From: "Lee, Kim \\"K\\"" <kim@example.edu> (her (nested \\) ) mail)', "kim@example.edu"],
  ["From: kim@example.edu (Kim Lee)", "kim@example.edu"],
  ["From: Kim J. Lee <kim@example.edu>", "kim@example.edu"],
  ["From: =?utf-8?q?Kim_=3Cjoe=40example=2Eedu=3E?= <kim@example.edu>", "kim@example.edu"],
  // The display name is not the author.
  ["From: joe@example.edu <kim@evil.example>", "kim@evil.example"],
  ['From: "joe@example.edu" <kim@evil.example>', "kim@evil.example"],
  ['From: "<joe@example.edu>" <kim@evil.example>', "kim@evil.example"],
  ["From: kim@evil.example (joe@example.edu)", "kim@evil.example"],
  ["From: Kïm <kïm@bücher.example>", "kïm@xn--bcher-kva.example"],
  ["From: kim@pаypal.example", "kim@xn--pypal-4ve.example"],
])("%s is by %s", async (from, author) => {
  expect(await authorOf(from)).toBe(author);
});

it.each([
  "To: kim@example.edu",
  "From:",
  "From: Kim",
  "From: kim@",
  "From: @example.edu",
  "From: <>",
  "From: kim@example.edu, joe@example.edu",
  "From: kim@example.edu,",
  "From: <kim@example.edu> <joe@example.edu>",
  "From: <kim@example.edu> joe@example.edu",
  "From: Kim <<kim@example.edu>>",
  "From: Kim <kim@example.edu",
  "From: kim@example.edu>",
  "From: >kim@example.edu<",
  "From: Team: kim@example.edu;",
  "From: Team: Inner: kim@example.edu;;",
  "From: Team:;",
  "From: <@evil.example:kim@example.edu>",
  "From: kim@example.edu@evil.example",
  'From: "kim"@example.edu',
  "From: k(x)im@example.edu",
  "From: kim @example.edu",
  "From: kim@[192.0.2.1]",
  "From: kim@192.0.2.1",
  "From: kim@ex%61mple.edu",
  'From: "Kim <kim@example.edu>',
  "From: (Kim <kim@example.edu>",
  "From: <kim@example.edu joe@example.edu>",
  "From: kim@example.edu Kim",
  "From: kim@example.edu\r\nX: x\rFrom: joe@example.edu",
  "From: kim@exam\x01ple.edu",
  "From: kim@example.edu\r\nFrom: kim@example.edu",
  "From: kim@example.edu\r\nfrom : joe@example.edu",
  "From: kim@example.edu\rFrom: joe@example.edu",
  "Subject: x\rFrom: kim@example.edu",
  "From: kim@example.edu\r\nX: \0",
  "Subject: x\r\n From: kim@example.edu",
  "From kim@example.edu",
  "\r\nFrom: kim@example.edu",
])("%j is by no one", async (from) => {
  expect(await authorOf(from)).toBeUndefined();
});

it("can be read with up to 64 KB of headers", async () => {
  const filled = (size: number) => `From: kim@example.edu\r\nX: ${"x".repeat(size)}`;
  expect(await authorOf(filled(60_000))).toBe("kim@example.edu");
  expect(await authorOf(filled(66_000))).toBeUndefined();
  const endless = new Uint8Array(5_000_000).fill(97);
  expect(await prove(endless)).toEqual({ author: undefined, isProven: false });
  expect(await prove(new Uint8Array())).toEqual({ author: undefined, isProven: false });
});
