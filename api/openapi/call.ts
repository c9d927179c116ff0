/**
 * How a call is described: what `document.ts` makes OpenAPI of, and the page that people read.
 *
 * @module
 */
import type { z } from "zod";

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Who may make a call; everyone else gets 401, or 403 while they have no role. */
export type Who = "anyone" | "member" | "member with a role";

export interface Call {
  readonly method: Method;
  /** With `{names}` of what varies in it. */
  readonly path: string;
  readonly summary: string;
  /** What the summary leaves open; whole sentences. */
  readonly details?: string;
  readonly who: Who;
  readonly parameters?: readonly Parameter[];
  /** A JSON body, or a file of any type. */
  readonly body?: JsonSchema | "file";
  /** The one answer of success, by status. */
  readonly success: Success;
  /** What can go wrong beside what can with every call of its kind, by status. */
  readonly problems?: Readonly<Partial<Record<ProblemStatus, string>>>;
  /** How often it may be called; over it the answer is 429. */
  readonly limit?: string;
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415;

export interface Success {
  readonly status: 200 | 201 | 204;
  readonly says: string;
  /** Name of a schema in `answers.ts`; without one there is no JSON. */
  readonly schema?: string;
  /** Other than JSON. */
  readonly types?: readonly string[];
  /** Headers beside those that every answer has, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing has changed since the answer that the caller names by `If-None-Match`. */
  readonly unchanged?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly says: string;
  readonly schema: JsonSchema;
  /** A list in one parameter, as JSON. */
  readonly isJson?: boolean;
}
