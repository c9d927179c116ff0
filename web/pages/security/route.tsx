import { Badge, Button, Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { flash } from "../../flash.ts";
import { addPasswordForm, changePasswordForm } from "../../forms/account-forms.ts";
import type { FormState } from "../../forms/form-state.ts";
import { programMailsAYear } from "../../../events/members/program-mails.ts";
import { isStaff } from "../../../events/program/admission.ts";
import {
  mailsOff,
  mailsOn,
  noticesOff,
  noticesOn,
  otherSessionsEnded,
  passwordAdded,
  passwordChanged,
  sessionEnded,
} from "../../toasts/messages.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { readFields, submitForm } from "../form.ts";
import type { Session } from "../../../api/contract/account.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { AccountForm } from "../../forms/form.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { TitledCard } from "../../ui/card.tsx";
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from "../../ui/fields/account-fields.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { PageHead } from "../page-head.tsx";
import { changePasskeys, PasskeysCard, type PasskeysCardProps, passkeysOf } from "./passkeys.tsx";

export function securityRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { security, decisions } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { member, origin } = c.var;
    return c.render(
      <SecurityPage
        username={member.username}
        hasPassword={await security.hasPassword(member.memberId)}
        sent={sent}
        sessions={await security.sessions(member.memberId, origin)}
        now={config.now()}
        passkeys={await passkeysOf({ product, config }, c.var)}
        wantsProgramMails={member.programMails.areWanted}
        wantsStaffNotices={isStaff(member) ? member.wantsStaffNotices : undefined}
      />,
      { title: "Signing In" },
    );
  }

  return new Hono<MemberEnv>()
    .get(paths.security(), (c) => show(c))
    .get(paths.changePassword(), (c) => c.redirect(paths.security(), 302))
    .post(paths.changePassword(), (c) =>
      submitForm(c, {
        form: changePasswordForm,
        failed: "Password not changed",
        show: (sent) => show(c, sent),
        async run({ currentPassword, newPassword }) {
          const { member: { memberId }, origin, keepBrowser } = c.var;
          const change = { currentPassword, newPassword };
          keepBrowser(await security.changePassword(memberId, change, origin, c.req.raw.signal));
          return passwordChanged;
        },
        next: paths.security(),
      }))
    .get(paths.addPassword(), (c) => c.redirect(paths.security(), 302))
    .post(paths.addPassword(), (c) =>
      submitForm(c, {
        form: addPasswordForm,
        failed: "Password not set",
        show: (sent) => show(c, sent),
        async run({ newPassword }) {
          const { member: { memberId }, origin, keepBrowser } = c.var;
          const { signal } = c.req.raw;
          keepBrowser(await security.addPassword(memberId, { newPassword }, origin, signal));
          return passwordAdded;
        },
        next: paths.security(),
      }))
    .get(pagePaths.changePasskeys(), (c) => c.redirect(pagePaths.passkeys(), 302))
    .post(pagePaths.changePasskeys(), (c) => changePasskeys(c, { product, config }, show))
    .get(pagePaths.staffNotices(), (c) => c.redirect(paths.security(), 302))
    .post(pagePaths.staffNotices(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const wants = (await c.req.formData()).get("wants") === "yes";
      await decisions.changeNotices(memberId, wants, origin);
      flash(c, wants ? noticesOn : noticesOff);
      return c.redirect(paths.security(), 303);
    })
    .get(pagePaths.changeProgramMails(), (c) => c.redirect(pagePaths.programMails(), 302))
    .post(pagePaths.changeProgramMails(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const wants = (await c.req.formData()).get("wants") === "yes";
      await product.programMails.change(memberId, wants, origin);
      flash(c, wants ? mailsOn : mailsOff);
      return c.redirect(paths.security(), 303);
    })
    .post(paths.endSession(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { session } = await readFields(c, ["session"]);
      if (session === undefined) await security.endOtherSessions(memberId, origin);
      else await security.endSession(memberId, session, origin);
      flash(c, session === undefined ? otherSessionsEnded : sessionEnded);
      return c.redirect(paths.security(), 303);
    });
}

interface SecurityPageProps extends PasswordFormProps {
  /** Members without a password sign in by code. */
  readonly hasPassword: boolean;
  readonly sessions: readonly Session[];
  readonly now: Date;
  /** `undefined` if the site can't have passkeys. */
  readonly passkeys: PasskeysCardProps | undefined;
  /** Whether they get scheduled emails. */
  readonly wantsProgramMails: boolean;
  /** Whether they get emails about tasks for staff; `undefined` for members who aren't staff. */
  readonly wantsStaffNotices: boolean | undefined;
}

