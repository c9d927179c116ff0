import { type Context, Hono } from "hono";
import { checkResetPassword } from "../../forms/account-checks.ts";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { cut, invalidForm, readForm, refusedForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";
import { ResetPasswordPage, type ResetPasswordProps } from "./page.tsx";

/** How long the success shows before the login page, in seconds. */
const redirectSeconds = 3;

export function resetPasswordRoutes({ product, config: { passwordMinLength } }: SiteDeps) {
  const show = (c: Context<PageEnv>, shown: Omit<ResetPasswordProps, "passwordMinLength">) =>
    c.render(<ResetPasswordPage {...shown} passwordMinLength={passwordMinLength} />, {
      title: "Reset Password",
      isSecret: true,
      ...(shown.isDone && { refresh: { seconds: redirectSeconds, to: paths.home() } }),
    });

  return new Hono<PageEnv>()
    .use(paths.resetPassword(), forSignedOut())
    .get(paths.resetPassword(), (c) => show(c, { token: cut(c.req.query("token") ?? "") }))
    .post(paths.resetPassword(), async (c) => {
      const { checked, texts: { token = "" } } = await readForm(
        c,
        ["token", "newPassword", "confirmPassword"],
        checkResetPassword,
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
        keepBrowser(await product.accounts.passwordReset.complete(reset, origin, c.req.raw.signal));
        return show(c, { token: "", isDone: true });
      } catch (error) {
        return show(c, { token, form: refusedForm(c, error, {}, "Reset Failed") });
      }
    });
}
