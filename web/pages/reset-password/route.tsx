import { type Context, Hono } from "hono";
import { checkResetPassword } from "../../forms/account-checks.ts";
import type { FormState } from "../../forms/form-state.ts";
import { Island } from "../../islands/island.tsx";
import { ResetPasswordForm } from "../../islands/reset-password/reset-password.tsx";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { cut, invalidForm, readForm, refusedForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";

interface Shown {
  /** From the mailed link; without it there is nothing to reset. */
  readonly token: string;
  readonly form?: FormState;
  readonly isDone?: boolean;
}

/** How long the success shows before the login page, in seconds. */
const redirectSeconds = 3;

export function resetPasswordRoutes({ product, config: { passwordMinLength } }: SiteDeps) {
  const show = (c: Context<PageEnv>, shown: Shown) => {
    const props = { ...shown, passwordMinLength };
    return c.render(
      <div className="account-page">
        <Island name="reset-password" of={ResetPasswordForm} start="interaction" props={props} />
      </div>,
      {
        title: "Reset Password",
        isSecret: true,
        ...(props.isDone && { refresh: { seconds: redirectSeconds, to: paths.home() } }),
      },
    );
  };

  return new Hono<PageEnv>()
    .use(paths.resetPassword(), forSignedOut())
    .get(paths.resetPassword(), (c) => show(c, { token: cut(c.req.query("token") ?? "") }))
    .post(paths.resetPassword(), async (c) => {
      const { checked, texts: { token = "" } } = await readForm(
        c,
        ["token", "newPassword", "confirmPassword"],
        ({ token: _, ...passwords }) => checkResetPassword(passwords),
      );
      if (token === "") {
        c.status(400);
        const failure = { title: "Invalid Link", message: "Password reset token is missing" };
        return show(c, { token, form: { values: {}, fields: {}, failure } });
      }
      if (!checked.ok) {
        return show(c, { token, form: invalidForm(c, checked.fields, {}) });
      }
      try {
        const { newPassword } = checked.value;
        const { origin, keepBrowser } = c.var;
        const reset = { token, newPassword };
        keepBrowser(await product.accounts.resetPassword(reset, origin, c.req.raw.signal));
        return show(c, { token: "", isDone: true });
      } catch (error) {
        return show(c, { token, form: refusedForm(c, error, {}, "Reset Failed") });
      }
    });
}
