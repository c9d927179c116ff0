import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export interface ConfirmEmailProps {
  readonly account: { readonly email: string; readonly emailVerified: boolean };
}

/** Reminds someone of the mail that they have not answered; nothing once they have. */
export function ConfirmEmail({ account }: ConfirmEmailProps) {
  if (account.emailVerified) return null;
  return (
    <Callout title="Confirm your email address">
      <form className="confirm-email" method="post" action={paths.resendVerification()}>
        <p>Open the link that we emailed to {account.email}. Didn't get it? Send it again.</p>
        <Button type="submit" variant="outline" size="small">Resend Email</Button>
      </form>
    </Callout>
  );
}
