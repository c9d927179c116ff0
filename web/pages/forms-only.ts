import type { MiddlewareHandler } from "hono";
import { Problem } from "../../api/problems.ts";

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Pages take forms only, and whole ones. The form that is read here stays in the request's cache,
 * from where the page takes it.
 */
export function formsOnly(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === "POST") {
      if (!formTypes.test(c.req.header("Content-Type") ?? "")) {
        throw new Problem(415, "This page takes forms only");
      }
      try {
        await c.req.formData();
      } catch (error) {
        // Too large is said by the limit on bodies, in its own words.
        if (error instanceof Problem) throw error;
        throw new Problem(400, "The form could not be read");
      }
    }
    await next();
  };
}
