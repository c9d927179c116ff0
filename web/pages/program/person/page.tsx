import type { ReactNode } from "react";
import type { ProgramPerson, RosterPerson } from "../../../../api/contract/program.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { ActionButton, ActionForm } from "../../../forms/action-form.tsx";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { roleChoices, Who } from "../everybody/who.tsx";
import { Fold } from "../fold.tsx";
import { ProgramFrame } from "../frame.tsx";
import { HistoryEntries } from "../history/entries.tsx";
import { RefuseFields } from "../refuse-fields.tsx";
import { onlyStaff } from "./remove-access.tsx";

export interface PersonPageProps extends ProgramPerson {
  readonly sent?: FormState | undefined;
}

/** One person by their account: what staff can do about them, and what was done. */
export function PersonPage(
  { person, isYou, isVouchedFor, otherStaff, entries, sent }: PersonPageProps,
) {
  return (
    <ProgramFrame current={pagePaths.everybody()} sent={sent}>
      <section className="card program-card stack" aria-labelledby="person-title">
        <div className="line program-plain">
          <Who person={person}>
            <h2 id="person-title" dir="auto">{fullName(person)}{isYou && " (you)"}</h2>
          </Who>
        </div>
        <p className="note">
          This is their account. To see their profile as other members do, find them in the{" "}
          <a href={paths.member(person.id)}>directory</a>.
        </p>
        <div className="program-do row">
          <Actions person={person} isVouchedFor={isVouchedFor} isOnly={otherStaff === 0} />
        </div>
      </section>
      <HistoryEntries title="History" entries={entries} />
    </ProgramFrame>
  );
}

interface ActionsProps extends Pick<PersonPageProps, "person" | "isVouchedFor"> {
  /** Whether no one else is staff. */
  readonly isOnly: boolean;
}

function Actions({ person, isVouchedFor, isOnly }: ActionsProps) {
  const { id, role, state, isStaff, isAskingClosed } = person;
  const action = pagePaths.programPerson(id);
  const isIn = state === "in";
  return (
    <>
      {state === "invited" && <a href={pagePaths.invitations()}>See the invitations</a>}
      {(state === "waiting" || state === "refused") && (
        <ActionButton action={action} hidden={{ seen: state }} does="accept" label="Approve" />
      )}
      {state === "waiting" && (
        <PersonFold person={person} label="Decline">
          <RefuseFields />
        </PersonFold>
      )}
      {isIn && !isVouchedFor && (
        <PersonFold person={person} label="Approve as someone you know">
          <p>
            They signed up by themselves. Once you approve them, they can see more people's contacts
            a day.
          </p>
          <input type="hidden" name="seen" value="in" />
          <Button type="submit" name="does" value="accept">Approve</Button>
        </PersonFold>
      )}
      {isIn && !isStaff && (
        <PersonFold person={person} label="Refuse this account">
          <p>
            They can't see anyone, and no one can see them, until you approve them again. They can
            still sign in and delete their account. We'll email them.
          </p>
          <RefuseFields seen="in" />
        </PersonFold>
      )}
      {state === "suspended" && (
        <p>
          The site's operator suspended this account. They can't sign in, and no one can see them.
        </p>
      )}
      {role === "cadre" && !isStaff && state !== "invited" && state !== "suspended" &&
        <GiveAccess person={person} does="confirm-cadre" />}
      {role !== "cadre" && isIn && <GiveAccess person={person} does="grant-cadre" />}
      {isStaff && isOnly && <p>{onlyStaff}</p>}
      {isStaff && !isOnly && (
        <ButtonLink variant="outline" href={pagePaths.removeStaffAccess(id)}>
          Remove staff access
        </ButtonLink>
      )}
      {role === "cadre" && !(isStaff && isOnly) && (
        <PersonFold person={person} label="Remove cadre role">
          <p>
            {isStaff && "They also lose staff access. "}They and all other staff get an email.
          </p>
          <Select
            label="New role"
            name="role"
            options={roleChoices.filter(({ value }) =>
              value === "alumni" || value === "cadet"
            )}
          />
          <Button type="submit" name="does" value="take-cadre" variant="danger">
            Remove cadre role
          </Button>
        </PersonFold>
      )}
      {isAskingClosed
        ? (
          <ActionButton
            action={action}
            does="open-asking"
            label="Let them ask again"
            variant="outline"
          />
        )
        : isIn && (
          <PersonFold person={person} label="Stop them from asking">
            <p>
              They can't ask others for help until you allow it again, and their open requests are
              withdrawn. We'll email them.
            </p>
            <Button type="submit" name="does" value="close-asking" variant="danger">
              Stop them from asking
            </Button>
          </PersonFold>
        )}
    </>
  );
}

interface GiveAccessProps {
  readonly person: RosterPerson;
  readonly does: "grant-cadre" | "confirm-cadre";
}

function GiveAccess({ person, does }: GiveAccessProps) {
  return (
    <PersonFold person={person} label="Give staff access">
      <p>
        They can do everything that you can do here. Their email address must be confirmed. They and
        all other staff get an email.
      </p>
      <Button type="submit" name="does" value={does}>Give staff access</Button>
    </PersonFold>
  );
}

interface PersonFoldProps {
  readonly person: RosterPerson;
  readonly label: string;
  readonly children: ReactNode;
}

function PersonFold({ person, label, children }: PersonFoldProps) {
  return (
    <Fold label={label}>
      <ActionForm className="stack" action={pagePaths.programPerson(person.id)}>
        {children}
      </ActionForm>
    </Fold>
  );
}
