import { type Context, Hono } from "hono";
import { checkForgotPassword } from "../../forms/account-checks.ts";
import type { FormState } from "../../forms/form-state.ts";
import { ForgotPasswordForm } from "../../islands/forgot-password/forgot-password.tsx";
import { Island } from "../../islands/island.tsx";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { invalidForm, readForm, refusedForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";

interface Shown {
  readonly form?: FormState;
  /** The request was taken; in development mode with the token that the mail would hold. */
  readonly sent?: { readonly devToken?: string };
}

export function forgotPasswordRoutes({ product }: SiteDeps) {
  const show = (c: Context<PageEnv>, props: Shown = {}) =>
    c.render(
      <div className="account-page">
        <Island
          name="forgot-password"
          of={ForgotPasswordForm}
          start="interaction"
          props={props}
        />
      </div>,
      { title: "Forgot Password" },
    );

  return new Hono<PageEnv>()
    .use(paths.forgotPassword(), forSignedOut())
    .get(paths.forgotPassword(), (c) => show(c))
    .post(paths.forgotPassword(), async (c) => {
      const { checked, values } = await readForm(c, ["email"], checkForgotPassword);
      if (!checked.ok) return show(c, { form: invalidForm(c, checked.fields, values) });
      try {
        const { devToken } = await product.accounts.forgotPassword(checked.value, c.var.origin);
        return show(c, { sent: devToken === undefined ? {} : { devToken } });
      } catch (error) {
        return show(c, { form: refusedForm(c, error, values, "Error") });
      }
    });
}
