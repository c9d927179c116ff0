import type { Context, MiddlewareHandler } from "hono";
import { Confirmation } from "../../../api/contract/account.ts";
import { Problem, toProblem } from "../../../api/problems.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import type { PageEnv } from "../../page-env.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { cut, secrets } from "../form.ts";
import { confirmField, ConfirmPage } from "./page.tsx";

/** More fields than any form that asks for the password; further ones are dropped. */
const mostFields = 20;

/**
 * Step-up authentication without script: a form that needs the password first is answered with a
 * question for it. The question carries the form's fields, and posts them on once the password is right.
 */
export function confirmFirst({ product }: Pick<SiteDeps, "product">): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const viewer = c.get("viewer");
    if (viewer === undefined || c.req.method !== "POST") return await next();
    const origin = c.get("origin");
    const given = (await c.req.formData()).get(confirmField);
    if (typeof given === "string") {
      try {
        const checked = Confirmation.safeParse({ password: given });
        if (!checked.success) throw new Problem(400, fieldMessages(checked.error).password ?? "");
        const session = await product.security.confirm(viewer.memberId, checked.data, origin);
        c.set("origin", { ...origin, session });
      } catch (error) {
        return await ask(c, error);
      }
    }
    await next();
    if (c.error === undefined || !toProblem(c.error)?.details.confirm) return;
    c.res = await ask(c);
  };
}

async function ask(c: Context<PageEnv>, error?: unknown) {
  const problem = error === undefined ? undefined : toProblem(error);
  if (error !== undefined && problem === undefined) throw error;
  c.status(problem?.status ?? 403);
  if (problem?.retryAfterSeconds !== undefined) {
    c.header("Retry-After", String(problem.retryAfterSeconds));
  }
  const sent = [...await c.req.formData()].slice(0, mostFields).flatMap(([name, value]) =>
    typeof value === "string" && name !== confirmField && !secrets.has(name)
      ? [[cut(name), cut(value)] as const]
      : []
  );
  return await c.render(
    <ConfirmPage action={c.req.path} sent={sent} error={problem?.message} />,
    { title: "Confirm", isSecret: true },
  );
}
