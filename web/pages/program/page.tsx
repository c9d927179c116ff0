import type { ReactNode } from "react";
import type {
  CadrePerson,
  ContactSurge,
  DecidedPerson,
  ProgramLists,
  WaitingPerson,
} from "../../../api/contract/program.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { dateText } from "../connections/words.ts";
import { ProgramFrame } from "./frame.tsx";
import { RefuseFields } from "./refuse-fields.tsx";
import { SurgeCard } from "./surge.tsx";

export interface ProgramPageProps {
  readonly surge: ContactSurge | null;
  readonly lists: ProgramLists;
  readonly sent?: FormState | undefined;
}

/** How many cadre are shown, those without staff access first; the rest are under Everybody. */
const mostCadre = 50;

/** Applicants, decisions about them, and the program's cadre: for its staff. */
export function ProgramPage({ surge, lists, sent }: ProgramPageProps) {
  const { waiting, decided, cadre } = lists;
  const ofStaff = waiting.filter(({ needs }) => needs === "approval");
  const ofThemselves = waiting.filter(({ needs }) => needs === "confirmation");
  return (
    <ProgramFrame current={paths.program()} sent={sent}>
      {surge && <SurgeCard surge={surge} />}
      <People
        title="Waiting for approval"
        id="waiting"
        none="No one is waiting for approval."
        count={ofStaff.length}
      >
        {ofStaff.map((person) => <Waiting key={person.id} person={person} />)}
      </People>
      {ofThemselves.length > 0 && (
        <People
          title="Waiting to confirm their email address"
          id="unconfirmed"
          count={ofThemselves.length}
        >
          {ofThemselves.map((person) => <Waiting key={person.id} person={person} />)}
        </People>
      )}
      <People title="Decisions" id="decided" none="No decisions yet." count={decided.length}>
        {decided.map((person) => <Decided key={person.id} person={person} />)}
      </People>
      <People title="Cadre" id="cadre" none="No one has the cadre role yet." count={cadre.length}>
        {cadre.slice(0, mostCadre).map((person) => <Cadre key={person.id} person={person} />)}
      </People>
      {cadre.length > mostCadre && (
        <p>
          <a href={pagePaths.everybody({ role: "cadre" })}>See all {cadre.length} cadre</a>
        </p>
      )}
    </ProgramFrame>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly id: string;
  readonly none?: string;
  readonly count: number;
  readonly children: ReactNode;
}

function People({ title, id, none, count, children }: PeopleProps) {
  return (
    <section className="program-list" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title} <span className="program-quiet">({count})</span>
      </h2>
      {count === 0 ? <p className="program-quiet">{none}</p> : <ul role="list">{children}</ul>}
    </section>
  );
}

type Named = Pick<WaitingPerson, "firstName" | "lastName" | "role">;

interface LineProps {
  readonly person: Named;
  readonly about: ReactNode;
  readonly state: ReactNode;
  readonly children?: ReactNode;
}

function Line({ person, about, state, children }: LineProps) {
  return (
    <li className="card program-line">
      <Avatar initials={initials(person)} />
      <div className="program-who">
        <h3>{fullName(person)}</h3>
        <p className="program-quiet">{about}</p>
        <p className="program-state">{state}</p>
      </div>
      {children && <div className="program-do">{children}</div>}
    </li>
  );
}

const roleOf = ({ role }: Named) => role === null ? "No role yet" : roleTraits[role].label;

function Address({ email, emailVerified }: Pick<WaitingPerson, "email" | "emailVerified">) {
  return (
    <>
      <span className="program-address">{email}</span>
      {emailVerified
        ? <Badge tone="green">Address confirmed</Badge>
        : <Badge tone="amber">Address not confirmed</Badge>}
    </>
  );
}

function Waiting({ person }: { readonly person: WaitingPerson }) {
  const { since } = person;
  return (
    <Line
      person={person}
      about={`${roleOf(person)} · Registered on ${dateText(since)}`}
      state={<Address {...person} />}
    >
      <Decision does="accept" label="Approve" of={person} seen="waiting" />
      <details className="program-fold">
        <summary>
          Decline<span className="visually-hidden">: {fullName(person)}</span>
        </summary>
        <form method="post" action={pagePaths.programPeople()}>
          <input type="hidden" name="memberId" value={person.id} />
          <RefuseFields />
        </form>
      </details>
    </Line>
  );
}

function Decided({ person }: { readonly person: DecidedPerson }) {
  const { state, at, words } = person;
  const isRefused = state === "refused";
  return (
    <Line
      person={person}
      about={`${roleOf(person)} · ${dateText(at)}`}
      state={
        <>
          <Badge tone={isRefused ? "red" : "green"}>{isRefused ? "Declined" : "Approved"}</Badge>
          {words !== null && <span className="program-address">“{words}”</span>}
        </>
      }
    >
      {isRefused && <Decision does="accept" label="Approve" of={person} seen="refused" />}
    </Line>
  );
}

function Cadre({ person }: { readonly person: CadrePerson }) {
  const { isConfirmed, isYou, email, emailVerified } = person;
  return (
    <Line
      person={person}
      about={isConfirmed ? "Has staff access" : "Not staff yet"}
      state={
        <>
          {isConfirmed
            ? <Badge tone="green">{isYou ? "You" : "Confirmed"}</Badge>
            : <Badge tone="amber">Not confirmed</Badge>}
          {email !== null && <Address email={email} emailVerified={emailVerified} />}
        </>
      }
    >
      {isConfirmed
        ? <Decision does="unconfirm-cadre" label="Remove staff access" of={person} />
        : <Decision does="confirm-cadre" label="Give staff access" of={person} />}
    </Line>
  );
}

interface DecisionProps {
  readonly does: "accept" | "confirm-cadre" | "unconfirm-cadre";
  readonly label: string;
  readonly of: Named & { readonly id: string };
  /** What they were when the page was made. */
  readonly seen?: "waiting" | "refused";
}

function Decision({ does, label, of, seen }: DecisionProps) {
  return (
    <form method="post" action={pagePaths.programPeople()}>
      <input type="hidden" name="memberId" value={of.id} />
      {seen && <input type="hidden" name="seen" value={seen} />}
      <Button
        type="submit"
        name="does"
        value={does}
        variant={does === "unconfirm-cadre" ? "outline" : "solid"}
        aria-label={`${label}: ${fullName(of)}`}
      >
        {label}
      </Button>
    </form>
  );
}
