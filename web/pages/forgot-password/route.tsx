import { type Context, Hono } from "hono";
import { flash } from "../../flash.ts";
import { checkForgotPassword } from "../../forms/account-checks.ts";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { invalidForm, readForm, refusedForm } from "../form.ts";
import { isEnhanced } from "../enhanced.ts";
import { forSignedOut } from "../guard.tsx";
import { ForgotPasswordPage, type ForgotPasswordProps, linkSent } from "./page.tsx";

export function forgotPasswordRoutes({ product }: SiteDeps) {
  const show = (c: Context<PageEnv>, props: ForgotPasswordProps = {}) =>
    c.render(<ForgotPasswordPage {...props} />, { title: "Forgot Password" });

  return new Hono<PageEnv>()
    .use(paths.forgotPassword(), forSignedOut())
    .get(paths.forgotPassword(), (c) => show(c))
    .post(paths.forgotPassword(), async (c) => {
      const { checked, values } = await readForm(c, ["email"], checkForgotPassword);
      if (!checked.ok) return show(c, { form: invalidForm(c, checked.fields, values) });
      try {
        const { devToken } = await product.accounts.passwordReset.request(
          checked.value,
          c.var.origin,
        );
        if (isEnhanced(c)) flash(c, linkSent);
        return show(c, { sent: devToken === undefined ? {} : { devToken } });
      } catch (error) {
        return show(c, { form: refusedForm(c, error, values, "Error") });
      }
    });
}
