/**
 * Requests made of the description of the API.
 *
 * @module
 */
import type { Random } from "../../search/testing/random.ts";
import type { Call, Parameter } from "../openapi/describe.ts";
import { fitting, nearlyFitting, odd, oddJson } from "./values.ts";

export interface FuzzRequest {
  readonly call: Call;
  /** What fits the description has to be taken. */
  readonly fits: boolean;
  readonly method: string;
  /** With the query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface FuzzOptions {
  readonly origin: string;
  /** Ids that stand for someone. */
  readonly userIds: readonly string[];
  /** Ids of requests and conversations, of the one who asks and of others; at least one. */
  readonly connectionIds: readonly string[];
  readonly messageIds?: readonly string[];
  readonly reportIds?: readonly string[];
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
const elsewhere = [
  "null",
  "https://elsewhere.example.com",
  "http://127.0.0.1.example.com",
  "x",
  "",
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

/** One request for this call. */
export function makeRequest(random: Random, call: Call, options: FuzzOptions): FuzzRequest {
  const way = random.pick(["fits", "fits", "nearly", "nearly", "odd"] as const);
  const fits = way === "fits";
  const content = call.body === undefined || call.body === "file"
    ? undefined
    : way === "fits"
    ? JSON.stringify(withIds(random, fitting(random, call.body), options))
    : way === "nearly"
    ? JSON.stringify(nearlyFitting(random, call.body))
    : oddJson(random, nearlyFitting(random, call.body));
  const body = call.body === "file" ? "no picture" : content ??
    (way === "odd" && call.method !== "get" ? oddJson(random, odd(random)) : undefined);
  const method = way === "odd" && random.chance(0.2)
    ? random.pick(methods)
    : call.method.toUpperCase();
  const isSent = body !== undefined && !/^(get|head)$/i.test(method);
  return {
    call,
    fits,
    method,
    address: addressOf(random, call, fits, options),
    headers: headersOf(random, way === "odd", options.origin, isSent),
    ...(isSent && { body }),
  };
}

function headersOf(random: Random, isOdd: boolean, origin: string, hasBody: boolean) {
  const headers: Record<string, string> = { Origin: origin };
  if (hasBody) headers["Content-Type"] = "application/json";
  if (!isOdd) return headers;
  if (random.chance(0.2)) headers["Content-Type"] = random.pick(types);
  if (random.chance(0.2)) headers.Cookie = random.pick(cookies);
  if (random.chance(0.1)) headers.Origin = random.pick(elsewhere);
  if (random.chance(0.1)) {
    headers["Sec-Fetch-Site"] = random.pick(["cross-site", "same-origin", "x"]);
  }
  if (random.chance(0.1)) headers["If-None-Match"] = random.pick(["*", '"x"', "W/", ",,,"]);
  if (random.chance(0.1)) {
    headers["X-Forwarded-For"] = random.pick(["x", "::1, ::1", "1".repeat(999)]);
  }
  if (random.chance(0.1)) {
    headers["Accept-Encoding"] = random.pick(["gzip;q=x", "*;q=0", "br", ";"]);
  }
  if (random.chance(0.05)) headers["Content-Length"] = random.pick(["0", "99999999"]);
  return headers;
}

function addressOf(random: Random, call: Call, fits: boolean, options: FuzzOptions): string {
  const { userIds, connectionIds, reportIds = [] } = options;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (!fits && random.chance(0.4)) return random.pick(traversals);
    if (name === "userId" || name === "memberId") return random.pick(userIds);
    if (name === "id" && call.path.startsWith("/api/connections/")) {
      return random.pick(connectionIds);
    }
    const choices = call.parameters?.find((parameter) => parameter.name === name)?.schema.enum;
    if (choices !== undefined && choices.length > 0) return String(random.pick(choices));
    if (call.path.startsWith("/api/program/people/")) return random.pick(userIds);
    if (name === "id" && call.path.startsWith("/api/program/") && reportIds.length > 0) {
      return random.pick(reportIds);
    }
    return name === "file" ? "x.webp" : crypto.randomUUID();
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
  const value = () => {
    const made = odd(random);
    return typeof made === "string" ? made.toWellFormed() : JSON.stringify(made);
  };
  // The same one more than once, too.
  return Array.from(
    { length: random.pick([1, 1, 2, 150]) },
    (): [string, string] => [name, value()],
  );
}

/** A body with the ids of members and messages that exist. */
function withIds(
  random: Random,
  body: ReturnType<typeof fitting>,
  { userIds, messageIds = [] }: FuzzOptions,
) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return {
    ...body,
    ...("memberId" in body && { memberId: random.pick(userIds) }),
    ...("topics" in body && { topics: [] }),
    ...("messageId" in body && messageIds.length > 0 && { messageId: random.pick(messageIds) }),
  };
}
