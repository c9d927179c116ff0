import { Button, Heading, Link, Text } from "@radix-ui/themes";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import type { ReactNode } from "react";
import type { SeenProfile } from "../../../events/members/privacy.ts";
import { askedPoints, type Inviter } from "../../../api/mail/templates/invitation-letters.ts";
import { pointsTitle } from "../../../api/mail/templates/letter.ts";
import { Form } from "../../forms/form.tsx";
import { ActionForm } from "../../forms/action-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { FirstNameField, LastNameField } from "../../ui/fields/account-fields.tsx";
import { CheckboxGroup } from "../../ui/fields/checkbox-group.tsx";
import { FieldError } from "../../ui/fields/field.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Facts } from "../../ui/facts.tsx";
import { AccountPage } from "../account-page.tsx";
import { CompletionLists } from "../completion-lists.tsx";
import { ProfilePage } from "../profile/view.tsx";
import { AskedInput, type Prepared } from "./prepared.tsx";

export type InvitationState =
  | {
    readonly is: "asking";
    readonly prepared: Prepared;
    readonly form?: FormState | undefined;
    /** Ticked help topics; the list's if absent. */
    readonly topics?: readonly string[] | undefined;
  }
  /** The preview of what cadets would see, with the typed values, since nothing is stored yet. */
  | {
    readonly is: "preview";
    readonly profile: SeenProfile;
    readonly token: string;
    readonly typed: Readonly<Record<string, string>>;
    readonly topics: readonly string[];
    readonly typedKey: string;
  }
  /** Has `id` while name and address are stored; otherwise nothing is stored. */
  | { readonly is: "declined"; readonly id?: string | undefined }
  | { readonly is: "stopping"; readonly token: string }
  | { readonly is: "stopped" }
  | { readonly is: "no stop link"; readonly supportEmail: string }
  | { readonly is: "invalid" };

interface InvitationPageProps {
  readonly state: InvitationState;
  readonly programName: string;
}
/**
 * Page of an invitation. Opening it changes nothing. Others see the profile only after it is
 * accepted.
 */
export function InvitationPage({ state, ...program }: InvitationPageProps) {
  switch (state.is) {
    case "asking":
      return <Asking {...state} {...program} />;
    case "preview":
      return <ProfilePreview {...state} />;
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
              {lasting(tokenLifetimeMs.invitation)}. If you accepted your invitation, log in: “Email
              me a code” needs no password. If not, type your email address there, and we'll email
              you a code for your invitation.
            </>
          }
        >
          <ButtonLink href={paths.home()} className="wide">Go to Login</ButtonLink>
        </AccountPage>
      );
  }
}

type AskingProps =
  & Extract<InvitationState, { readonly is: "asking" }>
  & Omit<InvitationPageProps, "state">;

/** Other topics unfold: they would double the length of the page on a phone. */
const shownTopics = 8;

