import { Hono } from "hono";
import type { MailHook } from "../mail/arriving/ways/mail-hook.ts";
import type { PageEnv } from "../middleware/session.ts";

/**
 * Mounted at `/mail`, where a mail service posts mails. A wrong secret goes on to what answers unknown paths. Mailgun
 * posts the mail itself only to paths that end in "mime".
 */
export function mailHookRoutes(hook: Pick<MailHook, "isSecret" | "take">) {
  return new Hono<PageEnv>().post("/:secret/:form{mime}?", async (c, next) => {
    if (!hook.isSecret(c.req.param("secret"))) return await next();
    const { status, outcome } = await hook.take(c.req.raw);
    return outcome === undefined ? c.body(null, status) : c.json(outcome, status);
  });
}
