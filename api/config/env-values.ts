import { isIP } from "node:net";
import { z } from "zod";
import { identityLines } from "./identities.ts";

/** A secret's value can be in a file. The variable with `_FILE` after its name has the path. */
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

const noPort = "must be a whole number from 0 to 65535";
const numberOf = (text: string) => /^\d{1,9}$/.test(text) ? Number(text) : NaN;
export const port = z.string().transform(numberOf).pipe(
  z.number(noPort).max(65_535, noPort),
);
export const databaseUrl = z.string().regex(
  /^(file:.|(libsql|https?):\/\/[^@?#\s]+$)/,
  "must be a file such as file:data/alumni.db, or a server such as http://libsql:8080, without a user",
).optional();
export const identities = parsedBy(
  (text) => areIdentities(text) ? text : undefined,
  "must be a secret such as `age-keygen` prints, which begins with AGE-SECRET-KEY-1; one a line",
).optional();
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

function areIdentities(text: string): boolean {
  try {
    return identityLines(text).length > 0;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32);
}
