import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { PageEnv } from "../../page-env.ts";
import { ownAddress, paths } from "../../paths.ts";
import { themeCookieSeconds } from "../../theme.ts";

/** The theme toggle without script: changes the theme and redirects to the page it was pressed on. */
export function themeRoutes() {
  return new Hono<PageEnv>().post(paths.theme(), async (c) => {
    const returnTo = (await c.req.formData()).get("returnTo");
    setCookie(c, "theme", getCookie(c, "theme") === "dark" ? "light" : "dark", {
      path: "/",
      maxAge: themeCookieSeconds,
      sameSite: "Lax",
    });
    // Redirects only within this site, so that forms on other sites can't use it as an open
    // redirect.
    const address = typeof returnTo === "string" ? ownAddress(returnTo) : undefined;
    return c.redirect(address ?? paths.home(), 303);
  });
}
