import { type Context, Hono } from "hono";
import { deleteCookie, getCookie } from "hono/cookie";
import { AccountDetails } from "../../../api/contract/account.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import { justRegistered } from "../../forms/just-registered.ts";
import type { MemberEnv } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { invalidForm, readForm, refusedForm } from "../form.ts";
import { CheckInboxPage } from "./page.tsx";

/** `/check-inbox`: shown in place of Home once after registering; a corrected address is posted to it. */
export function checkInboxRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const isMailed = async () => (await product.mail.state()).is !== "not-set-up";

  async function show(c: Context<MemberEnv>, form?: FormState) {
    const { email, admission } = c.var.member;
    const isRequired = admission?.state === "waiting" && admission.needs === "confirmation";
    const props = { email, isRequired, isMailed: await isMailed(), form };
    return c.render(<CheckInboxPage {...props} />, { title: "Check Your Inbox" });
  }

  return new Hono<MemberEnv>()
    .get(paths.home(), async (c, next) => {
      if (getCookie(c, justRegistered) === undefined) return await next();
      deleteCookie(c, justRegistered, { path: "/" });
      if (c.var.member.emailVerified) return await next();
      // Without mail there is nothing in the inbox.
      if (!await isMailed()) return await next();
      return await show(c);
    })
    .get(
      pagePaths.checkInbox(),
      (c) => c.var.member.emailVerified ? c.redirect(paths.home(), 302) : show(c),
    )
    .post(pagePaths.checkInbox(), async (c) => {
      const { member: { memberId, emailVerified }, origin } = c.var;
      if (emailVerified) return c.redirect(paths.home(), 303);
      const { checked, values } = await readForm(c, ["email"], check);
      if (!checked.ok) return show(c, invalidForm(c, checked.fields, values));
      try {
        await product.accounts.changeDetails(memberId, checked.value, origin);
      } catch (error) {
        return show(c, refusedForm(c, error, values, "Address not changed"));
      }
      flash(c, { title: await isMailed() ? "Link sent" : "Address changed" });
      return c.redirect(pagePaths.checkInbox(), 303);
    });
}

const Email = AccountDetails.pick({ email: true }).required();

function check(texts: Readonly<Record<string, string>>) {
  const parsed = Email.safeParse(texts);
  return parsed.success
    ? { ok: true as const, value: parsed.data }
    : { ok: false as const, fields: fieldMessages(parsed.error) };
}
