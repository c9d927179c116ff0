import { Button, Heading, Link, Text } from "@radix-ui/themes";
import { shortestUsername } from "../../../api/contract/limits.ts";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import { AccountForm } from "../../forms/form.tsx";
import { ActionForm } from "../../forms/action-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import {
  ConfirmPasswordField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Facts } from "../../ui/facts.tsx";
import { AccountPage } from "../account-page.tsx";
import { AskedInput, type Prepared } from "./prepared.tsx";

export type InvitationState =
  | { readonly is: "asking"; readonly prepared: Prepared; readonly form?: FormState | undefined }
  /** Has `id` while name and address are stored; without it, nothing is. */
  | { readonly is: "declined"; readonly id?: string | undefined }
  | { readonly is: "stopping"; readonly token: string }
  | { readonly is: "stopped" }
  | { readonly is: "no stop link"; readonly supportEmail: string }
  | { readonly is: "invalid" };

interface InvitationPageProps {
  readonly state: InvitationState;
  readonly programName: string;
}
/** Page of an invitation. Opening it changes nothing; others see the profile only after it is accepted. */
export function InvitationPage({ state, ...program }: InvitationPageProps) {
  switch (state.is) {
    case "asking":
      return <Asking {...state} {...program} />;
    case "declined":
      return (
        <AccountPage
          title="Invitation Declined"
          lead="We deleted everything that your program prepared for you. Other members never saw it."
        >
          {state.id === undefined
            ? (
              <Text as="p" className="account-lead">
                We deleted your name and email address, too.
              </Text>
            )
            : <StoredAddress id={state.id} />}
        </AccountPage>
      );
    case "stopping":
      return (
        <AccountPage
          title="Stop These Emails?"
          lead="We won't email you about your invitation again. It stays open: you can still accept it with the link in our last email."
        >
          <ActionForm action={pagePaths.unsubscribeInvitation(state.token)}>
            <Button type="submit" className="wide" size="3">Don't email me again</Button>
          </ActionForm>
        </AccountPage>
      );
    case "stopped":
      return (
        <AccountPage
          title="We Won't Email You Again"
          lead="You won't get another email about your invitation. To have your details deleted, open the invitation in our last email and decline it."
        />
      );
    case "no stop link":
      return (
        <AccountPage
          title="This Link Doesn't Work"
          lead={
            <>
              Check that you opened the whole link from your email. If you did, write to{" "}
              <Link href={`mailto:${state.supportEmail}`}>{state.supportEmail}</Link>, and we'll
              stop.
            </>
          }
        />
      );
    case "invalid":
      return (
        <AccountPage
          title="Invalid Invitation"
          lead={
            <>
              This link has expired or was used already. Each one works once, for{" "}
              {lasting(tokenLifetimeMs.invitation)}. If you accepted your invitation, log in or{" "}
              <Link href={paths.forgotPassword()}>choose a new password</Link>. If not, ask your
              program for another one.
            </>
          }
        >
          <ButtonLink href={paths.home()} className="wide">Go to Login</ButtonLink>
        </AccountPage>
      );
  }
}

const fieldsBefore = ["firstName", "lastName"];
const fieldsAfter = ["username", "newPassword", "confirmPassword"];

type AskingProps =
  & Extract<InvitationState, { readonly is: "asking" }>
  & Omit<InvitationPageProps, "state">;

function Asking({ prepared, form, programName }: AskingProps) {
  const { token, firstName, lastName, email, username, hasProfile, lines, asked } = prepared;
  const name = `${firstName} ${lastName}`.trim();
  const hasName = firstName !== "" && lastName !== "";
  const fields = [...fieldsBefore, ...asked.map((one) => one.name), ...fieldsAfter];
  return (
    <AccountPage
      title={firstName === "" ? "Welcome" : `Welcome, ${firstName}`}
      lead={`${programName} Army ROTC prepared this for you. Other members can't see any of it unless you accept.`}
    >
      <Facts
        className="invitation-prepared"
        facts={[
          ...name === "" ? [] : [["Name", name] as const],
          ["Email", email],
          ...lines.map((line) => [line.label, <Told key={line.label} {...line} />] as const),
        ]}
      />
      <AccountForm
        id="invitation"
        action={pagePaths.invitation()}
        of={{ fields, name: undefined }}
        sent={form}
        submit="Accept Invitation"
      >
        {(field) => (
          <>
            <input type="hidden" name="token" value={token} />
            {!hasName && (
              <>
                <FirstNameField
                  {...field("firstName")}
                  defaultValue={form?.values.firstName ?? firstName}
                />
                <LastNameField
                  {...field("lastName")}
                  defaultValue={form?.values.lastName ?? lastName}
                />
              </>
            )}
            {asked.length > 0 && (
              <section className="account-form stack gap-4" aria-labelledby="invitation-asked">
                <Heading as="h2" size="3" id="invitation-asked">
                  Complete your profile
                </Heading>
                <Text as="p" size="2" color="gray">You can fill in the rest later.</Text>
                {asked.map((one) => (
                  <AskedInput
                    key={one.name}
                    field={one}
                    id={field(one.name).id}
                    value={form?.values[one.name]}
                    error={form?.fields[one.name]}
                  />
                ))}
              </section>
            )}
            <UsernameField
              {...field("username")}
              defaultValue={form?.values.username ?? username}
              hint={`At least ${shortestUsername} characters. You log in with it, or with your email address.`}
            />
            <NewPasswordField {...field("newPassword")} />
            <ConfirmPasswordField {...field("confirmPassword")} />
            {(hasProfile || asked.length > 0) && (
              <label className="invitation-show beside top gap-3">
                <input
                  type="checkbox"
                  name="isVisible"
                  defaultChecked={form?.values.isVisible === "on"}
                />
                <span>
                  Show my profile in the directory. Only members you have a conversation with see
                  how to reach you. You can change, hide or delete your profile at any time.
                </span>
              </label>
            )}
          </>
        )}
      </AccountForm>
      <ActionForm
        className="account-form stack gap-4"
        action={pagePaths.declineInvitation()}
        hidden={{ token }}
      >
        <Text as="p" className="account-lead">
          Don't want this? We'll delete your details and never email you again. To remember that, we
          keep your name and email address.
        </Text>
        <Button type="submit" className="wide" size="3" color="red">Decline and Delete</Button>
      </ActionForm>
    </AccountPage>
  );
}

function StoredAddress({ id }: { readonly id: string }) {
  return (
    <ActionForm
      className="account-form stack gap-4"
      action={pagePaths.declineInvitation()}
      hidden={{ declined: id }}
    >
      <Text as="p" className="account-lead">
        We keep only your name and email address, so that your program doesn't invite you again.
      </Text>
      <Button type="submit" className="wide" size="3" variant="outline">
        Delete my name and address, too
      </Button>
    </ActionForm>
  );
}

interface ToldProps {
  readonly text: string;
  /** The list's own text, when it was read differently or in part. */
  readonly said?: string | undefined;
}

function Told({ text, said }: ToldProps) {
  return (
    <div>
      {text}
      {said && <span className="invitation-said">{said}</span>}
    </div>
  );
}
