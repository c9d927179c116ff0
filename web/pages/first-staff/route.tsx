import { Button, Link, Text } from "@radix-ui/themes";
import { shortestUsername } from "../../../api/contract/limits.ts";
import { type Context, Hono } from "hono";
import { FirstStaffRegistration } from "../../../api/contract/account.ts";
import { formOf } from "../../forms/form-of.ts";
import { AccountForm } from "../../forms/form.tsx";
import { accountCreated } from "../../toasts/messages.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";
import { AccountPage } from "../account-page.tsx";
import { cut, invalidForm, readForm, runForm } from "../form.ts";

const staffForm = formOf(
  FirstStaffRegistration,
  ["firstName", "lastName", "email", "username", "password"],
  { hidden: ["token"] },
);

/** `/first-staff`: for people with the secret link, signed in or not. */
export function firstStaffRoutes(
  { product: { firstStaff, restore }, config }: SiteDeps,
): Hono<PageEnv> {
  async function show(c: Context<PageEnv>, token: string, form?: FormState) {
    const is = token === "" ? "expired" : await firstStaff.linkState(token);
    if (is !== "good") c.status(400);
    const { programName } = config;
    const username = c.var.viewer?.username;
    const canRestore = is === "good" && await restore.isOffered();
    return c.render(
      <FirstStaffPage {...{ is, token, programName, username, form, canRestore }} />,
      { title: "First Staff Account", isSecret: true },
    );
  }

  return new Hono<PageEnv>()
    // Opening the link changes nothing, since mail programs open links, too.
    .get(pagePaths.firstStaff(), (c) => show(c, cut(c.req.query("token") ?? "")))
    .post(pagePaths.firstStaff(), async (c) => {
      const { viewer, origin, signIn } = c.var;
      const { checked, values, texts: { token = "" } } = await readForm(c, staffForm);
      return runForm(c, {
        failed: "Account not created",
        values,
        show: (sent) => show(c, token, sent),
        async run() {
          if (viewer !== undefined) {
            await firstStaff.take(token, viewer.memberId, origin);
            return { title: "Your account is staff now" };
          }
          if (!checked.ok) return await show(c, token, invalidForm(c, checked.fields, values));
          const registration = { ...checked.value, token };
          await signIn(await firstStaff.register(registration, origin, c.req.raw.signal));
          return accountCreated(config.programName);
        },
      });
    });
}

interface FirstStaffPageProps {
  readonly is: "good" | "used" | "expired";
  readonly token: string;
  readonly programName: string;
  /** Username of the member signed in in this browser. */
  readonly username: string | undefined;
  readonly form: FormState | undefined;
  /** Whether there are no members yet, so that a backup can be restored. */
  readonly canRestore: boolean;
}

function FirstStaffPage(props: FirstStaffPageProps) {
  const { is, programName } = props;
  if (is !== "good") {
    return (
      <AccountPage {...closed[is]}>
        <ButtonLink href={paths.home()} className="wide">Go to the start page</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Create the first staff account"
      lead={`Staff approve people, invite alumni and manage the settings of ${programName} Army ROTC Alumni Connect.`}
    >
      {props.username === undefined ? <Registration {...props} /> : <OwnAccount {...props} />}
      {props.canRestore && (
        <Text as="p" className="account-switch">
          Do you have a backup of your directory?{" "}
          <Link href={pagePaths.restore(props.token)}>Restore a backup</Link>
        </Text>
      )}
    </AccountPage>
  );
}

const closed = {
  used: {
    title: "This directory has staff already",
    lead: "The link works only once. If you need staff access, ask a staff member for it.",
  },
  expired: {
    title: "This link has expired",
    lead: "It has expired, or it isn't complete. Restart the service to get a new one.",
  },
} as const;

function Registration({ token, form }: FirstStaffPageProps) {
  return (
    <AccountForm
      id="first-staff"
      action={pagePaths.firstStaff()}
      of={staffForm}
      sent={form}
      submit="Create Staff Account"
    >
      {(field) => (
        <>
          <input type="hidden" name="token" value={token} />
          <div className="account-pair">
            <FirstNameField {...field("firstName")} />
            <LastNameField {...field("lastName")} />
          </div>
          <EmailField {...field("email")} />
          <UsernameField
            {...field("username")}
            hint={`At least ${shortestUsername} characters. You log in with it.`}
          />
          <NewPasswordField {...field("password")} />
        </>
      )}
    </AccountForm>
  );
}

function OwnAccount({ token, username, form }: FirstStaffPageProps) {
  return (
    <ActionForm
      className="account-form stack gap-4"
      action={pagePaths.firstStaff()}
      hidden={{ token }}
    >
      <FormFailure sent={form} />
      <Text as="p">
        You're logged in as{" "}
        <strong>{username}</strong>. To use another account, log out first and open the link again.
      </Text>
      <Button type="submit" className="wide" size="3">Make My Account Staff</Button>
    </ActionForm>
  );
}
