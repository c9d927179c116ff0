import type { ReactNode } from "react";
import type {
  ProgramDeed,
  ProgramHistory,
  ProgramPerson,
  RosterPage,
  RosterPerson,
  RosterQuery,
  RosterState,
} from "../../../../api/contract/program.ts";
import { rosterStates } from "../../../../api/contract/program.ts";
import { roles, roleTraits } from "../../../../events/vocabulary.ts";
import { textLimits } from "../../../../events/connections/words.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { timeText } from "../../connections/words.ts";
import { ProgramFrame } from "../page.tsx";

type Tone = NonNullable<Parameters<typeof Badge>[0]["tone"]>;

const states: Readonly<Record<RosterState, { readonly tone: Tone; readonly label: string }>> = {
  in: { tone: "green", label: "In" },
  waiting: { tone: "amber", label: "Waits" },
  invited: { tone: "amber", label: "Invited" },
  refused: { tone: "red", label: "Refused" },
  "asking closed": { tone: "red", label: "Closed for asking" },
};

const roleChoices = [
  ...roles.map((value) => ({ value, label: roleTraits[value].label })),
  { value: "none", label: "No role yet" },
];
const stateChoices = rosterStates.map((value) => ({ value, label: states[value].label }));

export interface EverybodyPageProps {
  readonly query: RosterQuery;
  readonly found: RosterPage;
}

/** Everybody by name, role and state. */
export function EverybodyPage({ query, found }: EverybodyPageProps) {
  const { people, total, page, pages } = found;
  const at = (wanted: number) => pagePaths.everybody({ ...query, page: wanted });
  return (
    <ProgramFrame current={pagePaths.everybody()}>
      <form className="program-find" role="search" action={pagePaths.everybody()}>
        <TextField
          id="roster-search"
          type="search"
          name="search"
          label="Name"
          autoComplete="off"
          defaultValue={query.search}
        />
        <Select
          label="Role"
          name="role"
          options={roleChoices}
          placeholder="All"
          defaultValue={query.role ?? ""}
        />
        <Select
          label="State"
          name="state"
          options={stateChoices}
          placeholder="All"
          defaultValue={query.state ?? ""}
        />
        <Button type="submit">Find</Button>
      </form>
      <section className="program-list" aria-labelledby="everybody-title">
        <h2 id="everybody-title">
          {total === 1 ? "1 person" : `${total.toLocaleString("en-US")} people`}
        </h2>
        {total === 0
          ? (
            <EmptyState icon={<ShieldIcon />} title="Nobody fits.">
              <p>
                <a href={pagePaths.everybody()}>See everybody</a>
              </p>
            </EmptyState>
          )
          : (
            <ul role="list">
              {people.map((person) => (
                <li key={person.id} className="card program-line program-linked">
                  <Who person={person}>
                    <h3 dir="auto">
                      <a href={pagePaths.programPerson(person.id)}>{fullName(person)}</a>
                    </h3>
                  </Who>
                </li>
              ))}
            </ul>
          )}
        {pages > 1 && (
          <nav className="program-pages" aria-label="Pages">
            {page > 1 && <a href={at(page - 1)}>Previous</a>}
            <span>Page {page} of {pages}</span>
            {page < pages && <a href={at(page + 1)}>Next</a>}
          </nav>
        )}
      </section>
    </ProgramFrame>
  );
}

interface WhoProps {
  readonly person: RosterPerson;
  /** Their name, as a heading. */
  readonly children: ReactNode;
}

function Who({ person, children }: WhoProps) {
  const { role, state, isStaff, isAskingClosed } = person;
  return (
    <>
      <Avatar initials={initials(person)} id={person.id} />
      <div className="program-who">
        {children}
        <p className="program-state">
          <span className="program-quiet">
            {role === null ? "No role yet" : roleTraits[role].label}
          </span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          {isStaff && <Badge tone="green">Staff</Badge>}
          {role === "cadre" && !isStaff && <Badge tone="amber">Not confirmed</Badge>}
          {isAskingClosed && (
            <Badge tone={states["asking closed"].tone}>{states["asking closed"].label}</Badge>
          )}
        </p>
      </div>
    </>
  );
}

export interface PersonPageProps extends ProgramPerson {
  readonly sent?: FormState | undefined;
}

/** One person by their account: what staff can do about them, and what was done. */
export function PersonPage({ person, isYou, deeds, sent }: PersonPageProps) {
  return (
    <ProgramFrame current={pagePaths.everybody()} sent={sent}>
      <section className="card program-card" aria-labelledby="person-title">
        <div className="program-line program-plain">
          <Who person={person}>
            <h2 id="person-title" dir="auto">{fullName(person)}{isYou && " (you)"}</h2>
          </Who>
        </div>
        <p className="program-quiet">
          You see here what their account says. What they keep to themselves is theirs; their
          profile, as others see it, is in the <a href={paths.member(person.id)}>directory</a>.
        </p>
        <div className="program-do">
          <Actions person={person} />
        </div>
      </section>
      <Deeds title="What the program did about them" deeds={deeds} />
    </ProgramFrame>
  );
}

