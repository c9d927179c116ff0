import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { getCookie } from "hono/cookie";
import type { PageEnv } from "../../page-env.ts";
import { addressToReturnTo, paths } from "../../paths.ts";
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
    return c.redirect(ownAddress(returnTo, c.req.url), 303);
  });
}

/** Only an address of this site: a form elsewhere must not send people away through us. */
function ownAddress(wanted: unknown, requested: string): string {
  if (typeof wanted !== "string" || !URL.canParse(wanted, requested)) return paths.home();
  const url = new URL(wanted, requested);
  return url.origin === new URL(requested).origin ? addressToReturnTo(url) : paths.home();
}
