import { type Context, Hono } from "hono";
import { replyWays } from "../../../../../events/program/setting-events.ts";
import type { Explained } from "../../../../../api/mail/setup/explain-failure.ts";
import { ReplyForm } from "../../../../../api/mail/setup/reply-form.ts";
import { flash } from "../../../../flash.ts";
import type { FormState } from "../../../../forms/form-state.ts";
import type { MemberEnv } from "../../../../page-env.ts";
import { pagePaths } from "../../../../paths.ts";
import type { SiteDeps } from "../../../../site-deps.ts";
import { checked } from "../../../connections/read-texts.ts";
import { readForm, refusedForm } from "../../../form.ts";
import { firstValues, SetUpAnswersPage } from "./page.tsx";

const names = [
  "does",
  "way",
  "address",
  "usesPlus",
  "authservId",
  "host",
  "port",
  "user",
  "mailPassword",
  "folder",
  "topic",
] as const;

/** `/program/mail/answers`, for staff. */
export function answersRoutes({ product: { replies, settings } }: SiteDeps): Hono<MemberEnv> {
  async function showForm(c: Context<MemberEnv>, sent?: FormState, failed?: Explained) {
    const { member: { memberId }, origin } = c.var;
    const isConfirmed = settings.isConfirmed(origin);
    const view = await replies.view(memberId, false);
    const isOurs = view.by === "staff" || view.by === "nobody" && view.can === "set-up";
    if (!isOurs && sent === undefined) return c.redirect(pagePaths.programMail(), 302);
    const set = view.by === "staff" ? view.form : undefined;
    const asked = sent?.values.way ?? c.req.query("way");
    const way = replyWays.find((each) => each === asked) ?? set?.way ?? "imap";
    // A switch that is off is not among the saved values.
    const shown = set === undefined ? firstValues : { ...firstValues, usesPlus: "", ...set };
    const values = sent?.values ??
      Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]));
    return c.render(<SetUpAnswersPage {...{ way, values, sent, failed, isConfirmed }} />, {
      title: "Set up answers by email",
    });
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.setUpAnswers(), (c) => showForm(c))
    .post(pagePaths.setUpAnswers(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { texts: { does, ...texts }, values } = await readForm(
        c,
        names,
        (value) => ({ ok: true, value }),
      );
      try {
        if (does === "confirm") {
          settings.requireConfirmed(origin);
          return c.redirect(pagePaths.setUpAnswers(texts.way), 303);
        }
        const failed = await replies.save(memberId, checked(ReplyForm, texts), origin);
        if (failed) return await showForm(c, { values, fields: {} }, failed);
        flash(c, { title: "Answers by email are set up" });
      } catch (error) {
        const title = "Answers by email aren't set up yet";
        return await showForm(c, refusedForm(c, error, values, title));
      }
      return c.redirect(pagePaths.programMail(), 303);
    });
}
