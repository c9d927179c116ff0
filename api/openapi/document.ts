import type { RouterRoute } from "hono/types";
import { z } from "zod";
import { sessionCookie } from "../middleware/session.ts";
import { answers } from "./answers.ts";
import {
  type Call,
  callsOf,
  groups,
  type JsonSchema,
  type Parameter,
  type ProblemStatus,
} from "./describe.ts";

export type OpenApiDocument = ReturnType<typeof documentOf>;
type Responses = Readonly<Record<string, { readonly description: string }>>;
export type Operation = ReturnType<typeof operationOf>;

export function documentOf(routes: readonly RouterRoute[], appOrigin: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of callsOf(routes)) (paths[call.path] ??= {})[call.method] = operationOf(call);
  return {
    openapi: "3.1.1",
    info: {
      title: "Alumni Connect",
      version: "1",
      description: "The calls that the pages make. Requests that change something must come from " +
        "a page of this origin. Every answer that is no success is a Problem; one with 429 or 503 " +
        "says in `Retry-After` after how many seconds to try again, and every answer has an " +
        "`X-Request-Id` that the log has, too. A call may say in `X-Member` whose page it comes " +
        "from: when someone else is signed in by then, it is 401.",
    },
    servers: [{ url: appOrigin }],
    tags: groups.map((name) => ({ name })),
    paths,
    components: {
      schemas: answerSchemas(),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie(appOrigin).name,
          description:
            "Set by signing in. Ends after 7 days without a visit, and after 30 in any " +
            "case.",
        },
        sameOrigin: {
          type: "apiKey",
          in: "header",
          name: "Origin",
          description: `Is ${appOrigin}, or Sec-Fetch-Site is same-origin: browsers send both.`,
        },
      },
    },
  };
}

/** Whether only pages of this origin may make a call. */
export function isForPagesOnly({ method, path }: Call): boolean {
  return method !== "get" && path.startsWith("/api/");
}

function operationOf(call: Call) {
  const { method, path, group, summary, details, who, parameters, body, limit } = call;
  const isMember = who !== "anyone";
  const security = {
    ...(isMember && { session: [] }),
    ...(isForPagesOnly(call) && { sameOrigin: [] }),
  };
  const description = [
    details,
    limit && `Limit: ${limit}.`,
    who === "member with a role" && "For members who have chosen a role.",
  ].filter(Boolean).join(" ");
  return {
    operationId: `${method} ${path}`.toLowerCase().replaceAll(/[^a-z]+/g, "-")
      .replaceAll(/^-|-$/g, ""),
    tags: [group],
    summary,
    ...(description !== "" && { description }),
    security: [security],
    ...(parameters && { parameters: parameters.map(parameterOf) }),
    ...(body && {
      requestBody: {
        required: true,
        content: body === "file"
          ? { "application/octet-stream": { schema: {} } }
          : { "application/json": { schema: body } },
      },
    }),
    responses: { ...successOf(call), ...problemsOf(call) } as Responses,
  };
}

function parameterOf({ name, in: place, says, schema, isJson }: Parameter) {
  return {
    name,
    in: place,
    description: says,
    ...(place === "path" && { required: true }),
    ...(isJson ? { content: { "application/json": { schema } } } : { schema }),
  };
}

function successOf({ answer: [status, body], headers, isConditional }: Call) {
  const described = Object.entries(headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return {
    [status]: {
      description: status === 204 ? "It is done" : "As asked",
      ...(headers && { headers: Object.fromEntries(described) }),
      ...(body !== undefined && { content: contentOf(body) }),
    },
    ...(isConditional && { 304: { description: "It has not changed" } }),
  };
}

function contentOf(body: string) {
  return body.includes("/")
    ? { [body]: { schema: {} } }
    : { "application/json": { schema: { $ref: `#/components/schemas/${body}` } } };
}

const problemSays: Readonly<Record<ProblemStatus, string>> = {
  400: "A value is not valid: `fields` or the message says which",
  401: "The name or the password is wrong",
  403:
    "It is not allowed, and the message says why; with `confirm`, not before the password was given to /api/confirm",
  404: "There is nothing here that the caller may see",
  409: "It does not fit what is there by now, and the message says why",
  412: "It was changed since, and `profile` is what is there",
  413: "The file is larger than 10 MB",
  415: "The file is no picture and no PDF",
};

/** A call's own errors, and those of every such call. */
function problemsOf(call: Call): Record<string, unknown> {
  const { path, who, body, problems, limit } = call;
  if (!/^\/(api|objects)\//.test(path)) return { 503: { description: "It can't, as text" } };
  const all: Record<string, string[]> = {};
  const add = (status: number | string, says: string) => (all[status] ??= []).push(says);
  if (body !== undefined && body !== "file") add(400, "The body is not valid");
  if (who !== "anyone") add(401, "Not authenticated");
  if (isForPagesOnly(call)) {
    add(403, "The request did not come from a page of this site");
    add(413, "The body is too large: more than 64 KB, or 512 KB of a profile");
    add(415, "The body is not JSON");
  }
  if (who === "member with a role") {
    add(
      403,
      "No role is selected yet; where others are shown, also: the program has not approved the caller",
    );
  }
  for (const status of problems ?? []) add(status, problemSays[status]);
  if (limit !== undefined) add(429, "Too often");
  add(500, "A fault of the service; the message has a reference that the log has, too");
  add(503, "Something that the call needs is away for a moment");
  const schema = { $ref: "#/components/schemas/Problem" };
  return Object.fromEntries(
    Object.entries(all).map(([status, says]) => [status, {
      description: says.join("; "),
      ...((status === "429" || status === "503") && {
        headers: { "Retry-After": { description: "In seconds", schema: { type: "integer" } } },
      }),
      content: { "application/json": { schema } },
    }]),
  );
}

function answerSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _, $schema: __, ...schema }]) => [name, schema]),
  );
}
