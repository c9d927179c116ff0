import { type Context, Hono } from "hono";
import { readSessions } from "../../../api/routes/accounts.ts";
import { flash } from "../../flash.ts";
import { checkChangePassword } from "../../forms/account-checks.ts";
import type { FormState } from "../../forms/form-state.ts";
import { isStaff } from "../../../events/program/admission.ts";
import {
  noticesOff,
  noticesOn,
  otherSessionsEnded,
  passwordChanged,
  sessionEnded,
} from "../../forms/security-words.ts";
import type { MemberEnv } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { invalidForm, readForm, refusedForm } from "../form.ts";
import { SecurityPage } from "./page.tsx";

/** `/profile/security`, and where its forms post. */
export function securityRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { security, program } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { member, origin } = c.var;
    const { memberId, username } = member;
    const { passwordMinLength } = config;
    return c.render(
      <SecurityPage
        password={{ username, passwordMinLength, ...(sent && { sent }) }}
        sessions={await readSessions(security, memberId, origin)}
        now={config.now()}
        wantsStaffNotices={isStaff(member) ? member.wantsStaffNotices : undefined}
      />,
      { title: "Password & Sessions" },
    );
  }

  return new Hono<MemberEnv>()
    .get(paths.security(), (c) => show(c))
    .get(paths.changePassword(), (c) => c.redirect(paths.security(), 302))
    .post(paths.changePassword(), async (c) => {
      const fields = ["currentPassword", "newPassword", "confirmPassword"];
      const { checked } = await readForm(c, fields, checkChangePassword);
      if (!checked.ok) return show(c, invalidForm(c, checked.fields, {}));
      const { currentPassword, newPassword } = checked.value;
      try {
        const { member: { memberId }, origin, keepBrowser } = c.var;
        const change = { currentPassword, newPassword };
        keepBrowser(await security.changePassword(memberId, change, origin, c.req.raw.signal));
      } catch (error) {
        return show(c, refusedForm(c, error, {}, "Password not changed"));
      }
      flash(c, passwordChanged);
      return c.redirect(paths.security(), 303);
    })
    .get(pagePaths.staffNotices(), (c) => c.redirect(paths.security(), 302))
    .post(pagePaths.staffNotices(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const wants = (await c.req.formData()).get("wants") === "yes";
      await program.changeNotices(memberId, wants, origin);
      flash(c, wants ? noticesOn : noticesOff);
      return c.redirect(paths.security(), 303);
    })
    .post(paths.endSession(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { texts: { session } } = await readForm(
        c,
        ["session"],
        (value) => ({ ok: true, value }),
      );
      if (session === undefined) await security.endOtherSessions(memberId, origin);
      else await security.endSession(memberId, session);
      flash(c, session === undefined ? otherSessionsEnded : sessionEnded);
      return c.redirect(paths.security(), 303);
    });
}
