import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { PageEnv } from "../../page-env.ts";
import { ownAddress, paths } from "../../paths.ts";
import { themeCookieSeconds } from "../../theme.ts";

/** The theme toggle without script: turns the theme round and goes back to where it was pressed. */
export function themeRoutes() {
  return new Hono<PageEnv>().post(paths.theme(), async (c) => {
    const returnTo = (await c.req.formData()).get("returnTo");
    setCookie(c, "theme", getCookie(c, "theme") === "dark" ? "light" : "dark", {
      path: "/",
      maxAge: themeCookieSeconds,
      sameSite: "Lax",
    });
    // A form elsewhere must not send people away through us.
    const address = typeof returnTo === "string" ? ownAddress(returnTo) : undefined;
    return c.redirect(address ?? paths.home(), 303);
  });
}
