import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { EmailField } from "../../ui/fields/account-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmEmail } from "../own-profile/confirm-email.tsx";

export interface CheckInboxPageProps {
  readonly email: string;
  /** Whether mail is set up, so that the link was sent. */
  readonly isMailed: boolean;
  /** Whether the directory opens only once the address is confirmed. */
  readonly isRequired: boolean;
  /** Another address that was refused. */
  readonly form?: FormState | undefined;
}

export const inboxTitle = "Check your inbox";

/** The first sentences: what to do, and why. */
export function InboxLead(
  { email, isRequired }: Pick<CheckInboxPageProps, "email" | "isRequired">,
) {
  return (
    <>
      We sent a link to <strong>{email}</strong>. Open it to confirm your address. {isRequired
        ? "The directory opens as soon as you do."
        : "You need a confirmed address to ask people for help."}
    </>
  );
}

/** The step after registering: asks people to confirm their address. */
export function CheckInboxPage({ email, isMailed, isRequired, form }: CheckInboxPageProps) {
  return (
    <div className="account-page">
      <Card aria-labelledby="inbox-title" className="account">
        <h1 id="inbox-title">{isMailed ? inboxTitle : "Confirm your email address"}</h1>
        <div className="account-lead">
          {isMailed
            ? (
              <p>
                <InboxLead email={email} isRequired={isRequired} />
              </p>
            )
            : <ConfirmEmail email={email} isMailed={false} />}
        </div>
        <FormFailure sent={form} />
        {isMailed && (
          <form
            className="account-form stack gap-4"
            method="post"
            action={paths.resendVerification()}
          >
            <Button type="submit" wide variant="outline">Send the link again</Button>
          </form>
        )}
        <details className="inbox-other" open={form !== undefined}>
          <summary>Use another address</summary>
          <form
            className="account-form stack gap-4"
            method="post"
            action={pagePaths.checkInbox()}
            noValidate
          >
            <EmailField
              name="email"
              defaultValue={form?.values.email}
              error={form?.fields.email}
              autoFocus={form !== undefined}
            />
            <Button type="submit" wide>Send a link to this address</Button>
          </form>
        </details>
        {!isRequired && (
          <p className="account-switch links">
            <a href={paths.home()}>Continue without confirming</a>
          </p>
        )}
      </Card>
    </div>
  );
}
