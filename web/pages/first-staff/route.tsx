import { type Context, Hono } from "hono";
import { FirstStaffRegistration } from "../../../api/contract/account.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import { flash } from "../../flash.ts";
import { accountCreated } from "../../forms/account-messages.ts";
import type { Checked, FormState } from "../../forms/form-state.ts";
import type { PageEnv } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { cut, invalidForm, readForm, refusedForm } from "../form.ts";
import { FirstStaffPage, registrationFields } from "./page.tsx";

/** `/first-staff`: for people with the secret link, signed in or not. */
export function firstStaffRoutes({ product: { accounts }, config }: SiteDeps): Hono<PageEnv> {
  const { firstStaff } = accounts;

  async function show(c: Context<PageEnv>, token: string, form?: FormState) {
    const is = token === "" ? "expired" : await firstStaff.look(token);
    if (is !== "good") c.status(400);
    const { programName, passwordMinLength } = config;
    return c.render(
      <FirstStaffPage
        is={is}
        token={token}
        programName={programName}
        passwordMinLength={passwordMinLength}
        username={c.var.viewer?.username}
        form={form}
      />,
      { title: "First Staff Account", isSecret: true },
    );
  }

  return new Hono<PageEnv>()
    .get(pagePaths.firstStaff(), (c) => show(c, cut(c.req.query("token") ?? "")))
    .post(pagePaths.firstStaff(), async (c) => {
      const { viewer, origin, signIn } = c.var;
      const { checked, values, texts: { token = "" } } = await readForm(
        c,
        ["token", ...registrationFields],
        ({ token: _, ...texts }) => checkFirstStaff(texts),
      );
      try {
        if (viewer !== undefined) {
          await firstStaff.take(token, viewer.memberId, origin);
          flash(c, { title: "Your account is staff now" });
          return c.redirect(paths.home(), 303);
        }
        if (!checked.ok) return await show(c, token, invalidForm(c, checked.fields, values));
        const registration = { ...checked.value, token };
        await signIn(await firstStaff.register(registration, origin, c.req.raw.signal));
      } catch (error) {
        return await show(c, token, refusedForm(c, error, values, "Account not created"));
      }
      flash(c, accountCreated(config.programName));
      return c.redirect(paths.home(), 303);
    });
}

function checkFirstStaff(
  texts: Readonly<Record<string, string>>,
): Checked<FirstStaffRegistration> {
  const parsed = FirstStaffRegistration.safeParse(texts);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, fields: fieldMessages(parsed.error) };
}
