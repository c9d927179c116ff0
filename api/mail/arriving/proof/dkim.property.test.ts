import fc from "fast-check";
import { dkimVerify } from "mailauth";
import { expect, it } from "vitest";
import { dnsOf, makeDkimKey, signByMailauth } from "../../../testing/signed-mail.ts";
import { proveAuthor } from "./prove-author.ts";

const keys = [makeDkimKey("rsa"), makeDkimKey("ed25519")] as const;

const text = (units: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...units), { maxLength }).map((all) => all.join(""));
const body = text(["a", "B.", " ", "\t", "  ", "\r\n", "\r\n\r\n", "=", "é", "-- "], 60);
const header = fc.tuple(
  fc.constantFrom("Subject", "subject", "To", "X-Other", "Message-ID", "Cc"),
  text(["a", ":", " ", "\t", "\r\n ", "\r\n\t", "é", "<b@example.com>", ";"], 15),
).map(([name, value]) => `${name}:${value}x`);
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  by: fc.constantFrom("", "a", " ", "\r\n", "\t", ";", "="),
  isInstead: fc.boolean(),
});

it(
  "finds what mailauth finds, in mails that mailauth signed and that were then changed",
  async () => {
    const found = { right: 0, wrong: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          key: fc.constantFrom(...keys),
          canonicalization: fc.constantFrom("relaxed/relaxed" as const, "simple/simple" as const),
          headers: fc.array(header, { maxLength: 5 }),
          body,
          changes: fc.array(change, { maxLength: 2 }),
        }),
        async ({ key, canonicalization, headers, body, changes }) => {
          const mail = ["From: kim@example.edu", ...headers, "", `${body}z`, ""].join("\r\n");
          let source = await signByMailauth(mail, {
            key,
            domain: "example.edu",
            canonicalization,
            headers: ["From", "Subject", "To", "Cc"],
          });
          for (const { at, by, isInstead } of changes) {
            const place = Math.floor(at * source.length);
            source = source.slice(0, place) + by + source.slice(place + (isInstead ? 1 : 0));
          }
          const resolve = dnsOf({ "test._domainkey.example.edu": key.record });
          const settings = { trustedAuthservId: undefined, resolve };
          const { author, isProven } = await proveAuthor(Buffer.from(source), settings);
          const resolver = async (name: string) => [...await resolve(name, "TXT")];
          const { results } = await dkimVerify(Buffer.from(source), { resolver });
          const isRight = results.some(({ status, signingDomain }) =>
            status.result === "pass" && signingDomain === "example.edu"
          );
          found[isRight ? "right" : "wrong"] += 1;
          // mailauth reads a mail that begins with a space, too, and takes a lone CR for nothing.
          const isUsual = author === "kim@example.edu" && !/^\s|\r(?!\n)/.test(source);
          if (isUsual || isProven) {
            expect({ source, isProven }).toEqual({ source, isProven: isRight });
          }
          if (changes.length === 0) expect(isRight).toBe(true);
        },
      ),
      { numRuns: Number(Deno.env.get("RUNS") ?? 400) },
    );
    expect(found.right).toBeGreaterThan(50);
    expect(found.wrong).toBeGreaterThan(50);
  },
  300_000,
);
