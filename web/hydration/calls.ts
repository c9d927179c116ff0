/** JSON calls of the browser. */
import { memberHeader } from "../../api/contract/page-member.ts";
import type { OwnProfile } from "../../api/contract/profile.ts";
import { paths } from "../paths.ts";

/** An answer that is not OK: its message is status and body, such as `401: {"message":…}`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The server's own message; `undefined` without one. */
  readonly serverMessage: string | undefined;
  /** Messages by field; empty if the answer named none. */
  readonly fields: Readonly<Record<string, string>>;
  /** The stored profile, if the change was made on another version of it. */
  readonly profile: OwnProfile | undefined;

  constructor(readonly status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    const { message, fields, profile } = readProblem(body);
    this.serverMessage = message;
    this.fields = fields ?? {};
    this.profile = profile;
  }
}

/**
 * Maximum characters of a request that outlives its page. Browsers allow 64 KiB, and a character
 * has at most three bytes.
 */
const maxKeptCharacters = 10_000;

export const unreachableMessage = "We can't reach the server. Check your connection and try again.";

/** No answer was received. */
export class ServerUnreachable extends Error {
  override readonly name = "ServerUnreachable";

  constructor(cause: unknown) {
    super(unreachableMessage, { cause });
  }
}

/** Fetches JSON, with the errors of `send`. */
export async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  return await ask(path, { signal: signal ?? null });
}

/**
 * Sends a change. A body is sent as JSON, if there is one. An answer without content returns
 * `undefined`.
 * @throws {ApiError} When the answer is not OK.
 * @throws {ServerUnreachable} When there is none.
 */
export async function send<T = unknown>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const json = body === undefined ? "" : JSON.stringify(body);
  return await ask(path, {
    method,
    // `keepalive` saves a switch pressed just before the page is left.
    keepalive: json.length <= maxKeptCharacters,
    headers: { ...json && { "Content-Type": "application/json" }, ...headers },
    ...json && { body: json },
  }) as T;
}

/** @throws {ServerUnreachable} When the server cannot be reached. */
export async function reachServer(): Promise<void> {
  await ask(paths.icon(), { method: "HEAD", cache: "no-store" });
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 &&
    error.serverMessage === notAuthenticated;
}

/**
 * Whether an error is a bug in a script, such as in a browser without a feature, rather than a
 * refused or missing answer.
 */
export function isScriptError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError;
}

/** Message for the person: the server's own, that it can't be reached, or the given text. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof ServerUnreachable) return error.message;
  if (isSessionOver(error)) return sessionOver;
  return error instanceof ApiError ? error.serverMessage ?? otherwise : otherwise;
}

const notAuthenticated = "Not authenticated";
const sessionOver = "Your session has ended. Sign in again.";

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const headers = { ...init.headers, ...pageMember() };
  const response = await fetch(path, { credentials: "include", ...init, headers })
    .catch((error) => {
      throw init.signal?.aborted ? error : new ServerUnreachable(error);
    });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return text === "" ? undefined : JSON.parse(text);
}

/**
 * Header with the member for whom this page was rendered. The server refuses a change if someone
 * else has signed in since, in another tab.
 */
export function pageMember(): Record<string, string> {
  const memberId = document.documentElement.dataset.member;
  return memberId === undefined ? {} : { [memberHeader]: memberId };
}

interface Problem {
  readonly message?: string;
  readonly fields?: Record<string, string>;
  readonly profile?: OwnProfile;
}

function readProblem(body: string): Problem {
  try {
    const problem: unknown = JSON.parse(body);
    return typeof problem === "object" && problem !== null ? problem : {};
  } catch {
    // A proxy's answer may not be JSON.
    return {};
  }
}
