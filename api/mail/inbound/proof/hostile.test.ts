import process from "node:process";
import { expect, it } from "vitest";
import { dnsOf, makeDkimKey, signByHand } from "../../../testing/signed-mail.ts";
import { isSignedBy } from "./dkim.ts";
import { proveAuthor } from "./prove-author.ts";

const key = makeDkimKey();
const [head, body] = ["From: kim@example.edu\r\nTo: a@example.com", "Hello\r\n"];

/** Returns the result, and whether it took little enough processor time. */
async function timed(prove: () => Promise<boolean>, withinMs: number) {
  const before = process.cpuUsage();
  const isProven = await prove();
  const { user, system } = process.cpuUsage(before);
  return { isProven, isQuick: (user + system) / 1000 < withinMs };
}

const units = [
  " ",
  "\r\n ",
  "\r\n\t\r\n ",
  "\r",
  "(",
  '"\\',
  ";",
  "=;",
  "@",
  ":",
  "a@b,",
  "<",
  "a.",
];

it.each(["From", "Authentication-Results", "DKIM-Signature", "X"])(
  "reads 60 KB of anything in %s without delay",
  async (name) => {
    for (const unit of [...units, ";dmarc=pass header.from=example.edu", "b=;h=from;"]) {
      const filled = `${name}: v=1; ${unit.repeat(Math.floor(60_000 / unit.length))}z`;
      const source = Buffer.from(`${filled}\r\n${head}\r\n\r\n${body}`);
      const settings = { trustedAuthservId: "mx.example.net", isSigned: async () => false };
      const prove = async () => (await proveAuthor(source, settings)).isProven;
      expect({ unit, ...await timed(prove, 300) }).toEqual({
        unit,
        isProven: false,
        isQuick: true,
      });
    }
  },
);

it.each(["a ", "a", "a\n"])(
  "checks a body of 5 MB of %j before the worker is ended",
  async (unit) => {
    const large = `${unit.repeat(5_000_000 / unit.length).replace(/\r?\n/g, "\r\n")}z\r\n`;
    const mail = await signByHand(`${head}\r\n\r\n${large}`, { key, domain: "example.edu" });
    const resolve = dnsOf({ "test._domainkey.example.edu": key.record });
    const prove = () => isSignedBy("example.edu", Buffer.from(mail), { resolve });
    expect(await timed(prove, 2000)).toEqual({ isProven: true, isQuick: true });
  },
);
