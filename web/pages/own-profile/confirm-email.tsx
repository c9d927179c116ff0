import { Button, Link, Text } from "@radix-ui/themes";
import type { Product } from "../../../api/product.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/notice.tsx";

export interface ConfirmEmailProps {
  readonly email: string;
  /** Whether mail is set up, so that the link was sent. */
  readonly isMailed: boolean;
  /** The link, if it can't be mailed and the site is on a loopback address. */
  readonly link?: string | undefined;
  readonly supportEmail: string;
}

/** A member's unconfirmed address; `undefined` once it is confirmed. */
export async function unconfirmedAddress(
  { mail, settings, verification }: Pick<Product, "mail" | "settings" | "verification">,
  member: MemberRecord,
): Promise<ConfirmEmailProps | undefined> {
  const { email, emailVerified } = member;
  if (emailVerified) return undefined;
  const isMailed = (await mail.state()).is !== "not-set-up";
  const link = isMailed ? undefined : await verification.localLink(member);
  return { email, isMailed, link, supportEmail: settings.brand().supportEmail };
}

/** Asks a member to confirm their address, and offers to send the link again. */
export function ConfirmEmail({ email, isMailed, link, supportEmail }: ConfirmEmailProps) {
  if (link !== undefined) {
    return (
      <Text as="p">
        This site can't send email yet. To confirm your address, use this link instead:{" "}
        <Link href={link}>Confirm {email}</Link>
      </Text>
    );
  }
  if (!isMailed) {
    return (
      <Text as="p">
        This site can't send email yet. The program's staff can confirm {email}{" "}
        for you. Questions? Write to <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
      </Text>
    );
  }
  return (
    <form className="confirm-email row gap-4" method="post" action={paths.resendVerification()}>
      <Text as="p" className="breakable">
        To confirm your email address, open the link we sent to {email}. Wrong address?{" "}
        <Link href={paths.addresses()}>Change it</Link>
      </Text>
      <Button type="submit" size="2" variant="outline">Send the link again</Button>
    </form>
  );
}

/** Shown above a page that needs a confirmed address. */
export function ConfirmEmailFirst(props: ConfirmEmailProps) {
  return (
    <Notice title="Confirm your email address">
      <ConfirmEmail {...props} />
    </Notice>
  );
}
