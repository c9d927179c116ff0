import { type Context, Hono } from "hono";
import { testLetter } from "../../../../api/mail/test-letter.ts";
import type { TestOutcome } from "../../../../api/program/mail-setup.ts";
import { flash } from "../../../flash.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { refusedForm } from "../../form.ts";
import { MailPage } from "./page.tsx";

/** `/program/mail`, behind the door of `/program`. */
export function mailRoutes({ product: { mail }, config }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: FormState, failed?: TestOutcome) {
    const { email } = c.var.member;
    const state = await mail.state();
    const test = testLetter(config);
    return c.render(<MailPage {...{ state, email, test, sent, failed }} />, { title: "Mail" });
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programMail(), (c) => show(c))
    .post(pagePaths.programMail(), async (c) => {
      try {
        const outcome = await mail.sendTest(c.var.member.memberId);
        if (!outcome.isSent) return await show(c, undefined, outcome);
        flash(c, { title: `Test email sent to ${outcome.to}` });
      } catch (error) {
        return await show(c, refusedForm(c, error, {}, "Test email not sent"));
      }
      return c.redirect(pagePaths.programMail(), 303);
    });
}
