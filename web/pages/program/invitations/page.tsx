import {
  type InvitationQuery,
  type InvitationShown,
  invitationsShown,
} from "../../../../api/contract/invitations.ts";
import type { InvitationsShown } from "../../../../api/program/inviting.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageLinks } from "../../../ui/page-links.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { FoldedForm } from "../fold.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { InviteCards } from "./invite-cards.tsx";
import { Person } from "./person.tsx";

interface InvitationsPageProps {
  readonly list: InvitationsShown;
  readonly query: InvitationQuery;
  readonly sent?: FormState | undefined;
}

export function InvitationsPage({ list, query, sent }: InvitationsPageProps) {
  const isEmpty = Object.values(list.counts).every((count) => count === 0);
  return (
    <ProgramFrame current={pagePaths.invitations()} sent={sent}>
      {isEmpty
        ? (
          <EmptyState title="No one has been invited yet">
            <p>Invite one person, or import a spreadsheet of your alumni.</p>
          </EmptyState>
        )
        : <Invitations list={list} query={query} />}
      <InviteCards sent={sent} />
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
        <Button type="submit" variant="outline">Find</Button>
      </form>
      <h2 id="invited-title">
        {show === undefined ? "Not answered yet" : numbers[show]}{" "}
        <span className="note">({total.toLocaleString("en-US")})</span>
      </h2>
      {show !== undefined && (
        <p>
          <a href={pagePaths.invitations()}>Show everyone who hasn't answered</a>
        </p>
      )}
      {total === 0 ? <p className="note">{noneText(query)}</p> : (
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
  return (
    <ProgramCard title="Automatic reminders" titleId="reminders-title">
      <p className="note">
        {areSent
          ? "People who don't answer get a reminder after 10 days, and a last one after 30 days. " +
            "People who joined, declined or can't be reached get none."
          : "Automatic reminders are off. You can still send reminders yourself."}
      </p>
      <ActionButton
        action={pagePaths.invitations()}
        does={areSent ? "reminders-off" : "reminders-on"}
        label={areSent ? "Turn off automatic reminders" : "Turn on automatic reminders"}
        variant="outline"
      />
    </ProgramCard>
  );
}
