import type { ContactSurge, ProgramLists, WaitingPerson } from "../../../api/contract/program.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials } from "../../islands/profile/display.ts";
import { pagePaths, paths, surgeId } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Address, Decision, RefusalMessage } from "./decision.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "./frame.tsx";
import { CadreTable, DecidedTable } from "./people-table.tsx";
import { type Counts, Waiting } from "./waiting.tsx";
import { surgeText } from "../../../api/features/program/surges.ts";

interface ProgramPageProps {
  readonly counts: Counts;
  readonly surge: ContactSurge | null;
  readonly lists: ProgramLists;
  readonly sent?: FormState | undefined;
}

export function ProgramPage({ counts, surge, lists, sent }: ProgramPageProps) {
  const { waiting, decided, cadre } = lists;
  const ofStaff = waiting.filter(({ needs }) => needs === "approval");
  const ofThemselves = waiting.filter(({ needs }) => needs === "confirmation");
  return (
    <ProgramFrame current={paths.program()} sent={sent}>
      <section className="list" aria-labelledby="now-title">
        <h2 id="now-title">Waiting for staff</h2>
        <Waiting counts={counts} />
      </section>
      {surge && <SurgeCard surge={surge} />}
      <Applicants title="Waiting for approval" id="waiting" people={ofStaff} />
      <Applicants
        title="Waiting to confirm their email address"
        id="unconfirmed"
        people={ofThemselves}
      />
      <CadreTable cadre={cadre} />
      <DecidedTable decided={decided} />
    </ProgramFrame>
  );
}

interface ApplicantsProps {
  readonly title: string;
  readonly id: string;
  readonly people: readonly WaitingPerson[];
}

function Applicants({ title, id, people }: ApplicantsProps) {
  if (people.length === 0) return null;
  return (
    <section className="list" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title} <span className="note">({people.length})</span>
      </h2>
      <ul role="list">{people.map((person) => <Applicant key={person.id} person={person} />)}</ul>
    </section>
  );
}

function Applicant({ person }: { readonly person: WaitingPerson }) {
  const { id, role, since } = person;
  return (
    <li className="card line">
      <Avatar initials={initials(person)} />
      <div className="stack gap-1 breakable">
        <h3>{fullName(person)}</h3>
        <p className="note">
          {role === null ? "No role yet" : roleTraits[role].label} · Registered on{" "}
          <LocalTime at={since} />
        </p>
        <p className="row">
          <Address {...person} />
        </p>
      </div>
      <div className="program-do row">
        <Decision does="accept" label="Approve" of={person} seen="waiting" />
        <FoldedForm
          label="Decline"
          about={`: ${fullName(person)}`}
          action={pagePaths.programPeople()}
          hidden={{ memberId: id, seen: "waiting" }}
          does="refuse"
          variant="danger"
          fields={<RefusalMessage />}
        />
      </div>
    </li>
  );
}

/** Accounts that looked at very many people's contacts, and a button that declines them all. */
function SurgeCard({ surge }: { readonly surge: ContactSurge }) {
  const { people, accounts, byDeleted, from, to } = surge;
  const count = accounts.length === 1 ? "1 account" : `${accounts.length} accounts`;
  return (
    <ProgramCard
      className="start"
      id={surgeId}
      title={<>{surgeText({ people, accounts: accounts.length, byDeleted })}</>}
      titleId="surge-title"
    >
      <p>
        This happened on{" "}
        <LocalTime at={surge.at} />. Someone may be collecting addresses. The program didn't invite
        or approve these accounts, and no mentor that the program knows has accepted their requests.
      </p>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <a href={pagePaths.programPerson(account.id)}>{fullName(account)}</a>,{" "}
            {account.role === null ? "no role yet" : roleTraits[account.role].label}, registered on
            {" "}
            <LocalTime at={account.registeredAt} />: looked at{" "}
            {account.people === 1 ? "1 person's contacts" : `${account.people} people's contacts`}
          </li>
        ))}
      </ul>
      {accounts.length === 0 && (
        <p>
          To keep strangers out, choose who gets in under{" "}
          <a href={pagePaths.programSettings()}>Settings</a>.
        </p>
      )}
      {accounts.length > 0 && (
        <FoldedForm
          label={`Decline ${count}`}
          action={pagePaths.programSurge()}
          hidden={{ from, to }}
          variant="danger"
        >
          Decline{" "}
          {count}? They can't see anyone, and no one can see them, until you approve them again.
          We'll email them.
        </FoldedForm>
      )}
    </ProgramCard>
  );
}
