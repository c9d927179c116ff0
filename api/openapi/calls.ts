import type { RouterRoute } from "hono/types";
import { z } from "zod";
import { requireMember, requireRole } from "../middleware/session.ts";
import {
  bodyOf,
  type Description,
  descriptionOf,
  type JsonSchema,
  type Parameter,
} from "./describe.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Who may make a call; everyone else gets 401, or 403 while they have no role. */
export type Who = "anyone" | "member" | "member with a role";

/** A mounted call, with its route's description. */
export interface Call extends Description {
  readonly method: Method;
  /** With `{names}` of what varies in it. */
  readonly path: string;
  readonly who: Who;
}

/** Every call that describes itself, in the order in which the routes were mounted. */
export function callsOf(routes: readonly RouterRoute[]): Call[] {
  return routes.flatMap((route) => {
    const description = descriptionOf(route.handler);
    if (description === undefined) return [];
    const handlers = routes.filter((other) => isBefore(other, route)).map(({ handler }) => handler);
    const body = description.body ?? handlers.flatMap((handler) => {
      const schema = bodyOf(handler);
      return schema === undefined ? [] : [jsonSchema(schema)];
    })[0];
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    const parameters = parametersOf(path, description.parameters ?? []);
    return [{
      ...description,
      method: route.method.toLowerCase() as Method,
      path,
      who: handlers.includes(requireRole)
        ? "member with a role"
        : handlers.includes(requireMember)
        ? "member"
        : "anyone",
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { body }),
    }];
  });
}

/** Whether requests of a route pass another one of the list. */
function isBefore(other: RouterRoute, { method, path }: RouterRoute): boolean {
  if (other.method === method) return other.path === path;
  if (other.method !== "ALL" || !other.path.endsWith("/*")) return false;
  return `${path}/`.startsWith(other.path.slice(0, -1));
}

function parametersOf(path: string, described: readonly Parameter[]): Parameter[] {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
    .filter((name) => !described.some((parameter) => parameter.name === name))
    .map((name): Parameter => ({
      name,
      in: "path",
      says: "Id",
      schema: { type: "string", format: "uuid" },
    }));
  return [...ids, ...described];
}

/** Schema of a body before it is trimmed and defaults are added. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: "input" });
  return body;
}
