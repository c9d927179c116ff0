import process from "node:process";
import { expect, it } from "vitest";
import { dnsOf, makeDkimKey, signByHand } from "../../../testing/signed-mail.ts";
import { proveAuthor } from "./prove-author.ts";

const key = makeDkimKey();
const [head, body] = ["From: kim@example.edu\r\nTo: a@example.com", "Hello\r\n"];
const settings = {
  trustedAuthservId: "mx.example.net",
  resolve: dnsOf({ "test._domainkey.example.edu": key.record }),
};

/** Whether it is proven, and the time of the processor that it took. */
async function timed(mail: string) {
  const source = Buffer.from(mail);
  const before = process.cpuUsage();
  const { isProven } = await proveAuthor(source, settings);
  const { user, system } = process.cpuUsage(before);
  return { isProven, isQuick: user + system < maxMicroseconds };
}

/** Usually it takes 30 ms. A library that backtracks takes 2 seconds for some of them. */
const maxMicroseconds = 300_000;
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
      expect({ unit, ...await timed(`${filled}\r\n${head}\r\n\r\n${body}`) })
        .toEqual({ unit, isProven: false, isQuick: true });
    }
  },
);

it.each(["a ", "\r\n", " \t", "a", "a\n"])(
  "checks a body of 5 MB of %j without delay",
  async (unit) => {
    const large = `${unit.repeat(5_000_000 / unit.length).replace(/\r?\n/g, "\r\n")}z\r\n`;
    const mail = await signByHand(`${head}\r\n\r\n${large}`, { key, domain: "example.edu" });
    expect(await timed(mail)).toEqual({ isProven: true, isQuick: true });
  },
);

it("checks 20 wrong signatures of 12,000 headers without delay", async () => {
  const choice = { key: makeDkimKey(), domain: "example.edu" };
  const wrong = await signByHand(`${head}\r\n\r\n${body}`, choice);
  const signatures = `${wrong.split("\r\n")[0]}\r\n`.repeat(20);
  expect(await timed(`${signatures}${"a:\n".repeat(12_000)}${wrong}`))
    .toEqual({ isProven: false, isQuick: true });
});
