/**
 * Kinds of values that environment variables have, each with the message that says what is wrong.
 *
 * @module
 */
import { isIP } from "node:net";
import { z } from "zod";
import { line } from "../../events/members/texts.ts";
import { cycleStartWords, parseCycleStart } from "../../events/report/cycle.ts";
import { admissions } from "./admissions.ts";
import { isTooLight, seenOnWhite } from "./brand-color.ts";
import { isLoopback } from "./loopback.ts";
import { parseSecret } from "./parse-secret.ts";
import { isSecret } from "./secret-files.ts";

const wholeNumber = (text: string) => /^\d{1,9}$/.test(text) ? Number(text) : NaN;
export const port = z.string().transform(wholeNumber).pipe(
  z.number("must be a whole number from 0 to 65535").max(65_535, "must be at most 65535"),
);
export const drainSeconds = z.string().transform(wholeNumber).pipe(
  z.number("must be a whole number of seconds from 0 to 300").max(300, "must be at most 300"),
);
/** Every form asks for at least six. */
export const passwordLength = z.string().transform(wholeNumber).pipe(
  z.number("must be a whole number from 6 to 64").min(6, "must be at least 6")
    .max(64, "must be at most 64"),
);
export const limit = (fallback: number) =>
  z.string().default(String(fallback)).transform(wholeNumber).pipe(
    z.number("must be a whole number from 1").min(1, "must be a whole number from 1"),
  );
/** A century is as good as forever; dates far beyond it are invalid. */
export const days = (fallback: number) =>
  limit(fallback).pipe(z.number().max(36_500, "must be at most 36500"));
export const cycleStart = z.string().transform((text, context) => {
  const start = parseCycleStart(text);
  if (start !== undefined) return start;
  context.addIssue(cycleStartWords);
  return z.NEVER;
});
export const databaseUrl = z.string().regex(
  /^(file:.|(libsql|https?):\/\/[^@?#\s]+$)/,
  "must be a file such as file:data/events.db, or a server such as http://libsql:8080, without a token",
).optional();
export const secret = z.string().transform((text, context) => {
  const bytes = parseSecret(text);
  if (bytes !== undefined) return bytes;
  context.addIssue("must be 32 bytes in base64 or hex, such as `openssl rand -base64 32` prints");
  return z.NEVER;
}).optional().meta(isSecret);
export const origin = z.string().transform((text, context) => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    const url = new URL(text);
    if (url.origin === text.replace(/\/$/, "").toLowerCase()) return url.origin;
  }
  context.addIssue("must be an origin such as https://alumni.example.edu, without a path");
  return z.NEVER;
}).optional();
/** An address to which secrets are sent. */
export const tokenUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || protocol === "http:" && isLoopback(hostname);
}, "must be an https address, such as https://oauth2.googleapis.com/token");
export const proxies = z.string().default("").transform((text, context) => {
  const entries = text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries;
  context.addIssue(`must be addresses or networks such as 10.0.0.0/8, which "${wrong}" is not`);
  return z.NEVER;
});

export const admission = z.enum(
  admissions,
  "must be open, confirmed (the address first), approved (by staff) or invited (no one registers)",
);
/** Domains of mail addresses, separated by commas. */
export const domainList = z.string().transform((text, context) => {
  const names = text.toLowerCase().split(",").map((name) => name.trim().replace(/^@/, ""))
    .filter((name) => name !== "");
  const wrong = names.find((name) => !/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(name));
  if (wrong === undefined) return names;
  context.addIssue(`must be domains such as example.edu, separated by commas; "${wrong}" is none`);
  return z.NEVER;
});
export const domains = domainList.optional();

export const brandColor = z.string().regex(/^#[0-9a-f]{6}$/i, "must be a color such as #4d1979")
  .refine((color) => !isTooLight(color), {
    error: ({ input }) =>
      `must be darker: ${input} is hard to see on white (contrast ` +
      `${seenOnWhite(String(input)).toFixed(1)} to 1, at least 3 to 1 is needed)`,
  });

/** Pages and mails add "Army ROTC" to the name, so it is removed from the end. */
export const programName = line(100).transform((name) => name.replace(/(?<=\S)\s+Army ROTC$/i, ""));

export const universityName = line(200);

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32);
}
