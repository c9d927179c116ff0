import { Hono } from "hono";
import type { Context } from "hono";
import { codeForm } from "../../forms/account-forms.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { passwordRemoved, welcomeBack } from "../../toasts/messages.ts";
import { cut, submitForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";
import { CodePage } from "./view.tsx";

/** `/code`: for everyone, since the mail may be opened in any browser. Opening it changes nothing. */
export function codeRoutes({ product, config }: SiteDeps) {
  async function show(c: Context<PageEnv>, sent?: FormState) {
    const { origin, viewer } = c.var;
    const page = (
      <CodePage
        isAsker={viewer === undefined && origin.challenge !== undefined}
        code={cut(c.req.query("code") ?? "")}
        isMailed={await product.codeByMail.isPossible()}
        supportEmail={config.supportEmail}
        sent={sent}
      />
    );
    return c.render(page, { title: "Enter Your Code", isSecret: true });
  }

  return new Hono<PageEnv>()
    .get(paths.code(), (c) => show(c))
    .get(paths.enterCode(), (c) => c.redirect(paths.code(), 302))
    .post(paths.enterCode(), forSignedOut, (c) =>
      submitForm(c, {
        form: codeForm,
        failed: "Not signed in",
        show: (sent) => show(c, sent),
        async run(typed) {
          const { origin, signIn, keepChallenge } = c.var;
          const answer = await product.codeSignIn.enter(typed, origin);
          keepChallenge(undefined);
          if (answer.is === "invited") {
            return c.redirect(pagePaths.invitation(answer.token), 303);
          }
          await signIn(answer.as);
          return answer.hasLostPassword ? passwordRemoved : welcomeBack;
        },
      }));
}
