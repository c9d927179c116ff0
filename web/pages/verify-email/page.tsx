import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckIcon } from "../../ui/icons/icons.tsx";

/** State of a mailed confirmation link. */
export type VerifyEmailState =
  | { readonly is: "asking"; readonly token: string }
  | { readonly is: "confirmed" | "invalid" | "sent" }
  /** Another link was not sent; the message says why. */
  | { readonly is: "refused"; readonly message: string };

export interface VerifyEmailPageProps {
  readonly state: VerifyEmailState;
  /** The person signed in: maybe no one, maybe not the link's owner. */
  readonly viewer?: { readonly email: string; readonly emailVerified: boolean } | undefined;
}

/** Page of a mailed link. Opening it changes nothing, since mail programs open links, too. */
export function VerifyEmailPage({ state, viewer }: VerifyEmailPageProps) {
  return (
    <div className="account-page">
      <Card
        aria-labelledby="verify-title"
        className={state.is === "confirmed" ? "account account-done" : "account"}
      >
        <VerifyEmailContent state={state} viewer={viewer} />
      </Card>
    </div>
  );
}

function VerifyEmailContent({ state, viewer }: VerifyEmailPageProps) {
  switch (state.is) {
    case "asking":
      return (
        <>
          <h1 id="verify-title">Confirm Your Email</h1>
          <p className="account-lead">
            Confirm that this email address is yours.
          </p>
          <form className="account-form stack gap-4" method="post" action={paths.verifyEmail()}>
            <input type="hidden" name="token" value={state.token} />
            <Button type="submit" wide>Confirm Email</Button>
          </form>
        </>
      );
    case "confirmed":
      return (
        <>
          <CheckIcon className="account-check" />
          <h1 id="verify-title">Email Confirmed</h1>
          <p className="account-lead">Thank you. Your email address is confirmed.</p>
          <ButtonLink wide href={paths.home()}>{viewer ? "Go to Home" : "Go to Login"}</ButtonLink>
        </>
      );
    case "sent":
      return (
        <>
          <h1 id="verify-title">Link Sent</h1>
          <p className="account-lead">
            We sent another link to {viewer?.email}. Only the newest one works.
          </p>
          <ButtonLink wide href={paths.home()}>Go to Home</ButtonLink>
        </>
      );
    case "invalid":
    case "refused":
      return (
        <>
          <h1 id="verify-title">
            {state.is === "invalid" ? "Invalid Confirmation Link" : "Confirm Your Email"}
          </h1>
          {state.is === "refused" && (
            <Callout tone="danger" title="Link Not Sent">{state.message}</Callout>
          )}
          {state.is === "invalid" && (
            <p className="account-lead">
              This link doesn't work. Each link works once, for seven days, and only for your
              account's current address.
            </p>
          )}
          <AnotherLink viewer={viewer} />
        </>
      );
  }
}

function AnotherLink({ viewer }: Pick<VerifyEmailPageProps, "viewer">) {
  if (viewer === undefined) {
    return (
      <>
        <p className="account-lead">
          Log in and open your profile to get another link.
        </p>
        <ButtonLink wide href={paths.home()}>Go to Login</ButtonLink>
      </>
    );
  }
  if (viewer.emailVerified) {
    return (
      <>
        <p className="account-lead">
          Your address {viewer.email} is already confirmed. There's nothing left to do.
        </p>
        <ButtonLink wide href={paths.home()}>Go to Home</ButtonLink>
      </>
    );
  }
  return (
    <form className="account-form stack gap-4" method="post" action={paths.resendVerification()}>
      <Button type="submit" wide>Send the link again</Button>
    </form>
  );
}
