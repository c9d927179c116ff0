import { type Context, Hono } from "hono";
import { mailWays } from "../../../../events/program/setting-events.ts";
import { MailSettings } from "../../../../api/mail/setup/mail-form.ts";
import { testLetter } from "../../../../api/mail/letters/account-letters.ts";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import type { TestOutcome } from "../../../../api/program/mail/mail-setup.ts";
import { flash } from "../../../flash.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { checked } from "../../connections/read-texts.ts";
import { readForm, refusedForm } from "../../form.ts";
import { answersRoutes } from "./answers/route.tsx";
import { MailPage } from "./page.tsx";
import { SetUpMailPage } from "./set-up.tsx";

const names = [
  "does",
  "way",
  "host",
  "port",
  "security",
  "user",
  "domain",
  "region",
  "accessKeyId",
  "mailPassword",
  "fromAddress",
  "fromName",
] as const;

/** `/program/mail`, for staff. */
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
    return c.render(
      <MailPage {...{ state, view, replyView, refused, email, test, sent, failed }} />,
      {
        title: "Mail",
      },
    );
  }

  async function showForm(c: Context<MemberEnv>, sent?: FormState, failed?: Explained) {
    const { memberId, email } = c.var.member;
    const view = await mail.view(memberId);
    if (view.by === "variables") {
      return sent ? await show(c, sent) : c.redirect(pagePaths.programMail(), 302);
    }
    const set = view.by === "staff" ? view.settings : undefined;
    const asked = sent?.values.way ?? c.req.query("way");
    const way = mailWays.find((each) => each === asked) ?? set?.way ?? "smtp";
    const shown = set?.way === way ? Object.entries(set) : [];
    const values = sent?.values ??
      Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
    const isConfirmed = settings.isConfirmed(c.var.origin);
    return c.render(<SetUpMailPage {...{ way, values, sent, failed, isConfirmed, email }} />, {
      title: "Set up mail",
    });
  }

  return new Hono<MemberEnv>()
    .route("/", answersRoutes(deps))
    .get(pagePaths.programMail(), (c) => show(c))
    .post(pagePaths.programMail(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const does = (await c.req.formData()).get("does");
      const isTest = does === null || does === "test-answers";
      try {
        if (isTest) {
          const outcome = await (does === null ? mail : replies).sendTest(memberId);
          if (!outcome.isSent) return await show(c, undefined, outcome);
          flash(c, { title: `Test email sent to ${outcome.to}` });
        } else if (does === "show-address") {
          settings.requireConfirmed(origin);
        } else if (does === "remove-answers") {
          await replies.remove(memberId, origin);
          flash(c, { title: "Answers by email are off" });
        } else if (does === "remove") {
          await mail.remove(memberId, origin);
          flash(c, { title: "Mail settings removed" });
        }
      } catch (error) {
        const title = isTest ? "Test email not sent" : "Not removed";
        return await show(c, refusedForm(c, error, {}, title));
      }
      return c.redirect(pagePaths.programMail(), 303);
    })
    .get(pagePaths.setUpMail(), (c) => showForm(c))
    .post(pagePaths.setUpMail(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { texts: { does, ...texts }, values } = await readForm(
        c,
        names,
        (value) => ({ ok: true, value }),
      );
      try {
        if (does === "confirm") {
          settings.requireConfirmed(origin);
          return c.redirect(pagePaths.setUpMail(texts.way), 303);
        }
        const outcome = await mail.save(memberId, checked(MailSettings, texts), origin);
        if (!outcome.isSent) return await showForm(c, { values, fields: {} }, outcome);
        flash(c, { title: `Mail is set up. A test email is on its way to ${outcome.to}` });
      } catch (error) {
        return await showForm(c, refusedForm(c, error, values, "Mail isn't set up yet"));
      }
      return c.redirect(pagePaths.programMail(), 303);
    });
}
