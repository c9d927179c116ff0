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
} from "../../toasts/messages.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { readFields, submitForm } from "../form.ts";
import { passwordFields, SecurityPage } from "./page.tsx";

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
    .post(paths.changePassword(), (c) =>
      submitForm(c, {
        fields: passwordFields,
        check: checkChangePassword,
        failed: "Password not changed",
        show: (sent) => show(c, sent),
        async run({ currentPassword, newPassword }) {
          const { member: { memberId }, origin, keepBrowser } = c.var;
          const change = { currentPassword, newPassword };
          keepBrowser(await security.changePassword(memberId, change, origin, c.req.raw.signal));
          return passwordChanged;
        },
        next: paths.security(),
      }))
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
      const { session } = await readFields(c, ["session"]);
      if (session === undefined) await security.endOtherSessions(memberId, origin);
      else await security.endSession(memberId, session);
      flash(c, session === undefined ? otherSessionsEnded : sessionEnded);
      return c.redirect(paths.security(), 303);
    });
}
