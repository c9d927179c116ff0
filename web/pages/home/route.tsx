import { Hono } from "hono";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { takeAddress } from "../return-to.ts";
import { HomePage } from "./page.tsx";

export function homeRoutes({ config }: SiteDeps) {
  return new Hono<MemberEnv>()
    .get(paths.home(), (c) => {
      const wanted = takeAddress(c);
      if (wanted !== undefined) return c.redirect(wanted, 303);
      return c.render(<HomePage brand={config} />, { title: "Home" });
    });
}
