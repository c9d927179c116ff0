import type { Product } from "../../../api/product.ts";
import type { Member } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export interface ConfirmEmailProps {
  readonly email: string;
  /** Whether mail is set up, so that the link was sent. */
  readonly isMailed: boolean;
}

/** A member's unconfirmed address; `undefined` once it is confirmed. */
export async function unconfirmedAddress(
  { mail }: Pick<Product, "mail">,
  { email, emailVerified }: Pick<Member, "email" | "emailVerified">,
): Promise<ConfirmEmailProps | undefined> {
  if (emailVerified) return undefined;
  return { email, isMailed: (await mail.state()).is !== "not-set-up" };
}

/** Asks a member to confirm their address, and offers to send the link again. */
export function ConfirmEmail({ email, isMailed }: ConfirmEmailProps) {
  if (!isMailed) {
    return (
      <p>This site can't send email yet. Once it can, we'll email {email} a link to confirm it.</p>
    );
  }
  return (
    <form className="confirm-email row gap-4" method="post" action={paths.resendVerification()}>
      <p>To confirm your email address, open the link we sent to {email}.</p>
      <Button type="submit" variant="outline" size="small">Send the link again</Button>
    </form>
  );
}

/** The same, above a page that needs a confirmed address. */
export function ConfirmEmailFirst(props: ConfirmEmailProps) {
  return (
    <Callout title="Confirm your email address">
      <ConfirmEmail {...props} />
    </Callout>
  );
}
