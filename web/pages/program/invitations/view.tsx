import { Badge, Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import { remindAfterDays } from "../../../../api/features/invitations/remind-invited.ts";
import {
  type InvitationQuery,
  type InvitationShown,
  invitationsShown,
} from "../../../../api/contract/invitations.ts";
import type {
  InvitationPreview,
  InvitationsShown,
} from "../../../../api/features/invitations/inviting.ts";
import { ActionButton, ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageLinks } from "../../../ui/page-links.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "../frame.tsx";
import { InviteCards } from "./invite-cards.tsx";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { dateText } from "../../connections/words.ts";

interface InvitationsPageProps {
  readonly list: InvitationsShown;
  readonly query: InvitationQuery;
  readonly preview: InvitationPreview;
  readonly sent?: FormState | undefined;
}

export function InvitationsPage({ list, query, preview, sent }: InvitationsPageProps) {
  const isEmpty = Object.values(list.counts).every((count) => count === 0);
  return (
    <ProgramFrame current={pagePaths.invitations()} sent={sent}>
      {isEmpty
        ? (
          <EmptyState title="No one has been invited yet">
            <Text as="p">Invite one person, or import a spreadsheet of your alumni.</Text>
          </EmptyState>
        )
        : <Invitations list={list} query={query} />}
      <InviteCards preview={preview} sent={sent} />
      {!isEmpty && <Reminders areSent={list.sendsReminders} />}
    </ProgramFrame>
  );
}

const numbers = {
  waiting: "Waiting",
  opened: "Opened",
  joined: "Joined",
  declined: "Declined",
  bounced: "Bounced",
} as const satisfies Readonly<Record<InvitationShown, string>>;

function Invitations({ list, query }: Pick<InvitationsPageProps, "list" | "query">) {
  const { people, counts, silent, total, page, pages } = list;
  const { show, search } = query;
  const at = (wanted: number) => pagePaths.invitations({ ...query, page: wanted });
  return (
    <section className="list" aria-labelledby="invited-title">
      <nav aria-label="Invitations by answer">
        <ul role="list" className="invitations-numbers columns gap-3">
          {invitationsShown.map((name) => (
            <li key={name}>
              <a
                className="box"
                href={pagePaths.invitations(show === name ? {} : { show: name })}
                aria-current={show === name ? "true" : undefined}
              >
                <strong>{counts[name].toLocaleString("en-US")}</strong> {numbers[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {silent > 0 && <RemindAll count={silent} />}
      <form className="program-find columns gap-3" role="search" action={pagePaths.invitations()}>
        {show && <input type="hidden" name="show" value={show} />}
        <TextField
          id="invitations-search"
          type="search"
          name="search"
          label="Name"
          autoComplete="off"
          defaultValue={search}
        />
        <Button type="submit" size="3" variant="outline">Find</Button>
      </form>
      <Heading as="h2" size="6" id="invited-title">
        {show === undefined ? "Not answered yet" : numbers[show]}{" "}
        <span className="note">({total.toLocaleString("en-US")})</span>
      </Heading>
      {show !== undefined && (
        <Text as="p">
          <Link href={pagePaths.invitations()}>Show everyone who hasn't answered</Link>
        </Text>
      )}
      {total === 0 ? <Text as="p" size="2" color="gray">{noneText(query)}</Text> : (
        <ul role="list">
          {people.map((person) => <Person key={person.id} person={person} />)}
        </ul>
      )}
      <PageLinks page={page} pages={pages} at={at} words={["Newer", "Older"]} />
    </section>
  );
}

function noneText({ search, show }: InvitationQuery): string {
  if (search !== "") return "No one here has that name.";
  return show === undefined ? "Everyone who was invited has answered." : "No one.";
}

function RemindAll({ count }: { readonly count: number }) {
  const people = count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
  return (
    <FoldedForm
      label={`Send reminders to ${people}`}
      action={pagePaths.invitations()}
      does="remind-all"
    >
      {people} {count === 1 ? "hasn't" : "haven't"}{" "}
      answered or heard from us for a week. Each of them gets one email with a new link. Emails go
      out one a second.
    </FoldedForm>
  );
}

function Reminders({ areSent }: { readonly areSent: boolean }) {
  const [firstDays, secondDays] = remindAfterDays;
  return (
    <ProgramCard title="Automatic reminders" titleId="reminders-title">
      <Text as="p" size="2" color="gray">
        {areSent
          ? `People who don't answer get a reminder after ${firstDays} days, and a last one after ${
            firstDays + secondDays
          } days. ` +
            "People who joined, declined or can't be reached get none."
          : "Automatic reminders are off. You can still send reminders yourself."}
      </Text>
      <ActionButton
        action={pagePaths.invitations()}
        does={areSent ? "reminders-off" : "reminders-on"}
        label={areSent ? "Turn off automatic reminders" : "Turn on automatic reminders"}
        variant="outline"
      />
    </ProgramCard>
  );
}

type InvitedPerson = InvitationsShown["people"][number];

export function Person({ person }: { readonly person: InvitedPerson }) {
  const { id, email, at, shown, link, isMuted } = person;
  const name = nameOf(person);
  const { color, label } = states[shown];
  return (
    <Card asChild size="3" className="line">
      <li>
        <Avatar initials={initials(person)} />
        <div className="stack gap-1 breakable">
          <Heading as="h3" size="3">
            {shown === "joined" ? <Link href={pagePaths.programPerson(id)}>{name}</Link> : name}
          </Heading>
          <Text as="p" size="2" color="gray">
            {shown === "declined" ? `Declined on ${dateText(at)}` : (
              <>
                Invited on <LocalTime at={at} />
              </>
            )}
          </Text>
          <Text as="p" className="row">
            <span className="program-address as-written">{email}</span>
            <Badge color={color}>{label}</Badge>
            {isMuted && shown !== "joined" && <Badge color="amber">Asked for no more emails</Badge>}
            {(link === "over" || link === "without link") && (
              <Badge color="amber">Link expired</Badge>
            )}
          </Text>
        </div>
        {shown !== "joined" && (
          <div className="program-do row">
            {shown === "declined"
              ? <RemoveDeclined id={id} name={name} />
              : <Pending id={id} name={name} isMuted={isMuted} />}
          </div>
        )}
      </li>
    </Card>
  );
}

const states = {
  waiting: { color: "gray", label: "Waiting" },
  opened: { color: "gray", label: "Opened their invitation" },
  joined: { color: "green", label: "Joined" },
  declined: { color: "gray", label: "Declined" },
  bounced: { color: "red", label: "Address doesn't exist" },
} as const;

interface ActionsProps {
  readonly id: string;
  readonly name: string;
}

const pendingActions = [["resend", "Send again"], ["link", "Copy link"]] as const;

function Pending({ id, name, isMuted }: ActionsProps & { readonly isMuted: boolean }) {
  const actions = pendingActions.filter(([does]) => does !== "resend" || !isMuted);
  return (
    <>
      <ActionForm className="row" action={pagePaths.invitations()} hidden={{ memberId: id }}>
        {actions.map(([does, label]) => (
          <Button
            key={does}
            type="submit"
            name="does"
            value={does}
            aria-label={`${label}: ${name}`}
            size="3"
            variant="outline"
          >
            {label}
          </Button>
        ))}
      </ActionForm>
      <FoldedForm
        label="Withdraw"
        about={` invitation: ${name}`}
        action={pagePaths.invitations()}
        hidden={{ memberId: id }}
        does="withdraw"
        submit="Withdraw invitation"
        color="red"
      >
        We'll delete everything prepared for them, and their link stops working.
      </FoldedForm>
    </>
  );
}

function RemoveDeclined({ id, name }: ActionsProps) {
  return (
    <FoldedForm
      label="Remove"
      about={` from this list: ${name}`}
      action={pagePaths.invitations()}
      hidden={{ memberId: id }}
      does="remove-declined"
      submit="Remove from this list"
      color="red"
    >
      We keep their name and address only so that no one invites them again. Without them, an import
      may.
    </FoldedForm>
  );
}

/** Their address, when the imported file had no name. */
const nameOf = (person: InvitedPerson) => fullName(person).trim() || person.email;
