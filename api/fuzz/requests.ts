/**
 * Requests made of the description of the API.
 *
 * @module
 */
import type { Random } from "../../events/testing/random.ts";
import type { Call, Parameter } from "../openapi/describe.ts";
import { fitting, nearlyFitting, odd, oddJson } from "./values.ts";

export type FuzzRequest = ReturnType<typeof makeRequest>;

export interface FuzzOptions {
  readonly origin: string;
  /** Ids of members. */
  readonly userIds: readonly string[];
  /** Ids of requests and conversations, the sender's and others'; at least one. */
  readonly connectionIds: readonly string[];
  readonly messageIds: readonly string[];
  readonly reportIds: readonly string[];
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get"];
const types = [
  "application/json",
  "application/json; charset=utf-16",
  "application/vnd.api+json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json, text/plain",
  "x",
];
const cookies = [
  "session=",
  "session=x; session=y",
  `session=${"A".repeat(43)}`,
  `session=${"%00".repeat(200)}`,
  "__Host-session=x",
  ";;;=;",
  "session=\u00ff\u00fe",
  `a=${"b".repeat(6000)}`,
];
const traversals = [
  "..",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "%ff",
  "a%2fb",
  ".",
  "%2e%2e",
  "😀",
  "me ",
];
const oddHeaders: Readonly<Record<string, readonly string[]>> = {
  "Content-Type": types,
  "Cookie": cookies,
  "Origin": ["null", "https://elsewhere.example.com", "http://127.0.0.1.example.com", "x", ""],
  "Sec-Fetch-Site": ["cross-site", "same-origin", "x"],
  "If-None-Match": ["*", '"x"', "W/", ",,,"],
  "X-Forwarded-For": ["x", "::1, ::1", "1".repeat(999)],
  "Accept-Encoding": ["gzip;q=x", "*;q=0", "br", ";"],
  "Content-Length": ["0", "99999999"],
};

const ways = ["fits", "fits", "nearly", "nearly", "odd"] as const;
type Way = typeof ways[number];

/** One request for this call. One that `fits` the description has to be accepted; `address` is with the query. */
export function makeRequest(random: Random, call: Call, options: FuzzOptions) {
  const way = random.pick(ways);
  const fits = way === "fits";
  const body = bodyOf(random, call, way, options);
  const method = way === "odd" && random.chance(0.2)
    ? random.pick(methods)
    : call.method.toUpperCase();
  const isSent = body !== undefined && !/^(get|head)$/i.test(method);
  return {
    fits,
    method,
    address: addressOf(random, call, fits, options),
    headers: headersOf(random, way === "odd", options.origin, isSent),
    ...(isSent && { body }),
  };
}

function bodyOf(random: Random, { method, body }: Call, way: Way, options: FuzzOptions) {
  if (body === "file") return "no picture";
  const value = body === undefined
    ? odd(random)
    : way === "fits"
    ? withIds(random, fitting(random, body), options)
    : nearlyFitting(random, body);
  if (way === "odd") return method === "get" ? undefined : oddJson(random, value);
  return body && JSON.stringify(value);
}

function headersOf(random: Random, isOdd: boolean, origin: string, hasBody: boolean) {
  const headers: Record<string, string> = { Origin: origin };
  if (hasBody) headers["Content-Type"] = "application/json";
  for (const [name, values] of isOdd ? Object.entries(oddHeaders) : []) {
    if (random.chance(0.12)) headers[name] = random.pick(values);
  }
  return headers;
}

function addressOf(random: Random, call: Call, fits: boolean, options: FuzzOptions): string {
  const { userIds, connectionIds, reportIds } = options;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (!fits && random.chance(0.4)) return random.pick(traversals);
    const choices = call.parameters?.find((parameter) => parameter.name === name)?.schema.enum;
    if (choices?.length) return String(random.pick(choices));
    if (name === "userId" || name === "memberId") return random.pick(userIds);
    if (name === "file") return "x.webp";
    if (call.path.startsWith("/api/connections/")) return random.pick(connectionIds);
    if (call.path.startsWith("/api/program/people/")) return random.pick(userIds);
    return random.pick([...reportIds, crypto.randomUUID()]);
  });
  const entries = (call.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && random.chance(0.5))
    .flatMap((parameter) => entriesOf(random, parameter, fits));
  if (entries.length === 0) return path;
  const query = new URLSearchParams(entries).toString();
  // Now and then, what no browser would encode.
  return `${path}?${!fits && random.chance(0.1) ? `${query}&%zz=%&&=&search=%ff%fe` : query}`;
}

function entriesOf(random: Random, { name, schema, isJson }: Parameter, fits: boolean) {
  if (fits) {
    const value = fitting(random, schema);
    return [[name, isJson ? JSON.stringify(value) : String(value)] as [string, string]];
  }
  // The same one more than once, too.
  return Array.from({ length: random.pick([1, 1, 2, 150]) }, (): [string, string] => {
    const made = odd(random);
    return [name, typeof made === "string" ? made.toWellFormed() : JSON.stringify(made)];
  });
}

/** A body with the ids of members and messages that exist. */
function withIds(
  random: Random,
  body: ReturnType<typeof fitting>,
  { userIds, messageIds }: FuzzOptions,
) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return {
    ...body,
    ...("memberId" in body && { memberId: random.pick(userIds) }),
    ...("topics" in body && { topics: [] }),
    ...("messageId" in body && messageIds.length > 0 && { messageId: random.pick(messageIds) }),
  };
}
