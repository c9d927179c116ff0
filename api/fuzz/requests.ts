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
/** Headers of odd requests, with how often each is sent. */
const oddHeaders: readonly (readonly [name: string, chance: number, values: readonly string[]])[] =
  [
    ["Content-Type", 0.2, types],
    ["Cookie", 0.2, cookies],
    ["Origin", 0.1, [
      "null",
      "https://elsewhere.example.com",
      "http://127.0.0.1.example.com",
      "x",
      "",
    ]],
    ["Sec-Fetch-Site", 0.1, ["cross-site", "same-origin", "x"]],
    ["If-None-Match", 0.1, ["*", '"x"', "W/", ",,,"]],
    ["X-Forwarded-For", 0.1, ["x", "::1, ::1", "1".repeat(999)]],
    ["Accept-Encoding", 0.1, ["gzip;q=x", "*;q=0", "br", ";"]],
    ["Content-Length", 0.05, ["0", "99999999"]],
  ];

/** One request for this call. One that `fits` the description has to be accepted; `address` is with the query. */
export function makeRequest(random: Random, call: Call, options: FuzzOptions) {
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
  for (const [name, chance, values] of isOdd ? oddHeaders : []) {
    if (random.chance(chance)) headers[name] = random.pick(values);
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
    const [, ids] = [
      ["/api/connections/", connectionIds] as const,
      ["/api/program/people/", userIds] as const,
      ["/api/program/", reportIds] as const,
    ].find(([start]) => call.path.startsWith(start)) ?? [];
    return ids?.length ? random.pick(ids) : crypto.randomUUID();
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
