import { Card, Heading, Link, Text } from "@radix-ui/themes";
import type { ContactSurge, ProgramLists, WaitingPerson } from "../../../api/contract/program.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials } from "../../islands/profile/display.ts";
import { guessedId, pagePaths, paths, surgeId } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { CountedSection } from "../../ui/counted-section.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Address, Decision, RefusalMessage } from "./decision.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "./frame.tsx";
import { CadreTable, DecidedTable } from "./people-table.tsx";
import { type Counts, Waiting } from "./waiting.tsx";
import { guessedMeaning, guessedText } from "../../../api/auth/guessed-codes.ts";
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
        <Heading as="h2" size="6" id="now-title">Waiting for staff</Heading>
        <Waiting counts={counts} />
      </section>
      {surge && <SurgeCard surge={surge} />}
      {counts.guessedCodes > 0 && (
        <ProgramCard
          className="start"
          id={guessedId}
          title={<>{guessedText(counts.guessedCodes)}</>}
          titleId="guessed-title"
        >
          <Text as="p">{guessedMeaning}</Text>
        </ProgramCard>
      )}
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
  return (
    <CountedSection {...{ title, id }} count={people.length}>
      <ul role="list">{people.map((person) => <Applicant key={person.id} person={person} />)}</ul>
    </CountedSection>
  );
}

function Applicant({ person }: { readonly person: WaitingPerson }) {
  const { id, role, since } = person;
  return (
    <Card asChild size="3" className="line">
      <li>
        <Avatar initials={initials(person)} />
        <div className="stack gap-1 breakable">
          <Heading as="h3" size="3">{fullName(person)}</Heading>
          <Text as="p" size="2" color="gray">
            {role === null ? "No role yet" : roleTraits[role].label} · Registered on{" "}
            <LocalTime at={since} />
          </Text>
          <Text as="p" className="row">
            <Address {...person} />
          </Text>
        </div>
        <div className="program-do row">
          <Decision does="accept" label="Approve" of={person} seen="waiting" />
          <FoldedForm
            label="Decline"
            about={`: ${fullName(person)}`}
            action={pagePaths.programPeople()}
            hidden={{ memberId: id, seen: "waiting" }}
            does="refuse"
            color="red"
            fields={<RefusalMessage />}
          />
        </div>
      </li>
    </Card>
  );
}

/** New accounts that viewed many people's contacts, and a button that declines them all. */
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
      <Text as="p">
        This happened on{" "}
        <LocalTime at={surge.at} />. Someone may be collecting addresses. The program didn't invite
        or approve these accounts, and no mentor that the program knows has accepted their requests.
      </Text>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link href={pagePaths.programPerson(account.id)}>{fullName(account)}</Link>,{" "}
            {account.role === null ? "no role yet" : roleTraits[account.role].label}, registered on
            {" "}
            <LocalTime at={account.registeredAt} />: looked at{" "}
            {account.people === 1 ? "1 person's contacts" : `${account.people} people's contacts`}
          </li>
        ))}
      </ul>
      {accounts.length === 0 && (
        <Text as="p">
          To keep strangers out, choose who gets in under{" "}
          <Link href={pagePaths.programSettings()}>Settings</Link>.
        </Text>
      )}
      {accounts.length > 0 && (
        <FoldedForm
          label={`Decline ${count}`}
          action={pagePaths.programSurge()}
          hidden={{ from, to }}
          color="red"
        >
          Decline{" "}
          {count}? They can't see anyone, and no one can see them, until you approve them again.
          We'll email them.
        </FoldedForm>
      )}
    </ProgramCard>
  );
}
