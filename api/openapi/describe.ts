import type { MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { z } from "zod";
import type { AnswerName } from "./answers.ts";

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

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
  readonly details?: string;
  /** Status of success and what comes with it: a schema of `answers.ts`, a media type, or nothing. */
  readonly answer: readonly [200 | 201 | 204, (AnswerName | `${string}/${string}`)?];
  /** Headers that only this call has, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a request with `If-None-Match` may get a 304. */
  readonly isConditional?: boolean;
  /** Statuses of errors that not every such call has. The answer's message says why. */
  readonly problems?: readonly ProblemStatus[];
  /** How often it may be called before answers are 429. */
  readonly limit?: string;
  /** Path parameters missing here are ids. */
  readonly parameters?: readonly Parameter[];
  /** Everyone else gets 401, or 403 without a role. */
  readonly who: "anyone" | "member" | "member with a role";
  readonly body?: z.ZodType | JsonSchema | "file" | undefined;
}

export interface Call extends Omit<Description, "body"> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{names}` of its parameters. */
  readonly path: string;
  readonly body?: JsonSchema | "file";
}

const descriptions = new WeakMap<object, Description>();

/** Only describes the call whose handlers follow it. */
export function describe(
  group: Group,
  summary: string,
  rest: Omit<Description, "group" | "summary" | "who"> & Partial<Pick<Description, "who">>,
): MiddlewareHandler {
  const handler: MiddlewareHandler = (_, next) => next();
  descriptions.set(handler, { group, summary, who: "anyone", ...rest });
  return handler;
}

/** All described calls, in the order in which routes were mounted. */
export function callsOf(routes: readonly RouterRoute[]): Call[] {
  return routes.flatMap((route) => {
    const description = descriptions.get(route.handler);
    if (description === undefined) return [];
    const { body, parameters: described = [], ...rest } = description;
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    const parameters = [...idsIn(path, described), ...described];
    return [{
      ...rest,
      method: route.method.toLowerCase() as Call["method"],
      path,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { body: body instanceof z.ZodType ? jsonSchema(body) : body }),
    }];
  });
}

function idsIn(path: string, described: readonly Parameter[]): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
    .filter((name) => !described.some((parameter) => parameter.name === name))
    .map((name) => ({ name, in: "path", says: "Id", schema: { type: "string", format: "uuid" } }));
}

export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: "input" });
  return body;
}

export const changesAnHour = "60 changes an hour by one member";
