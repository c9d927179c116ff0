import { Hono } from "hono";
import type { MailHook } from "../../mail/inbound/transports/mail-hook.ts";
import type { PageEnv } from "../middleware/session.ts";

/**
 * Mounted at `/mail`, where mail services post. A wrong secret gets the same answer as unknown paths.
 * Mailgun posts whole mails only to paths that end in "mime".
 */
export function mailHookRoutes(hook: Pick<MailHook, "take">) {
  return new Hono<PageEnv>().post("/:secret/:form{mime}?", async (c, next) => {
    const taken = await hook.take(c.req.param("secret"), c.req.raw);
    if (taken === undefined) return await next();
    const { status, outcome } = taken;
    return outcome === undefined ? c.body(null, status) : c.json(outcome, status);
  });
}
