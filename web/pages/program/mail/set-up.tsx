import { mailPorts } from "../../../../api/mail/mail-form.ts";
import type { Explained } from "../../../../api/mail/explain-failure.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ProgramFrame } from "../frame.tsx";

export interface SetUpMailPageProps {
  /** What the form shows: what was sent, or what is set up now. */
  readonly values: Readonly<Record<string, string>>;
  readonly sent?: FormState | undefined;
  readonly failed?: Explained | undefined;
  /** Whether the password was given lately: the question for it would lose what is typed. */
  readonly isConfirmed: boolean;
  /** Where the test goes. */
  readonly email: string;
}

/** Sets up mail, for people who can't change the server's files. */
export function SetUpMailPage({ values, sent, failed, isConfirmed, email }: SetUpMailPageProps) {
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed && (
        <Callout tone="danger" title="Mail isn't set up yet">
          <p>{failed.why} {failed.todo}</p>
        </Callout>
      )}
      <section className="card program-card" aria-labelledby="set-up-title">
        <h2 id="set-up-title">Set up mail with your own mail server</h2>
        <p>
          Ask your IT office or your mail service for these settings. They often call them “SMTP” or
          “outgoing mail”.
        </p>
        {isConfirmed
          ? <ServerForm values={values} sent={sent} email={email} />
          : (
            <form className="settings-form" method="post" action={pagePaths.setUpMail()}>
              <input type="hidden" name="does" value="confirm" />
              <p className="program-quiet">We ask for your own password first.</p>
              <div className="program-do">
                <Button type="submit">Continue</Button>
                <ButtonLink variant="outline" href={pagePaths.programMail()}>Cancel</ButtonLink>
              </div>
            </form>
          )}
      </section>
    </ProgramFrame>
  );
}

const securities = [
  { value: "starttls", label: "STARTTLS (usual, with port 587)" },
  { value: "tls", label: "TLS from the start (with port 465)" },
] as const;

function ServerForm(
  { values, sent, email }: Pick<SetUpMailPageProps, "values" | "sent" | "email">,
) {
  const wrong = Object.keys(sent?.fields ?? {});
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: sent?.fields[name],
    autoFocus: wrong[0] === name,
  });
  const plain = {
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    maxLength: 254,
  } as const;
  return (
    <form className="settings-form" method="post" action={pagePaths.setUpMail()}>
      <input type="hidden" name="way" value="smtp" />
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
      <TextField
        {...field("mailPassword")}
        defaultValue=""
        label="Password of this user"
        type="password"
        autoComplete="new-password"
        maxLength={1000}
        hint="Not your own password on this site. We store it encrypted and never show it again."
      />
      <TextField
        {...field("fromAddress")}
        {...plain}
        label="Sender's address"
        type="email"
        placeholder="alumni@example.edu"
        required
        hint="The address that emails come from. The user must be allowed to send from it."
      />
      <TextField
        {...field("fromName")}
        label="Sender's name (optional)"
        autoComplete="off"
        maxLength={100}
        hint="Leave blank to use your program's name."
      />
      <p className="program-quiet">
        We sign in to the server and send a test email to{" "}
        {email}. If both work, we save the settings. All other staff get an email about the change.
        This can take half a minute.
      </p>
      <div className="program-do">
        <Button type="submit">Check and save</Button>
        <ButtonLink variant="outline" href={pagePaths.programMail()}>Cancel</ButtonLink>
      </div>
    </form>
  );
}
