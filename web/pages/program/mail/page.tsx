import type { Letter } from "../../../../api/mail/letter.ts";
import type { MailState } from "../../../../api/mail/mail-state.ts";
import type { TestOutcome } from "../../../../api/program/mail-setup.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { ProgramFrame } from "../frame.tsx";
import { HowItLooks } from "../how-it-looks.tsx";
import { dayText, waitingText } from "./words.ts";

export interface MailPageProps {
  readonly state: MailState;
  /** Where the test goes. */
  readonly email: string;
  readonly test: Pick<Letter, "subject" | "opening">;
  readonly sent?: FormState | undefined;
  readonly failed?: TestOutcome | undefined;
}

/** Whether mail goes out, a test of it, and how it is set up. */
export function MailPage({ state, email, test, sent, failed }: MailPageProps) {
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed?.isSent === false && (
        <Callout tone="danger" title="Test email not sent">
          <p>{failed.why} {failed.todo}</p>
        </Callout>
      )}
      <section className="card program-card" aria-labelledby="mail-title">
        <h2 id="mail-title">Mail</h2>
        <State state={state} />
        <form method="post" action={pagePaths.programMail()}>
          <Button type="submit" variant="outline">Send a test email to {email}</Button>
        </form>
        <HowItLooks title="What the test email says" heading={test.subject}>
          <p>{test.opening}</p>
        </HowItLooks>
      </section>
      <section className="card program-card" aria-labelledby="set-up-title">
        <h2 id="set-up-title">
          {state.is === "not-set-up" ? "Set up mail" : "How mail is set up"}
        </h2>
        <SetUp />
      </section>
    </ProgramFrame>
  );
}

function State({ state }: { readonly state: MailState }) {
  const { is, why, lastSentAt } = state;
  const waiting = waitingText(state) ?? "no emails are waiting";
  const last = lastSentAt === undefined
    ? "No email has been sent yet."
    : `The last email was sent on ${dayText(lastSentAt)}.`;
  return (
    <>
      <p className="mail-state">{headlines[is]}</p>
      {why !== undefined && <p>{why}</p>}
      <p className="program-quiet">
        {`${waiting.charAt(0).toUpperCase()}${waiting.slice(1)}. ${last}`}
      </p>
    </>
  );
}

const headlines = {
  "not-set-up":
    "Mail isn't set up. Invitations and other emails are kept here, and go out when it is.",
  works: "Mail works.",
  failing: "Mail isn't going out. We keep trying.",
  untried: "Mail is set up, but no email has been sent yet. Send a test to see whether it works.",
} as const;

/** Settings of common mail services, as they stand in `.env`. */
const services = [
  {
    name: "Microsoft 365",
    lines: [
      "SMTP_URL=smtp://alumni%40example.edu@smtp.office365.com:587",
      "SMTP_PASSWORD=the mailbox's password",
      "MAIL_FROM=alumni@example.edu",
    ],
    note: "Your administrator has to turn on authenticated SMTP for this mailbox.",
  },
  {
    name: "Google Workspace",
    lines: [
      "SMTP_URL=smtp://alumni%40example.edu@smtp.gmail.com:587",
      "SMTP_PASSWORD=an app password of this account",
      "MAIL_FROM=alumni@example.edu",
    ],
    note: "With Google's SMTP relay, use smtp-relay.gmail.com as the server's name.",
  },
  {
    name: "Your university's mail server",
    lines: [
      "SMTP_URL=smtp://mail.example.edu:587",
      "MAIL_FROM=alumni@example.edu",
    ],
    note: "Ask your IT office for the server's name, and whether you need a user and a password.",
  },
] as const;

function SetUp() {
  return (
    <>
      <p>
        The person who runs this service adds three lines to the file{" "}
        <code>.env</code>, then starts the service again with{" "}
        <code>docker compose up -d</code>. In a user name, write <code>@</code> as <code>%40</code>.
      </p>
      {services.map(({ name, lines, note }) => (
        <section key={name} className="mail-service">
          <h3>{name}</h3>
          <pre tabIndex={0} aria-label={`Settings for ${name}`}>{lines.join("\n")}</pre>
          <p className="program-quiet">{note}</p>
        </section>
      ))}
      <p className="program-quiet">
        Then come back to this page and send a test. Emails that have been waiting go out on their
        own, one a second.
      </p>
    </>
  );
}
