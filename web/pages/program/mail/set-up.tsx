import { type MailWay, mailWays } from "../../../../events/program/setting-events.ts";
import { mailPorts } from "../../../../api/mail/setup/mail-form.ts";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { TitledCard } from "../../../ui/card.tsx";
import { Select, type SelectProps } from "../../../ui/fields/select.tsx";
import { TextField, type TextFieldProps } from "../../../ui/fields/text-field.tsx";
import { ProgramFrame } from "../frame.tsx";

export interface SetUpMailPageProps {
  readonly way: MailWay;
  /** Values of the form: those that were sent, or the current settings. */
  readonly values: Readonly<Record<string, string>>;
  readonly sent?: FormState | undefined;
  readonly failed?: Explained | undefined;
  /** Whether the password was confirmed lately. The question for it would lose what is typed. */
  readonly isConfirmed: boolean;
  /** Address that the test email goes to. */
  readonly email: string;
}

/** Sets up mail, for people who can't change the server's files. */
export function SetUpMailPage(
  { way, values, sent, failed, isConfirmed, email }: SetUpMailPageProps,
) {
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed && (
        <Callout tone="danger" title="Mail isn't set up yet">
          <p>{failed.why} {failed.todo}</p>
        </Callout>
      )}
      <TitledCard className="program-card" title="Set up mail" titleId="set-up-title">
        <nav className="mail-ways" aria-label="Ways to send mail">
          {mailWays.map((each) => (
            <a
              key={each}
              href={pagePaths.setUpMail(each)}
              aria-current={each === way ? "page" : undefined}
            >
              {ways[each].label}
            </a>
          ))}
        </nav>
        <p>{ways[way].about}</p>
        {isConfirmed ? <WayForm {...{ way, values, sent, email }} /> : (
          <ActionForm
            className="form stack"
            action={pagePaths.setUpMail()}
            hidden={{ does: "confirm", way }}
          >
            <p className="note">We ask for your own password first.</p>
            <div className="program-do row">
              <Button type="submit">Continue</Button>
              <ButtonLink variant="outline" href={pagePaths.programMail()}>Cancel</ButtonLink>
            </div>
          </ActionForm>
        )}
      </TitledCard>
    </ProgramFrame>
  );
}

const ways: Readonly<Record<MailWay, { readonly label: string; readonly about: string }>> = {
  smtp: {
    label: "Your own mail server",
    about:
      "Ask your IT office or your mail service for these settings. They often call them “SMTP” or “outgoing mail”.",
  },
  postmark: {
    label: "Postmark",
    about: "A paid mail service. You need an account, a confirmed domain, and a server API token.",
  },
  mailgun: {
    label: "Mailgun",
    about: "A paid mail service. You need an account, a confirmed domain, and a sending key.",
  },
  ses: {
    label: "Amazon SES",
    about:
      "A paid mail service. You need an account outside of the sandbox, a confirmed domain, and an access key that " +
      "may send email.",
  },
};

type FormProps = Pick<SetUpMailPageProps, "way" | "values" | "sent" | "email">;

function WayForm({ way, values, sent, email }: FormProps) {
  const [wrong] = Object.keys(sent?.fields ?? {});
  return (
    <ActionForm className="form stack" action={pagePaths.setUpMail()} hidden={{ way }}>
      {[...fieldsOf[way], ...senderFields].map(({ options, ...field }) => {
        const { name, type } = field;
        const shown = {
          defaultValue: type === "password" ? "" : values[name] ?? "",
          error: sent?.fields[name],
          autoFocus: wrong === name,
        };
        return options
          ? <Select key={name} name={name} label={field.label} options={options} {...shown} />
          : <TextField key={name} {...field} {...shown} />;
      })}
      <p className="note">
        We sign in and send a test email to{" "}
        {email}. If both work, we save the settings. All other staff get an email about the change.
        This can take half a minute.
      </p>
      <div className="program-do row">
        <Button type="submit">Check and save</Button>
        <ButtonLink variant="outline" href={pagePaths.programMail()}>Cancel</ButtonLink>
      </div>
    </ActionForm>
  );
}

interface MailField extends Omit<TextFieldProps, "name"> {
  readonly name: string;
  /** Choices, for a field that is a select. */
  readonly options?: SelectProps["options"];
}

const plain = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 254,
} as const;

/** A password or key of the mail service; it is never shown again. */
const secret = (label: string, required = true): MailField => ({
  name: "mailPassword",
  label,
  type: "password",
  autoComplete: "new-password",
  maxLength: 1000,
  required,
  hint: "Not your own password on this site. We store it encrypted and never show it again.",
});

/** The settings of each way to send mail, in the order of the form. */
const fieldsOf: Readonly<Record<MailWay, readonly MailField[]>> = {
  smtp: [
    {
      ...plain,
      name: "host",
      label: "Server's name",
      inputMode: "url",
      placeholder: "smtp.example.edu",
      required: true,
    },
    {
      name: "security",
      label: "Encryption",
      options: [
        { value: "starttls", label: "STARTTLS (usual, with port 587)" },
        { value: "tls", label: "TLS from the start (with port 465)" },
      ],
    },
    { name: "port", label: "Port", options: mailPorts.map(String) },
    {
      ...plain,
      name: "user",
      label: "User name",
      hint: "Often the full email address. Leave blank if your server wants no user name.",
    },
    secret("Password of this user", false),
  ],
  postmark: [secret("Server API token")],
  mailgun: [
    { ...plain, name: "domain", label: "Domain", placeholder: "mg.example.edu", required: true },
    {
      name: "region",
      label: "Region",
      options: [{ value: "us", label: "United States" }, { value: "eu", label: "Europe" }],
    },
    secret("Sending key"),
  ],
  ses: [
    { ...plain, name: "region", label: "Region", placeholder: "us-east-1", required: true },
    { ...plain, name: "accessKeyId", label: "Access key ID", required: true },
    secret("Secret access key"),
  ],
};

/** The address that emails come from, for every way. */
const senderFields: readonly MailField[] = [
  {
    ...plain,
    name: "fromAddress",
    label: "Sender's address",
    type: "email",
    placeholder: "alumni@example.edu",
    required: true,
    hint: "The address that emails come from. Your account there must be allowed to send from it.",
  },
  {
    name: "fromName",
    label: "Sender's name (optional)",
    autoComplete: "off",
    maxLength: 100,
    hint: "Leave blank to use your program's name.",
  },
];
