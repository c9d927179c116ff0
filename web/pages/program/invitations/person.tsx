import type { ReactNode } from "react";
import type { InvitedPerson } from "../../../../api/contract/invitations.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Fold } from "../fold.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { dateText } from "../../connections/words.ts";

/** A person who was invited, the state of the invitation, and what staff can do. */
export function Person({ person }: { readonly person: InvitedPerson }) {
  const { id, email, at, shown } = person;
  return (
    <li className="card line">
      <Avatar initials={initials(person)} />
      <div className="stack gap-1 breakable">
        <h3>
          {shown === "joined"
            ? <a href={pagePaths.programPerson(id)}>{nameOf(person)}</a>
            : nameOf(person)}
        </h3>
        <p className="note">
          {shown === "declined" ? `Declined on ${dateText(at)}` : (
            <>
              Invited on <LocalTime at={at} />
            </>
          )}
        </p>
        <p className="row">
          <span className="program-address as-written">{email}</span>
          <State person={person} />
        </p>
      </div>
      {shown === "declined" && <RemoveDeclined person={person} />}
      {shown !== "declined" && shown !== "joined" && <Pending person={person} />}
    </li>
  );
}

function State({ person: { shown, link } }: { readonly person: InvitedPerson }) {
  const { tone, label } = states[shown];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {(link === "over" || link === "without link") && <Badge tone="amber">Link expired</Badge>}
    </>
  );
}

const states = {
  waiting: { tone: "gray", label: "Waiting" },
  opened: { tone: "gray", label: "Opened their invitation" },
  joined: { tone: "green", label: "Joined" },
  declined: { tone: "gray", label: "Declined" },
  bounced: { tone: "red", label: "Address doesn't exist" },
} as const;

function Pending({ person }: { readonly person: InvitedPerson }) {
  return (
    <div className="program-do row">
      <ActionForm
        className="row"
        action={pagePaths.invitations()}
        hidden={{ memberId: person.id }}
      >
        <Do does="resend" label="Send again" of={person} />
        <Do does="link" label="Copy link" of={person} />
      </ActionForm>
      <Removal
        person={person}
        label="Withdraw"
        about={` invitation: ${nameOf(person)}`}
        does="withdraw"
        submit="Withdraw invitation"
      >
        We'll delete everything prepared for them, and their link stops working.
      </Removal>
    </div>
  );
}

function RemoveDeclined({ person }: { readonly person: InvitedPerson }) {
  return (
    <div className="program-do row">
      <Removal
        person={person}
        label="Remove"
        about={` from this list: ${nameOf(person)}`}
        does="remove-declined"
        submit="Remove from this list"
      >
        We keep their name and address only so that no one invites them again. Without them, an
        import may.
      </Removal>
    </div>
  );
}

interface RemovalProps {
  readonly person: InvitedPerson;
  readonly label: string;
  readonly about: string;
  readonly does: "withdraw" | "remove-declined";
  readonly submit: string;
  /** Says what happens then. */
  readonly children: ReactNode;
}

function Removal({ person, label, about, does, submit, children }: RemovalProps) {
  return (
    <Fold label={label} about={about}>
      <ActionForm
        className="stack"
        action={pagePaths.invitations()}
        hidden={{ memberId: person.id }}
      >
        <p>{children}</p>
        <Button type="submit" name="does" value={does} variant="danger">{submit}</Button>
      </ActionForm>
    </Fold>
  );
}

interface DoProps {
  readonly does: "resend" | "link";
  readonly label: string;
  readonly of: InvitedPerson;
}

function Do({ does, label, of }: DoProps) {
  return (
    <Button
      type="submit"
      name="does"
      value={does}
      variant="outline"
      aria-label={`${label}: ${nameOf(of)}`}
    >
      {label}
    </Button>
  );
}

/** Their address, when the imported file had no name. */
const nameOf = (person: InvitedPerson) => fullName(person).trim() || person.email;
