import { Button, Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie } from "hono/cookie";
import { AccountDetails } from "../../../api/contract/account.ts";
import { formOf } from "../../forms/form-of.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { EmailField } from "../../ui/fields/account-fields.tsx";
import { AccountPage } from "../account-page.tsx";
import { submitForm } from "../form.ts";
import {
  ConfirmEmail,
  type ConfirmEmailProps,
  unconfirmedAddress,
} from "../own-profile/confirm-email.tsx";

/**
 * Cookie of a browser in which a person has just registered: Home then asks them once to check
 * their inbox. It contains no data.
 */
export const justRegistered = "just-registered";
export const justRegisteredSeconds = 10 * 60;

const emailForm = formOf(AccountDetails.pick({ email: true }).required(), ["email"]);

/** `/check-inbox`: shown in place of Home once after registering; a corrected address is posted to it. */
export function checkInboxRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const isMailed = async () => (await product.mail.state()).is !== "not-set-up";

  async function show(c: Context<MemberEnv>, form?: FormState) {
    const { email, admission } = c.var.member;
    const isRequired = admission?.state === "waiting" && admission.needs === "confirmation";
    const address = await unconfirmedAddress(product, c.var.member);
    const props = { email, isRequired, isMailed: await isMailed(), address, form };
    return c.render(<CheckInboxPage {...props} />, { title: "Check Your Inbox" });
  }

  return new Hono<MemberEnv>()
    .get(paths.home(), async (c, next) => {
      if (getCookie(c, justRegistered) === undefined) return await next();
      deleteCookie(c, justRegistered, { path: "/" });
      if (c.var.member.emailVerified) return await next();
      // Without mail, nothing was sent to the inbox.
      if (!await isMailed()) return await next();
      return await show(c);
    })
    .get(
      pagePaths.checkInbox(),
      async (c) => c.var.member.emailVerified ? c.redirect(paths.home(), 302) : show(c),
    )
    .post(pagePaths.checkInbox(), async (c) => {
      const { member: { memberId, emailVerified }, origin } = c.var;
      if (emailVerified) return c.redirect(paths.home(), 303);
      return submitForm(c, {
        form: emailForm,
        failed: "Address not changed",
        show: (sent) => show(c, sent),
        async run(change) {
          await product.accounts.changeDetails(memberId, change, origin);
          return { title: await isMailed() ? "Link sent" : "Address changed" };
        },
        next: pagePaths.checkInbox(),
      });
    });
}

interface CheckInboxPageProps {
  readonly email: string;
  /** Whether mail is set up, so that the link was sent. */
  readonly isMailed: boolean;
  readonly address: ConfirmEmailProps | undefined;
  /** Whether the directory opens only once the address is confirmed. */
  readonly isRequired: boolean;
  readonly form: FormState | undefined;
}

export const inboxTitle = "Check your inbox";

export function InboxLead(
  { email, isRequired }: Pick<CheckInboxPageProps, "email" | "isRequired">,
) {
  return (
    <>
      We sent a link to{" "}
      <strong className="breakable">{email}</strong>. Open it to confirm your address. {isRequired
        ? "The directory opens as soon as you do."
        : "Then you can ask people for help, and we know that our emails reach you."}
    </>
  );
}

function CheckInboxPage({ email, isMailed, address, isRequired, form }: CheckInboxPageProps) {
  return (
    <AccountPage title={isMailed ? inboxTitle : "Confirm your email address"}>
      <div className="account-lead">
        {isMailed
          ? (
            <Text as="p">
              <InboxLead email={email} isRequired={isRequired} />
            </Text>
          )
          : address && <ConfirmEmail {...address} />}
      </div>
      <FormFailure sent={form} />
      {isMailed && (
        <ActionForm className="account-form stack gap-4" action={paths.resendVerification()}>
          <Button type="submit" className="wide" size="3" variant="outline">
            Send the link again
          </Button>
        </ActionForm>
      )}
      <details className="inbox-other" open={form !== undefined}>
        <summary>Use another address</summary>
        <ActionForm className="account-form stack gap-4" action={pagePaths.checkInbox()} noValidate>
          <EmailField
            name="email"
            defaultValue={form?.values.email}
            error={form?.fields.email}
            autoFocus={form !== undefined}
          />
          <Button type="submit" className="wide" size="3">
            {isMailed ? "Send a link to this address" : "Use this address"}
          </Button>
        </ActionForm>
      </details>
      {!isRequired && (
        <Text as="p" size="2" color="gray" className="account-switch links">
          <Link href={paths.home()}>Continue without confirming</Link>
        </Text>
      )}
    </AccountPage>
  );
}
