import { Hono } from "hono";
import type { PageEnv } from "../page-env.ts";
import type { SiteDeps } from "../site.tsx";

export function accountRoutes(_deps: SiteDeps) {
  return new Hono<PageEnv>();
}
