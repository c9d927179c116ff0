import type { ReactNode } from "react";
import type { ProgramPerson, RosterPerson } from "../../../../api/contract/program.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { roleChoices, Who } from "../everybody/who.tsx";
import { ProgramFrame } from "../frame.tsx";
import { Deeds } from "../history/deeds.tsx";
import { RefuseFields } from "../refuse-fields.tsx";

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
          <RefuseFields />
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
