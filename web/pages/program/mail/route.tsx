import { type Context, Hono } from "hono";
import { MailSettings } from "../../../../api/mail/setup/mail-form.ts";
import { ReplyForm } from "../../../../api/mail/setup/reply-form.ts";
import { testLetter } from "../../../../api/mail/templates/account-letters.ts";
import type { TestOutcome } from "../../../../api/features/program/mail/mail-rules.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { checked, runForm } from "../../form.ts";
import { answersSetUp, firstValues } from "./answers/set-up.tsx";
import { MailPage } from "./view.tsx";
import { mailSetUp } from "./set-up.tsx";
import { signInRoutes } from "./sign-in.tsx";
import { wayRoutes } from "./way-route.tsx";

/** `/program/mail` and the pages that set it up, for staff. */
export function mailRoutes(deps: SiteDeps): Hono<MemberEnv> {
  const { product: { mail, replies, settings }, config } = deps;

  async function show(c: Context<MemberEnv>, sent?: FormState, failed?: TestOutcome) {
    const { memberId, email } = c.var.member;
    const [state, view, replyView, refused] = await Promise.all([
      mail.state(),
      mail.view(memberId),
      replies.view(memberId, settings.isConfirmed(c.var.origin)),
      mail.countRefused(),
    ]);
    const test = testLetter(config);
    const props = { state, view, replyView, refused, email, test, sent, failed };
    return c.render(<MailPage {...props} />, { title: "Mail" });
  }

  const mailForm = wayRoutes(settings, mailSetUp, {
    async read(memberId) {
      const view = await mail.view(memberId);
      if (view.by === "variables") return undefined;
      const set = view.by === "staff" ? view.settings : undefined;
      const { redirectUri } = mail;
      return {
        way: set?.way,
        valuesFor: (way) => ({ redirectUri, ...set?.way === way && set }),
      };
    },
    async save(c, texts) {
      const { member: { memberId }, origin } = c.var;
      const settings = checked(MailSettings, texts);
      if (settings.way !== "smtp") {
        await mail.startSignIn(memberId, settings, origin);
        return c.redirect(pagePaths.signInToMail(), 303);
      }
      const outcome = await mail.save(memberId, settings, origin);
      if (!outcome.isSent) return outcome;
      return `Mail is set up. A test email is on its way to ${outcome.to}`;
    },
  });

  const answersForm = wayRoutes(settings, answersSetUp, {
    async read(memberId) {
      const view = await replies.view(memberId, false);
      if (view.by === "nobody" && !view.canSetUp) {
        return undefined;
      }
      const set = view.by === "staff" ? view.form : undefined;
      // A switch that is off is absent from the saved values.
      return {
        way: set?.way,
        valuesFor: () => ({ ...firstValues, ...set && { usesPlus: "" }, ...set }),
      };
    },
    async save(c, texts) {
      const { member: { memberId }, origin } = c.var;
      const failed = await replies.save(memberId, checked(ReplyForm, texts), origin);
      return failed ?? "Answers by email are set up";
    },
  });

  return new Hono<MemberEnv>()
    .route("/", mailForm)
    .route("/", answersForm)
    .route("/", signInRoutes(mail))
    .get(pagePaths.programMail(), (c) => show(c))
    .post(pagePaths.programMail(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const does = (await c.req.formData()).get("does");
      const isTest = does === null || does === "test-answers";
      return await runForm(c, {
        async run() {
          if (isTest) {
            const outcome = await (does === null ? mail : replies).sendTest(memberId);
            if (!outcome.isSent) return await show(c, undefined, outcome);
            return `Test email sent to ${outcome.to}`;
          }
          if (does === "sign-in-again") {
            await mail.startSignIn(memberId, undefined, origin);
            return c.redirect(pagePaths.signInToMail(), 303);
          }
          if (does === "show-address") return settings.requireConfirmed(origin);
          if (does === "remove-answers") {
            await replies.remove(memberId, origin);
            return "Answers by email are off";
          }
          if (does === "remove") {
            await mail.remove(memberId, origin);
            return "Mail settings removed";
          }
        },
        next: pagePaths.programMail(),
        show: (sent) => show(c, sent),
        failed: isTest ? "Test email not sent" : "Not removed",
      });
    });
}
