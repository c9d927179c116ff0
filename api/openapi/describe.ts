/**
 * Descriptions of calls, beside their handlers. Method, path, body and who may call are read from the route.
 *
 * @module
 */
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { AnswerName } from "./answers.ts";

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Groups of calls, in the order of the page. */
export const groups = [
  "Accounts",
  "Profiles and pictures",
  "Contacts",
  "Directory",
  "Requests and conversations",
  "The program's staff",
  "The service",
] as const;
export type Group = typeof groups[number];

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly says: string;
  readonly schema: JsonSchema;
  /** A list in one parameter, as JSON. */
  readonly isJson?: boolean;
}

export interface Description {
  readonly group: Group;
  readonly summary: string;
  /** More than the summary says, in whole sentences. */
  readonly details?: string;
  /** Status of success and what comes with it: a schema of `answers.ts`, a media type, or nothing. */
  readonly answer: readonly [200 | 201 | 204, (AnswerName | `${string}/${string}`)?];
  /** Headers that only this call has, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a request with `If-None-Match` may get a 304. */
  readonly isConditional?: boolean;
  /** Statuses of errors that not every such call has. The answer's message says why. */
  readonly problems?: readonly ProblemStatus[];
  /** How often it may be called; over it the answer is 429. */
  readonly limit?: string;
  /** Parameters of the path that are missing here are ids. */
  readonly parameters?: readonly Parameter[];
  /** A file, or JSON that is described better than by the schema that checks it. */
  readonly body?: JsonSchema | "file";
}

const descriptions = new WeakMap<object, Description>();
const bodies = new WeakMap<object, z.ZodType>();

/** Handler that only describes the call whose handlers follow it. */
export function describe(
  group: Group,
  summary: string,
  rest: Omit<Description, "group" | "summary">,
): MiddlewareHandler {
  const handler: MiddlewareHandler = (_, next) => next();
  descriptions.set(handler, { group, summary, ...rest });
  return handler;
}

/** Notes that a handler checks the body with this schema. */
export function checksBody<Handler extends object>(handler: Handler, schema: z.ZodType): Handler {
  bodies.set(handler, schema);
  return handler;
}

export const descriptionOf = (handler: object) => descriptions.get(handler);
export const bodyOf = (handler: object) => bodies.get(handler);

export const changesAnHour = "60 changes an hour by one member";
