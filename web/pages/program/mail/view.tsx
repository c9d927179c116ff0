import { Button, Card, Heading, Text } from "@radix-ui/themes";
import type { Letter } from "../../../../api/mail/templates/letter.ts";
import type { MailState } from "../../../../api/mail/setup/mail-state.ts";
import type { ShownMailSettings } from "../../../../api/mail/setup/mail-form.ts";
import type { TestOutcome } from "../../../../api/features/program/mail/mail-rules.ts";
import type { MailView } from "../../../../api/features/program/mail/mail-setup.ts";
import type { ReplyView } from "../../../../api/features/program/mail/reply-setup.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { FoldedForm, HowItLooks, ProgramCard, ProgramFrame } from "../frame.tsx";
import { Answers } from "./answers/card.tsx";
import { Failed } from "./failed.tsx";
import { dayText, waitingText } from "./notice.tsx";
import { serviceNames } from "./set-up.tsx";

interface MailPageProps {
  readonly state: MailState;
  readonly view: MailView;
  readonly replyView: ReplyView;
  /** How many members have an address that accepts no mail. */
  readonly refused: number;
  readonly email: string;
  readonly test: Pick<Letter, "subject" | "opening">;
  readonly sent?: FormState | undefined;
  readonly failed?: TestOutcome | undefined;
}

export function MailPage(
  { state, view, replyView, refused, email, test, sent, failed }: MailPageProps,
) {
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed?.isSent === false && <Failed title="Test email not sent" {...failed} />}
      <ProgramCard title="Mail" titleId="mail-title">
        <MailStateText state={state} />
        <RefusedAddresses count={refused} />
        {state.is !== "not-set-up" && (
          <>
            <form method="post" action={pagePaths.programMail()}>
              <Button type="submit" size="3" variant="outline">Send a test email to {email}</Button>
            </form>
            <HowItLooks title="What the test email says" heading={test.subject}>
              <Text as="p">{test.opening}</Text>
            </HowItLooks>
          </>
        )}
      </ProgramCard>
      <Card asChild size="3" className="program-card stack">
        <section aria-labelledby="set-up-title">
          <SetUp view={view} />
        </section>
      </Card>
      <ProgramCard title="Answers by email" titleId="answers-title">
        <Answers replies={state.replies} view={replyView} />
      </ProgramCard>
    </ProgramFrame>
  );
}

/** Whether mail is being sent, and since when it isn't. */
export function MailStateText({ state }: { readonly state: MailState }) {
  const { is, why, lastSentAt } = state;
  const waiting = waitingText(state) ?? "no emails are waiting";
  const last = lastSentAt === undefined
    ? "No email has been sent yet."
    : `The last email was sent on ${dayText(lastSentAt)}.`;
  return (
    <>
      <Text as="p" weight="bold">{headlines[is]}</Text>
      {why !== undefined && <Text as="p">{why}</Text>}
      <Text as="p" size="2" color="gray">
        {`${waiting.charAt(0).toUpperCase()}${waiting.slice(1)}. ${last}`}
      </Text>
    </>
  );
}

export function RefusedAddresses({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Text as="p" size="2" color="gray">
      {count === 1 ? "1 person doesn't" : `${count.toLocaleString("en-US")} people don't`} get our
      {" "}
      emails: their mail servers say that the address doesn't exist or takes no mail. We ask them to
      change it when they visit.
    </Text>
  );
}

const headlines = {
  "not-set-up":
    "Mail isn't set up. Invitations and other emails are kept here, and go out when it is.",
  works: "Mail works.",
  stuck: "No email has been sent for an hour, though some are waiting. We keep trying.",
  failing: "Mail isn't going out. We keep trying.",
  untried: "Mail is set up, but no email has been sent yet. Send a test to see whether it works.",
} as const;

function SetUp({ view }: Pick<MailPageProps, "view">) {
  if (view.by === "variables") {
    return (
      <>
        <Heading as="h2" size="4" id="set-up-title">How mail is set up</Heading>
        <SetUpOnServer />
      </>
    );
  }
  if (view.by === "nobody") {
    return (
      <>
        <Heading as="h2" size="4" id="set-up-title">Set up mail</Heading>
        <Text as="p">
          You need a mail server and its settings. Emails that have been waiting go out on their
          own, one a second.
        </Text>
        <ButtonLink href={pagePaths.setUpMail()}>Set up mail</ButtonLink>
        <Text as="p" size="2" color="gray">
          Or the person who runs this service sets <code>SMTP_URL</code> and <code>MAIL_FROM</code>
          {" "}
          on the server. These always win over what you set up here.
        </Text>
      </>
    );
  }
  const { settings } = view;
  return (
    <>
      <Heading as="h2" size="4" id="set-up-title">How mail is set up</Heading>
      <SetUpByStaff {...view} />
      <div className="program-do row">
        {settings.way !== "smtp" && (
          <ActionForm action={pagePaths.programMail()} hidden={{ does: "sign-in-again" }}>
            <Button type="submit" size="3" variant="outline">
              Sign in with {serviceNames[settings.way]} again
            </Button>
          </ActionForm>
        )}
        <ButtonLink href={pagePaths.setUpMail()} variant="outline">Change mail settings</ButtonLink>
        <FoldedForm
          label="Remove mail settings"
          action={pagePaths.programMail()}
          does="remove"
          color="red"
        >
          Emails wait here until someone sets up mail again. No one gets invitations or links to
          reset a password until then. Answers by email are turned off, too. All other staff get an
          email.
        </FoldedForm>
      </div>
    </>
  );
}

export function SetUpOnServer() {
  return (
    <Text as="p">
      The person who runs this service set up mail on the server, with{" "}
      <code>SMTP_URL</code>. Only they can change it.
    </Text>
  );
}

export function SetUpByStaff(
  { settings, at, name }: Omit<Extract<MailView, { readonly by: "staff" }>, "by">,
) {
  return (
    <>
      <Text as="p">Emails come from {settings.fromAddress}. {sentenceOf(settings)}</Text>
      <Text as="p" size="2" color="gray">{name} set this up on {dayText(at)}.</Text>
    </>
  );
}

function sentenceOf(settings: ShownMailSettings): string {
  if (settings.way !== "smtp") {
    return `We send them with ${serviceNames[settings.way]}, as ${settings.user}.`;
  }
  const { host, port, security, user } = settings;
  const how = security === "tls" ? "TLS" : "STARTTLS";
  const as = user === "" ? "without a user name" : `as ${user}`;
  return `We send them through ${host}, port ${port} with ${how}, ${as}.`;
}
