import { type Context, Hono } from "hono";
import { flash } from "../../flash.ts";
import { checkSelectRole } from "../../forms/account-checks.ts";
import type { FormState } from "../../forms/form-state.ts";
import { roleSelected } from "../../forms/account-messages.ts";
import type { PageEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { invalidForm, readForm, refusedForm } from "../form.ts";
import { SelectRolePage } from "./page.tsx";

/** Role selection: at its own address for members, in place of every page for people without a role. */
export function renderSelectRole(c: Context<PageEnv>, { config }: SiteDeps, sent?: FormState) {
  return c.render(
    <div className="shell-column">
      <SelectRolePage
        programName={config.programName}
        cadreCodeRequired={config.cadreCodeRequired}
        current={c.var.viewer?.role ?? null}
        sent={sent}
      />
    </div>,
    { title: "Select Your Role" },
  );
}

export function selectRoleRoutes(deps: SiteDeps) {
  return new Hono<PageEnv>()
    .get(paths.selectRole(), (c) => renderSelectRole(c, deps))
    .post(paths.selectRole(), async (c) => {
      const { viewer, origin } = c.var;
      if (viewer === undefined) return c.redirect(paths.home(), 303);
      const { checked, values } = await readForm(c, ["role", "cadreCode"], checkSelectRole);
      if (!checked.ok) return renderSelectRole(c, deps, invalidForm(c, checked.fields, values));
      try {
        await deps.product.accounts.selectRole(viewer.memberId, checked.value, origin);
      } catch (error) {
        return renderSelectRole(c, deps, refusedForm(c, error, values, "Error"));
      }
      flash(c, roleSelected);
      return c.redirect(paths.home(), 303);
    });
}