function SecurityPage(props: SecurityPageProps) {
  const { hasPassword, sessions, now, passkeys, ...rest } = props;
  const { wantsProgramMails, wantsStaffNotices, ...password } = rest;
  return (
    <div id="security" className="shell-column page-stack gap-4">
      <PageHead title="Signing In">
        Your password, passkeys and email addresses, and where you're signed in
      </PageHead>
      <TitledCard
        className="start"
        title={hasPassword ? "Change Password" : "Set a Password"}
        titleId="password-title"
      >
        <Text as="p" color="gray">
          {hasPassword ? "" : "You have no password: you sign in with a code that we email you. "}
          You'll stay signed in here and be signed out everywhere else.
        </Text>
        <div className="narrow full">
          {hasPassword ? <ChangePasswordForm {...password} /> : <AddPasswordForm {...password} />}
        </div>
      </TitledCard>
      {passkeys && <PasskeysCard {...passkeys} />}
      <TitledCard
        className="start"
        title="Where You're Signed In"
        titleId="sessions-title"
      >
        <ul className="full">
          {sessions.map((session) => <SessionLine key={session.id} session={session} now={now} />)}
        </ul>
        {sessions.length > 1 && (
          <form method="post" action={paths.endSession()}>
            <Button type="submit" size="3" variant="outline">Sign out everywhere else</Button>
          </form>
        )}
        <Text as="p" color="gray">
          {hasPassword
            ? "Don't recognize one? Sign it out and change your password."
            : "Don't recognize one? Sign it out."}
        </Text>
      </TitledCard>
      <TitledCard className="start" title="Email Addresses" titleId="addresses-title">
        <Text as="p" color="gray">
          Add a second address, so that you can always sign in and we can always reach you.
        </Text>
        <ButtonLink href={paths.addresses()} variant="outline">Manage Your Addresses</ButtonLink>
      </TitledCard>
      <ProgramMails areOn={wantsProgramMails} />
      {wantsStaffNotices !== undefined && <StaffNotices areOn={wantsStaffNotices} />}
    </div>
  );
}

/** Choice about emails that the program sends by itself. */
function ProgramMails({ areOn }: { readonly areOn: boolean }) {
  return (
    <MailSwitch
      title="Emails a Few Times a Year"
      titleId="program-mails-title"
      action={pagePaths.changeProgramMails()}
      areOn={areOn}
    >
      {areOn
        ? `The program sends you at most ${programMailsAYear} emails a year by itself, for example to ` +
          "ask whether your profile is still right."
        : "We email you only about what you and other people do here."}
    </MailSwitch>
  );
}

function StaffNotices({ areOn }: { readonly areOn: boolean }) {
  return (
    <MailSwitch
      title="Emails to Staff"
      titleId="notices-title"
      action={pagePaths.staffNotices()}
      areOn={areOn}
    >
      {areOn
        ? "We email you when people are waiting for approval or a message was reported, at most " +
          "once an hour, and on Mondays what else is waiting."
        : "We don't email you when people are waiting for approval or a message was reported."}
    </MailSwitch>
  );
}

interface MailSwitchProps {
  readonly title: string;
  readonly titleId: string;
  readonly action: string;
  readonly areOn: boolean;
  readonly children: string;
}

function MailSwitch({ title, titleId, action, areOn, children }: MailSwitchProps) {
  return (
    <TitledCard className="start" title={title} titleId={titleId}>
      <Text as="p" color="gray">{children}</Text>
      <form method="post" action={action}>
        <Button type="submit" name="wants" value={areOn ? "no" : "yes"} size="3" variant="outline">
          {areOn ? "Turn off these emails" : "Turn on these emails"}
        </Button>
      </form>
    </TitledCard>
  );
}

function SessionLine({ session, now }: { readonly session: Session; readonly now: Date }) {
  const { id, createdAt, lastSeenAt, isCurrent } = session;
  const browser = session.browser ?? "Unknown browser";
  return (
    <li className="list-entry split">
      <div>
        <Heading as="h3" size="3">
          {browser} {isCurrent && <Badge color="green">This browser</Badge>}
        </Heading>
        <Text as="p" color="gray">
          {isCurrent ? "In use now" : `Last seen ${agoText(lastSeenAt, now)}`}, signed in on{" "}
          <LocalTime at={createdAt} />
        </Text>
      </div>
      {!isCurrent && (
        <ActionForm action={paths.endSession()} hidden={{ session: id }}>
          <Button type="submit" aria-label={`Sign out: ${browser}`} size="3" variant="outline">
            Sign out
          </Button>
        </ActionForm>
      )}
    </li>
  );
}

const hourMs = 60 * 60 * 1000;

/** A time to the hour, which is how precisely sessions store it. */
function agoText(at: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(at)) / hourMs);
  if (hours < 1) return "within the last hour";
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

interface PasswordFormProps {
  /** Shown to password managers. */
  readonly username: string;
  readonly sent: FormState | undefined;
}

function ChangePasswordForm({ username, sent }: PasswordFormProps) {
  return (
    <AccountForm
      id="change"
      action={paths.changePassword()}
      of={changePasswordForm}
      sent={sent}
      submit="Change Password"
      pending="Changing..."
    >
      {(field) => (
        <>
          <HiddenUsername username={username} />
          <PasswordField {...field("currentPassword")} label="Current Password" minLength={1} />
          <NewPasswordField {...field("newPassword")} label="New Password" />
          <ConfirmPasswordField {...field("confirmPassword")} label="Confirm New Password" />
        </>
      )}
    </AccountForm>
  );
}

function AddPasswordForm({ username, sent }: PasswordFormProps) {
  return (
    <AccountForm
      id="add"
      action={paths.addPassword()}
      of={addPasswordForm}
      sent={sent}
      submit="Set Password"
      pending="Setting..."
    >
      {(field) => (
        <>
          <HiddenUsername username={username} />
          <NewPasswordField {...field("newPassword")} label="New Password" />
          <ConfirmPasswordField {...field("confirmPassword")} label="Confirm New Password" />
        </>
      )}
    </AccountForm>
  );
}

function HiddenUsername({ username }: Pick<PasswordFormProps, "username">) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      defaultValue={username}
      readOnly
      hidden
    />
  );
}
