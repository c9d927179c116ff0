import { Button, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import type { Product } from "../../../../api/product.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { refusedForm, runForm } from "../../form.ts";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { Failed } from "./failed.tsx";
import { serviceNames } from "./set-up.tsx";

/** Where staff sign in to the account that sends mail, and where its service sends them back. */
export function signInRoutes(mail: Product["mail"]): Hono<MemberEnv> {
  const path = pagePaths.signInToMail();

  async function show(c: Context<MemberEnv>, sent?: FormState, failed?: Explained) {
    const { memberId, email } = c.var.member;
    const pending = await mail.pendingSignIn(memberId);
    if (pending === undefined && sent === undefined) {
      return c.redirect(pagePaths.setUpMail(), 302);
    }
    const { redirectUri } = mail;
    return c.render(<SignInPage {...{ pending, redirectUri, email, sent, failed }} />, { title });
  }

  return new Hono<MemberEnv>()
    .get(path, async (c) => {
      const { state, code, error, error_description } = c.req.query();
      if (state === undefined) return await show(c);
      try {
        const answer = { state, code, error, error_description };
        const failed = await mail.finishSignIn(c.var.member.memberId, answer);
        // Redirect, so that the code doesn't stay in the browser's history.
        return failed === undefined ? c.redirect(path, 303) : await show(c, undefined, failed);
      } catch (refusal) {
        return await show(c, refusedForm(c, refusal, {}, failedTitle));
      }
    })
    .post(path, (c) =>
      runForm(c, {
        async run() {
          const outcome = await mail.keepSignIn(c.var.member.memberId, c.var.origin);
          if (!outcome.isSent) return await show(c, undefined, outcome);
          return `Mail is set up. A test email is on its way to ${outcome.to}`;
        },
        next: pagePaths.programMail(),
        show: (sent) => show(c, sent),
        failed: failedTitle,
      }));
}

const title = "Sign in to the mailbox";
const failedTitle = "Mail isn't set up yet";

interface SignInPageProps {
  readonly pending: Awaited<ReturnType<Product["mail"]["pendingSignIn"]>>;
  readonly redirectUri: string;
  readonly email: string;
  readonly sent: FormState | undefined;
  readonly failed: Explained | undefined;
}

function SignInPage({ pending, redirectUri, email, sent, failed }: SignInPageProps) {
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed && <Failed title={failedTitle} {...failed} />}
      <ProgramCard title={title} titleId="sign-in-title">
        {pending === undefined
          ? <ButtonLink href={pagePaths.setUpMail()}>Set up mail</ButtonLink>
          : pending.isSignedIn
          ? <SignedIn {...pending} email={email} />
          : (
            <>
              <SignIn {...pending} />
              <TextField
                label="Redirect address"
                hint="The app must be registered with exactly this address."
                readOnly
                defaultValue={redirectUri}
              />
            </>
          )}
      </ProgramCard>
    </ProgramFrame>
  );
}

type Pending = NonNullable<SignInPageProps["pending"]>;

function SignIn({ settings: { way, user }, url }: Pending) {
  return (
    <>
      <Text as="p">
        Sign in as {user}{" "}
        and agree that this site may send mail as this account and read its mailbox. You come back
        here afterwards.
      </Text>
      <div className="program-do row">
        <ButtonLink href={url}>Sign in with {serviceNames[way]}</ButtonLink>
        <ButtonLink href={pagePaths.setUpMail(way)} variant="outline">Back</ButtonLink>
      </div>
    </>
  );
}

function SignedIn({ settings: { way, user }, url, email }: Pending & { readonly email: string }) {
  return (
    <>
      <Text as="p">You've signed in to {user}. The last step is a test.</Text>
      <Text as="p" size="2" color="gray">
        We send a test email to{" "}
        {email}. If it works, we save the settings. All other staff get an email about the change.
        This can take half a minute.
      </Text>
      <div className="program-do row">
        <ActionForm action={pagePaths.signInToMail()}>
          <Button type="submit" size="3">Send a test mail and save</Button>
        </ActionForm>
        <ButtonLink href={url} variant="outline">Sign in with {serviceNames[way]} again</ButtonLink>
      </div>
    </>
  );
}