/** Three questions, filled in from the program's list. */
function Asking({ prepared, form, topics, programName }: AskingProps) {
  const { token, firstName, lastName, email, hasName, inviter, questions, required } = prepared;
  const { lines } = prepared;
  const asked = [...questions.now, questions.where, ...required];
  const fields = [
    "firstName",
    "lastName",
    ...questions.now.map(({ name }) => name),
    "location",
    "helpTopics",
    ...required.map(({ name }) => name),
  ];
  const input = (one: typeof asked[number], id: string) => (
    <AskedInput
      key={one.name}
      field={one}
      id={id}
      value={form?.values[one.name]}
      error={form?.fields[one.name]}
    />
  );
  return (
    <AccountPage
      title={firstName === "" ? "Welcome" : `Welcome, ${firstName}`}
      lead={inviter === undefined
        ? `${programName} Army ROTC invites you. It takes about two minutes.`
        : undefined}
    >
      {inviter && <InvitedBy {...inviter} programName={programName} />}
      <Text as="p">{pointsTitle}</Text>
      <ul className="invitation-points">
        {askedPoints.map((point) => <li key={point}>{point}</li>)}
      </ul>
      <Form
        id="invitation"
        className="account-form stack gap-5"
        action={pagePaths.invitation()}
        of={{ fields, name: undefined }}
        sent={form}
        typedKey={prepared.typedKey}
      >
        {(field) => (
          <>
            <input type="hidden" name="token" value={token} />
            {!hasName && (
              <Question title="Who are you?">
                <FirstNameField
                  {...field("firstName")}
                  defaultValue={form?.values.firstName ?? firstName}
                />
                <LastNameField
                  {...field("lastName")}
                  defaultValue={form?.values.lastName ?? lastName}
                />
              </Question>
            )}
            <Question title="What do you do now?">
              {questions.now.map((one) => input(one, field(one.name).id))}
            </Question>
            <Question title="Where are you?">
              {input(questions.where, field("location").id)}
            </Question>
            {/* The form's error messages link here. */}
            <div id={field("helpTopics").id} className="invitation-topics" tabIndex={-1}>
              <CheckboxGroup
                legend="What can you help with?"
                name="helpTopics"
                options={prepared.topics.offered.map((value) => ({ value }))}
                selected={topics ?? prepared.topics.known}
                layout="grid"
                visible={shownTopics}
              >
                {form?.fields.helpTopics && <FieldError>{form.fields.helpTopics}</FieldError>}
              </CheckboxGroup>
            </div>
            {required.length > 0 && (
              <Question title="Your service" hint="Cadets look for people by branch and class.">
                {required.map((one) =>
                  input(one, field(one.name).id)
                )}
              </Question>
            )}
            {lines.length > 0 && (
              <details className="invitation-more">
                <summary>Your service, from {programName} Army ROTC's list</summary>
                <Facts
                  className="invitation-prepared"
                  facts={lines.map((line) =>
                    [line.label, <ListedText key={line.label} {...line} />] as const
                  )}
                />
                <Text as="p" size="2" color="gray">You can change it later.</Text>
              </details>
            )}
            <Button type="submit" className="wide" size="3" name="does" value="see">
              See what cadets would see
            </Button>
            {required.length > 0 && (
              <Button
                type="submit"
                className="wide"
                size="3"
                variant="outline"
                name="does"
                value="later"
              >
                Join now, fill in the rest later
              </Button>
            )}
            <Text as="p" size="2" color="gray">
              No one sees any of it yet. We have your email address as {email}.
            </Text>
          </>
        )}
      </Form>
      <ActionForm
        className="account-form stack gap-4"
        action={pagePaths.declineInvitation()}
        hidden={{ token }}
        data-drops-drafts=""
      >
        <Text as="p" className="account-lead">
          Don't want this? We'll delete your details and never email you again. To remember that, we
          keep your name and email address.
        </Text>
        <Button type="submit" className="wide" size="3" variant="outline" color="red">
          Decline and Delete
        </Button>
      </ActionForm>
      <CompletionLists />
    </AccountPage>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Question({ title, hint, children }: QuestionProps) {
  return (
    <fieldset className="invitation-question stack gap-3">
      <legend>{title}</legend>
      {hint && <Text as="p" size="2" color="gray">{hint}</Text>}
      {children}
    </fieldset>
  );
}

type InvitedByProps = Inviter & Pick<InvitationPageProps, "programName">;

function InvitedBy({ name, title, picture, words, programName }: InvitedByProps) {
  return (
    <div className="invitation-by stack gap-3 breakable">
      <div className="beside gap-3">
        {picture && (
          <img
            className="invitation-picture"
            src={`data:image/png;base64,${Buffer.from(picture.bytes).toString("base64")}`}
            alt={picture.alt}
            width="56"
            height="56"
          />
        )}
        <Text as="p">
          <strong>{name}</strong>
          {title !== "" && (
            <>
              <br />
              {title}
            </>
          )}
        </Text>
      </div>
      {words !== "" && <blockquote className="invitation-quote">{words}</blockquote>}
      <Text as="p">
        You're invited to help {programName} Army ROTC cadets. It takes about two minutes.
      </Text>
    </div>
  );
}

type ProfilePreviewProps = Extract<InvitationState, { readonly is: "preview" }>;

/** The preview of what cadets would see, and the choice whether they do. */
function ProfilePreview({ profile, typed, topics, token, typedKey }: ProfilePreviewProps) {
  const hidden = { token, ...typed };
  const hiddenTopics = topics.map((topic) => (
    <input key={topic} type="hidden" name="helpTopics" value={topic} />
  ));
  const choice = (does: string, label: string) => (
    <Button type="submit" className="wide" size="3" variant="outline" name="does" value={does}>
      {label}
    </Button>
  );
  const top = (
    <section className="invitation-choice stack gap-4" aria-labelledby="choice-title">
      {/* Otherwise the focus would go to one of the answers. */}
      <Heading as="h1" size="6" id="choice-title" tabIndex={-1} autoFocus>
        This is what cadets would see
      </Heading>
      <Text as="p">
        Only signed-in members see it, and your email address only once you're in a conversation. If
        you choose “Not yet”, it stays hidden until you show it. You can change or delete it at any
        time.
      </Text>
      <ActionForm
        className="invitation-buttons"
        action={pagePaths.invitation()}
        hidden={hidden}
        data-drops-drafts=""
        data-typed-key={typedKey}
      >
        {hiddenTopics}
        {choice("show", "Show me to cadets")}
        {choice("hide", "Not yet")}
      </ActionForm>
      <ActionForm action={pagePaths.invitation()} hidden={hidden}>
        {hiddenTopics}
        <Button type="submit" size="3" variant="ghost" name="does" value="change">
          Change something
        </Button>
      </ActionForm>
    </section>
  );
  return (
    <ProfilePage
      profile={profile}
      isOwner={false}
      isPreview
      takesRequests={profile.takesRequests}
      back={paths.directory()}
      top={top}
    />
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

interface ListedTextProps {
  readonly text: string;
  /** The list's own text, if it was read differently or in part. */
  readonly listed?: string | undefined;
}

function ListedText({ text, listed }: ListedTextProps) {
  return (
    <div>
      {text}
      {listed && <span className="invitation-listed">{listed}</span>}
    </div>
  );
}
