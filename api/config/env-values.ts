import { Buffer } from "node:buffer";
import { isIP } from "node:net";
import { z } from "zod";
import { line } from "../../events/members/texts.ts";
import { cycleStartWords, parseCycleStart } from "../../events/report/cycle.ts";
import { admissions } from "./admissions.ts";
import { isTooLight, seenOnWhite } from "./brand-color.ts";

/** A secret's value can be in a file, whose path is in the variable with `_FILE` after its name. */
export const isSecret = { isSecret: true };
export const secretText = z.string().optional().meta(isSecret);
/** `undefined` means that the message applies. */
export const parsedBy = <T>(parse: (text: string) => T | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(message);
    return z.NEVER;
  });

const numberOf = (text: string) => /^\d{1,9}$/.test(text) ? Number(text) : NaN;
/** @param unit Such as `of seconds`. */
export const wholeNumber = (min: number, max: number, unit?: string) =>
  z.string().transform(numberOf).pipe(
    z.number(`must be a whole number ${unit ? `${unit} ` : ""}from ${min} to ${max}`)
      .min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
  );
export const port = wholeNumber(0, 65_535);
export const limit = (fallback: number) =>
  z.string().default(String(fallback)).transform(numberOf).pipe(
    z.number("must be a whole number from 1").min(1, "must be a whole number from 1"),
  );
/** A century is as good as forever; dates far beyond it are invalid. */
export const days = (fallback: number) =>
  limit(fallback).pipe(z.number().max(36_500, "must be at most 36500"));
export const cycleStart = parsedBy(parseCycleStart, cycleStartWords);
export const databaseUrl = z.string().regex(
  /^(file:.|(libsql|https?):\/\/[^@?#\s]+$)/,
  "must be a file such as file:data/events.db, or a server such as http://libsql:8080, without a token",
).optional();
export const secret = parsedBy(
  parseSecret,
  "must be 32 bytes in base64 or hex, such as `openssl rand -base64 32` prints",
).optional().meta(isSecret);
/** The address of a web server; `undefined` for anything else. */
export const webAddress = (text: string) =>
  /^https?:\/\//.test(text) ? URL.parse(text) ?? undefined : undefined;
export const origin = parsedBy((text) => {
  const { origin } = webAddress(text) ?? {};
  return origin === text.replace(/\/$/, "").toLowerCase() ? origin : undefined;
}, "must be an origin such as https://alumni.example.edu, without a path").optional();
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

/** 32 bytes in base64 or hex; `undefined` for anything else. */
export function parseSecret(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const bytes = new Uint8Array(Buffer.from(trimmed, isHex ? "hex" : "base64"));
  return bytes.length === 32 ? bytes : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32);
}
