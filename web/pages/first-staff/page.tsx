import { AccountForm } from "../../forms/account-form.tsx";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

export const registrationFields = [
  "firstName",
  "lastName",
  "email",
  "username",
  "password",
] as const;

export interface FirstStaffPageProps {
  readonly is: "good" | "used" | "expired";
  readonly token: string;
  readonly programName: string;
  readonly passwordMinLength: number;
  /** Username of the person signed in in this browser. */
  readonly username?: string | undefined;
  readonly form?: FormState | undefined;
}

/** Page of the secret link. Opening it changes nothing, since mail programs open links, too. */
export function FirstStaffPage(props: FirstStaffPageProps) {
  return (
    <div className="account-page">
      <Card aria-labelledby="first-staff-title" className="account">
        {props.is === "good" ? <Asking {...props} /> : <Over is={props.is} />}
      </Card>
    </div>
  );
}

function Over({ is }: { readonly is: "used" | "expired" }) {
  return (
    <>
      <h1 id="first-staff-title">
        {is === "used" ? "This directory has staff already" : "This link has expired"}
      </h1>
      <p className="account-lead">
        {is === "used"
          ? "The link works only once. If you need staff access, ask a staff member for it."
          : "It has expired, or it isn't complete. Restart the service to get a new one, or run npm run admin -- first-staff."}
      </p>
      <ButtonLink wide href={paths.home()}>Go to the start page</ButtonLink>
    </>
  );
}

function Asking({ token, programName, passwordMinLength, username, form }: FirstStaffPageProps) {
  return (
    <>
      <h1 id="first-staff-title">Create the first staff account</h1>
      <p className="account-lead">
        Staff approve people, invite alumni and manage the settings of {programName}{" "}
        Army ROTC Alumni Connect.
      </p>
      {username === undefined
        ? <Registration token={token} form={form} passwordMinLength={passwordMinLength} />
        : <OwnAccount token={token} username={username} form={form} />}
    </>
  );
}

type RegistrationProps = Pick<FirstStaffPageProps, "token" | "form" | "passwordMinLength">;

function Registration({ token, form, passwordMinLength }: RegistrationProps) {
  return (
    <AccountForm
      id="first-staff"
      action={pagePaths.firstStaff()}
      fields={registrationFields}
      sent={form}
      isPlain
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
          <UsernameField {...field("username")} hint="At least 3 characters. You log in with it." />
          <NewPasswordField {...field("password")} minLength={passwordMinLength} />
        </>
      )}
    </AccountForm>
  );
}

interface OwnAccountProps extends Pick<FirstStaffPageProps, "token" | "form"> {
  readonly username: string;
}

function OwnAccount({ token, username, form }: OwnAccountProps) {
  return (
    <ActionForm
      className="account-form stack gap-4"
      action={pagePaths.firstStaff()}
      hidden={{ token }}
    >
      <FormFailure sent={form} />
      <p>
        You're logged in as{" "}
        <strong>{username}</strong>. To use another account, log out first and open the link again.
      </p>
      <Button type="submit" wide>Make My Account Staff</Button>
    </ActionForm>
  );
}
