import type { InvitedPerson } from "../../../../api/contract/invitations.ts";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { dateText } from "../../connections/words.ts";

/** Somebody who was invited, what became of it, and what staff can do. */
export function Person({ person }: { readonly person: InvitedPerson }) {
  const { id, email, at, shown } = person;
  return (
    <li className="card program-line">
      <Avatar initials={initials(person)} />
      <div className="program-who">
        <h3>
          {shown === "joined"
            ? <a href={pagePaths.programPerson(id)}>{nameOf(person)}</a>
            : nameOf(person)}
        </h3>
        <p className="program-quiet note">
          {shown === "declined" ? `Declined on ${dateText(at)}` : (
            <>
              Invited on <LocalTime at={at} />
            </>
          )}
        </p>
        <p className="program-state">
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
    <div className="program-do">
      <form method="post" action={pagePaths.invitations()}>
        <input type="hidden" name="memberId" value={person.id} />
        <Do does="resend" label="Send again" of={person} />
        <Do does="link" label="Copy link" of={person} />
      </form>
      <details className="program-fold">
        <summary>
          Withdraw <span className="visually-hidden">invitation: {nameOf(person)}</span>
        </summary>
        <form method="post" action={pagePaths.invitations()}>
          <input type="hidden" name="memberId" value={person.id} />
          <p>We'll delete everything prepared for them, and their link stops working.</p>
          <Button type="submit" name="does" value="withdraw" variant="danger">
            Withdraw invitation
          </Button>
        </form>
      </details>
    </div>
  );
}

function RemoveDeclined({ person }: { readonly person: InvitedPerson }) {
  return (
    <div className="program-do">
      <details className="program-fold">
        <summary>
          Remove <span className="visually-hidden">from this list: {nameOf(person)}</span>
        </summary>
        <form method="post" action={pagePaths.invitations()}>
          <input type="hidden" name="memberId" value={person.id} />
          <p>
            We keep their name and address only so that no one invites them again. Without them, an
            import may.
          </p>
          <Button type="submit" name="does" value="remove-declined" variant="danger">
            Remove from this list
          </Button>
        </form>
      </details>
    </div>
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

/** A file may have had no name for them. */
const nameOf = (person: InvitedPerson) => fullName(person).trim() || person.email;
