import { labelOf, type Profile, profileFields } from "../../../events/members/profile-fields.ts";
import type { FormOwner } from "../../../events/members/profile-field.ts";
import type { FormState } from "../../forms/form-state.ts";
import { inOrderOf } from "../../forms/field-order.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ConfirmPasswordField, NewPasswordField, UsernameField } from "../../ui/account-fields.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";

/** What was prepared, for the one it is about. */
export interface Prepared {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
  readonly profile: readonly { readonly label: string; readonly text: string }[];
}

export type InvitationState =
  | { readonly is: "asking"; readonly prepared: Prepared; readonly form?: FormState | undefined }
  | { readonly is: "declined" | "invalid" };

export interface InvitationPageProps {
  readonly state: InvitationState;
  readonly programName: string;
  readonly passwordMinLength: number;
}

/** Where an invitation leads. Opening it changes nothing; nobody sees the profile before a yes. */
export function InvitationPage(props: InvitationPageProps) {
  return (
    <div className="account-page">
      <Card aria-labelledby="invitation-title" className="account">
        <InvitationContent {...props} />
      </Card>
    </div>
  );
}

function InvitationContent({ state, ...program }: InvitationPageProps) {
  switch (state.is) {
    case "asking":
      return <Asking {...state} {...program} />;
    case "declined":
      return (
        <>
          <h1 id="invitation-title">Invitation Declined</h1>
          <p className="account-lead">
            Everything that was prepared for you has been deleted. Nobody has seen it.
          </p>
        </>
      );
    case "invalid":
      return (
        <>
          <h1 id="invitation-title">Invalid Invitation</h1>
          <p className="account-lead">
            This invitation cannot be used. Each one works once, for fourteen days. If you have
            accepted it before, log in, or{" "}
            <a href={paths.forgotPassword()}>choose a new password</a>.
          </p>
          <ButtonLink wide href={paths.home()}>Go to Login</ButtonLink>
        </>
      );
  }
}

/** As they stand on the page from top to bottom. */
const fields = ["username", "newPassword", "confirmPassword"];
const idOf = (name: string) => `invitation-${name}`;

interface AskingProps {
  readonly prepared: Prepared;
  readonly form?: FormState | undefined;
  readonly programName: string;
  readonly passwordMinLength: number;
}

function Asking({ prepared, form, programName, passwordMinLength }: AskingProps) {
  const { token, firstName, lastName, email, username, profile } = prepared;
  const field = (name: string) => ({ id: idOf(name), name, error: form?.fields[name] });
  return (
    <>
      <h1 id="invitation-title">Welcome, {firstName}</h1>
      <p className="account-lead">
        {programName} Army ROTC has prepared this for you. Nobody sees any of it unless you accept.
      </p>
      <dl className="invitation-prepared">
        <Line label="Name" text={`${firstName} ${lastName}`} />
        <Line label="Email" text={email} />
        {profile.map((line) => <Line key={line.label} {...line} />)}
      </dl>
      {/* The messages are ours and not the browser's, as in every form. */}
      <form className="account-form" method="post" action={pagePaths.invitation()} noValidate>
        {form?.failure && (
          <Callout tone="danger" title={form.failure.title}>{form.failure.message}</Callout>
        )}
        <ErrorSummary
          attempt={0}
          errors={Object.entries(inOrderOf(fields, form?.fields ?? {})).map(([name, message]) => ({
            fieldId: idOf(name),
            message,
          }))}
        />
        <input type="hidden" name="token" value={token} />
        <UsernameField
          {...field("username")}
          defaultValue={form?.values.username ?? username}
          hint="At least 3 characters; you log in with it"
        />
        <NewPasswordField {...field("newPassword")} minLength={passwordMinLength} />
        <ConfirmPasswordField {...field("confirmPassword")} />
        {profile.length > 0 && (
          <label className="invitation-show">
            <input
              type="checkbox"
              className="checkbox-group-input"
              name="isVisible"
              defaultChecked={form?.values.isVisible === "on"}
            />
            <span>
              Show my profile in the directory. Of your contacts it shows none, but to members with
              whom you have a conversation. You can change it, hide it and choose what is shared at
              any time.
            </span>
          </label>
        )}
        <Button type="submit" wide>Accept Invitation</Button>
      </form>
      <form className="account-form" method="post" action={pagePaths.declineInvitation()}>
        <input type="hidden" name="token" value={token} />
        <p className="account-lead">
          You do not want this? Then everything above is deleted for good.
        </p>
        <Button type="submit" wide variant="danger">Decline and Delete</Button>
      </form>
    </>
  );
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}

/** What the profile would show, line by line, in the form's words; nothing where there is none. */
export function profileLines(profile: Profile | null, owner: FormOwner): Prepared["profile"] {
  if (profile === null) return [];
  return profileFields.flatMap((name) => {
    const value = profile[name];
    const text = typeof value === "string" ? value : value?.join(", ") ?? "";
    return text === "" ? [] : [{ label: labelOf(name, owner), text }];
  });
}
