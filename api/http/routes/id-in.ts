import type { Context } from "hono";
import { Problem } from "../../contract/problem.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id in a path. @throws {Problem} 404 if it isn't a UUID. */
export function idIn(c: Context, param: string, message: string): string {
  const id = (c.req.param(param) ?? "").toLowerCase();
  if (!uuid.test(id)) throw new Problem(404, message);
  return id;
}
