import type { Context } from "hono";
import type { PageEnv } from "../../page-env.ts";
import type { SiteDeps } from "../../site.tsx";

export function renderSelectRole(c: Context<PageEnv>, _deps: SiteDeps) {
  return c.render(<h1>Select role</h1>, { title: "Select your role" });
}