function Actions({ person }: { readonly person: RosterPerson }) {
  const { id, role, state, isStaff, isAskingClosed } = person;
  const act = (does: string, label: string, variant?: "outline") => (
    <form method="post" action={pagePaths.programPerson(id)}>
      {(does === "accept") && <input type="hidden" name="seen" value={state} />}
      <Button type="submit" name="does" value={does} variant={variant}>{label}</Button>
    </form>
  );
  const isIn = state === "in";
  return (
    <>
      {state === "invited" && <a href={pagePaths.invitations()}>See the invitations</a>}
      {(state === "waiting" || state === "refused") && act("accept", "Accept")}
      {state === "waiting" && (
        <Fold person={person} label="Refuse">
          <TextArea
            label="What they are told, if you like"
            name="words"
            rows={3}
            maxLength={textLimits.staff}
            hint={`Up to ${textLimits.staff} characters. It is mailed to them.`}
          />
          <Button type="submit" name="does" value="refuse" variant="danger">Refuse</Button>
        </Fold>
      )}
      {role === "cadre" && !isStaff && state !== "invited" &&
        act("confirm-cadre", "Confirm as Cadre")}
      {role !== "cadre" && isIn && (
        <Fold person={person} label="Make Cadre">
          <p>They become the program's staff, and can do what you can do here.</p>
          <Button type="submit" name="does" value="grant-cadre">Make Cadre</Button>
        </Fold>
      )}
      {role === "cadre" && (
        <Fold person={person} label="Take the Cadre Role">
          <Select
            label="What they are from now on"
            name="role"
            options={roleChoices.filter(({ value }) => value === "alumni" || value === "cadet")}
          />
          <Button type="submit" name="does" value="take-cadre" variant="danger">
            Take the Role
          </Button>
        </Fold>
      )}
      {isAskingClosed
        ? act("open-asking", "Let Them Ask Again", "outline")
        : isIn && (
          <Fold person={person} label="Close for Asking">
            <p>They cannot ask others for help until you let them again. They are told by mail.</p>
            <Button type="submit" name="does" value="close-asking" variant="danger">
              Close for Asking
            </Button>
          </Fold>
        )}
    </>
  );
}

interface FoldProps {
  readonly person: RosterPerson;
  readonly label: string;
  readonly children: ReactNode;
}

/** A deed that is asked about first. */
function Fold({ person, label, children }: FoldProps) {
  return (
    <details className="program-fold">
      <summary>{label}</summary>
      <form method="post" action={pagePaths.programPerson(person.id)}>{children}</form>
    </details>
  );
}

export interface HistoryPageProps {
  readonly history: ProgramHistory;
  readonly isFirst: boolean;
}

/** What staff, operators and imports have done. */
export function HistoryPage({ history: { deeds, before }, isFirst }: HistoryPageProps) {
  return (
    <ProgramFrame current={pagePaths.programHistory()}>
      <Deeds title="What was done" deeds={deeds} />
      {(before !== null || !isFirst) && (
        <nav className="program-pages" aria-label="Pages">
          {!isFirst && <a href={pagePaths.programHistory()}>Newest</a>}
          {before !== null && <a href={pagePaths.programHistory(before)}>Older</a>}
        </nav>
      )}
    </ProgramFrame>
  );
}

/** What stands before and after whom it was about. */
const deedWords: Readonly<Record<ProgramDeed["does"], readonly [string, string]>> = {
  invited: ["invited", ""],
  withdrew: ["withdrew the invitation of", ""],
  accepted: ["accepted", ""],
  refused: ["refused", ""],
  confirmed: ["confirmed", "as cadre"],
  unconfirmed: ["took back that", "is cadre"],
  closed: ["closed", "for asking others"],
  opened: ["let", "ask others again"],
  handled: ["handled a report", ""],
  set: ["set", ""],
  topic: ["", ""],
  announced: ["announced something", ""],
  ended: ["took the announcement away", ""],
};

function Deeds(
  { title, deeds }: { readonly title: string; readonly deeds: readonly ProgramDeed[] },
) {
  return (
    <section className="program-list" aria-labelledby="deeds-title">
      <h2 id="deeds-title">{title}</h2>
      {deeds.length === 0
        ? <p className="program-quiet">Nothing yet.</p>
        : (
          <ol className="program-deeds" role="list">
            {deeds.map((deed, at) => (
              <li key={`${deed.at} ${at}`}>
                <p>
                  <strong>{actorOf(deed)}</strong> {deedWords[deed.does][0]} {objectOf(deed)}{" "}
                  {deedWords[deed.does][1]}
                </p>
                <p className="program-quiet">{timeText(deed.at)}</p>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function actorOf({ by }: ProgramDeed): string {
  return by === "operator" ? "An operator" : by === null ? "Somebody who left" : fullName(by);
}

function objectOf({ does, what, count, about }: ProgramDeed) {
  if (["handled", "set", "topic", "announced", "ended"].includes(does)) return what;
  if (count > 1) return `${count} people`;
  if (about === null) return "somebody who left";
  return (
    <a href={pagePaths.programPerson(about.id)}>
      <bdi>{fullName(about)}</bdi>
    </a>
  );
}
