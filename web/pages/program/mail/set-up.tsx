import { type MailWay, mailWays } from "../../../../events/program/setting-events.ts";
import { mailPorts } from "../../../../api/mail/setup/mail-form.ts";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { TitledCard } from "../../../ui/card.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
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

const securities = [
  { value: "starttls", label: "STARTTLS (usual, with port 587)" },
  { value: "tls", label: "TLS from the start (with port 465)" },
] as const;

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
  const wrong = Object.keys(sent?.fields ?? {});
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: sent?.fields[name],
    autoFocus: wrong[0] === name,
  });
  return (
    <ActionForm className="form stack" action={pagePaths.setUpMail()} hidden={{ way }}>
      {way === "smtp" ? <ServerFields field={field} /> : <ServiceFields way={way} field={field} />}
      <TextField
        {...field("fromAddress")}
        {...plain}
        label="Sender's address"
        type="email"
        placeholder="alumni@example.edu"
        required
        hint="The address that emails come from. Your account there must be allowed to send from it."
      />
      <TextField
        {...field("fromName")}
        label="Sender's name (optional)"
        autoComplete="off"
        maxLength={100}
        hint="Leave blank to use your program's name."
      />
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

const plain = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 254,
} as const;

interface FieldsProps {
  /** Props of the field with this name. */
  readonly field: (name: string) => {
    readonly name: string;
    readonly defaultValue: string;
    readonly error: string | undefined;
    readonly autoFocus: boolean;
  };
}

function ServerFields({ field }: FieldsProps) {
  return (
    <>
      <TextField
        {...field("host")}
        {...plain}
        label="Server's name"
        inputMode="url"
        placeholder="smtp.example.edu"
        required
      />
      <Select {...field("security")} label="Encryption" options={securities} />
      <Select {...field("port")} label="Port" options={mailPorts.map(String)} />
      <TextField
        {...field("user")}
        {...plain}
        label="User name"
        hint="Often the full email address. Leave blank if your server wants no user name."
      />
      <Secret field={field} label="Password of this user" required={false} />
    </>
  );
}

function ServiceFields(
  { way, field }: FieldsProps & { readonly way: Exclude<MailWay, "smtp"> },
) {
  return (
    <>
      {way === "mailgun" && (
        <>
          <TextField
            {...field("domain")}
            {...plain}
            label="Domain"
            placeholder="mg.example.edu"
            required
          />
          <Select {...field("region")} label="Region" options={mailgunRegions} />
        </>
      )}
      {way === "ses" && (
        <>
          <TextField
            {...field("region")}
            {...plain}
            label="Region"
            placeholder="us-east-1"
            required
          />
          <TextField {...field("accessKeyId")} {...plain} label="Access key ID" required />
        </>
      )}
      <Secret field={field} label={secretLabels[way]} required />
    </>
  );
}

const mailgunRegions = [{ value: "us", label: "United States" }, { value: "eu", label: "Europe" }];
const secretLabels = {
  postmark: "Server API token",
  mailgun: "Sending key",
  ses: "Secret access key",
} as const;

function Secret(
  { field, label, required }: FieldsProps & {
    readonly label: string;
    readonly required: boolean;
  },
) {
  return (
    <TextField
      {...field("mailPassword")}
      defaultValue=""
      label={label}
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      required={required}
      hint="Not your own password on this site. We store it encrypted and never show it again."
    />
  );
}
