import { Hono } from "hono";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site.tsx";

export function homeRoutes(_deps: SiteDeps) {
  return new Hono<MemberEnv>()
    .get(paths.home(), (c) => c.render(<h1>Home</h1>, { title: "Home" }));
}
