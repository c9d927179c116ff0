import { type Context, Hono } from "hono";
import { AccountDetails } from "../../../api/contract/account.ts";
import { toProblem } from "../../../api/problems.ts";
import { checkProfile, fieldMessages } from "../../../events/members/profile.ts";
import { type AccountValues, readAccountForm } from "../../islands/account-form.tsx";
import { accountErrors } from "../../islands/profile-form/account-errors.ts";
import {
  formValues,
  profileChange,
  type ProfileFormValues,
  profileInput,
  readProfileForm,
  withEntryAction,
} from "../../islands/profile-form/form-values.ts";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site.tsx";
import { EditProfilePage, type EditProfilePageProps } from "./page.tsx";

type Messages = Readonly<Record<string, string>>;

/** What a form that came back shows in place of what is stored. */
interface Returned {
  readonly account?: { readonly values: AccountValues; readonly errors: Messages };
  readonly profile?: { readonly values: ProfileFormValues; readonly errors: Messages };
  readonly outcome?: EditProfilePageProps["outcome"];
}

/** `/profile/edit`, and where its two forms post without script. */
export function editProfileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, returned: Returned = {}) {
    const { member } = c.var;
    const profile = await product.profiles.own(member.memberId);
    const { username, firstName, lastName, email } = member;
    return c.render(
      <EditProfilePage
        member={member}
        brand={config}
        account={returned.account ??
          { values: { username, firstName, lastName, email }, errors: {} }}
        profile={{
          isEdit: profile !== undefined,
          role: member.role,
          program: config.programName,
          year: config.now().getUTCFullYear(),
          ...(returned.profile ?? { values: formValues(profile), errors: {} }),
        }}
        outcome={returned.outcome}
      />,
      { title: profile ? "Edit Profile" : "Create Your Profile" },
    );
  }

  async function saveProfile(c: Context<MemberEnv>) {
    const { member, origin } = c.var;
    const form = await c.req.formData();
    const values = readProfileForm(form);
    const changed = withEntryAction(values, form);
    if (changed) return show(c, { profile: { values: changed, errors: {} } });
    const context = { role: member.role, year: config.now().getUTCFullYear() };
    const check = checkProfile(profileInput(values), context);
    if (!check.ok) {
      c.status(400);
      return show(c, { profile: { values, errors: check.fields } });
    }
    try {
      const write = await product.profiles.own(member.memberId)
        ? product.profiles.change
        : product.profiles.create;
      await write(member.memberId, profileChange(values), origin);
    } catch (error) {
      const { status, message, fields } = asked(error);
      c.status(status);
      const outcome = { tone: "danger", message } as const;
      return show(c, { profile: { values, errors: fields ?? {} }, outcome });
    }
    return c.redirect(paths.profile(), 303);
  }

  async function saveAccount(c: Context<MemberEnv>) {
    const { member, origin } = c.var;
    const values = readAccountForm(await c.req.formData());
    const checked = AccountDetails.safeParse(values);
    if (!checked.success) {
      c.status(400);
      return show(c, { account: { values, errors: fieldMessages(checked.error) } });
    }
    try {
      await product.accounts.changeDetails(member.memberId, checked.data, origin);
    } catch (error) {
      const { status, message, fields } = asked(error);
      c.status(status);
      const outcome = { tone: "danger", message } as const;
      return show(c, { account: { values, errors: accountErrors(message, fields) }, outcome });
    }
    return c.redirect(`${paths.editProfile()}?saved=account`, 303);
  }

  return new Hono<MemberEnv>()
    .get(paths.editProfile(), (c) =>
      show(
        c,
        c.req.query("saved") === "account"
          ? { outcome: { tone: "success", message: "Account information updated" } }
          : {},
      ))
    .post(paths.editProfile(), saveProfile)
    .post(paths.accountDetails(), saveAccount);
}

/** What was wrong with what was asked; a fault of ours goes on as it is. */
function asked(error: unknown) {
  const problem = toProblem(error);
  if (problem === undefined) throw error;
  return problem;
}
