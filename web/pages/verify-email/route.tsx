import { type Context, Hono } from "hono";
import { toProblem } from "../../../api/problems.ts";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { cut, readForm } from "../form.ts";
import { VerifyEmailPage, type VerifyEmailState } from "./page.tsx";

/** `/verify-email`: for everyone, signed in or not, since a link may be opened anywhere. */
export function verifyEmailRoutes({ product }: SiteDeps) {
  const show = (c: Context<PageEnv>, state: VerifyEmailState) =>
    c.render(<VerifyEmailPage state={state} viewer={c.var.viewer} />, {
      title: "Confirm Email",
      isSecret: true,
    });

  return new Hono<PageEnv>()
    .get(paths.verifyEmail(), (c) => {
      const token = cut(c.req.query("token") ?? "");
      return show(c, token === "" ? { is: "invalid" } : { is: "asking", token });
    })
    .post(paths.verifyEmail(), async (c) => {
      const { texts: { token = "" } } = await readForm(
        c,
        ["token"],
        (value) => ({ ok: true, value }),
      );
      try {
        await product.accounts.verifyEmail({ token }, c.var.origin);
      } catch (error) {
        if (toProblem(error)?.status !== 400) throw error;
        c.status(400);
        return show(c, { is: "invalid" });
      }
      return show(c, { is: "confirmed" });
    })
    .get(paths.resendVerification(), (c) => c.redirect(paths.verifyEmail(), 302))
    .post(paths.resendVerification(), async (c) => {
      const { viewer } = c.var;
      if (viewer === undefined) return c.redirect(paths.home(), 303);
      try {
        await product.accounts.resendVerification(viewer.memberId);
      } catch (error) {
        const problem = toProblem(error);
        if (problem?.status !== 429) throw error;
        c.status(429);
        c.header("Retry-After", String(problem.retryAfterSeconds ?? ""));
        return show(c, { is: "refused", message: problem.message });
      }
      return show(c, { is: "sent" });
    });
}
