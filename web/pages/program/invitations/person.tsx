import type { InvitedPerson } from "../../../../api/contract/invitations.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { FoldedForm } from "../fold.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { dateText } from "../../connections/words.ts";

/** A person who was invited, the state of the invitation, and what staff can do. */
export function Person({ person }: { readonly person: InvitedPerson }) {
  const { id, email, at, shown, link } = person;
  const name = nameOf(person);
  const { tone, label } = states[shown];
  return (
    <li className="card line">
      <Avatar initials={initials(person)} />
      <div className="stack gap-1 breakable">
        <h3>{shown === "joined" ? <a href={pagePaths.programPerson(id)}>{name}</a> : name}</h3>
        <p className="note">
          {shown === "declined" ? `Declined on ${dateText(at)}` : (
            <>
              Invited on <LocalTime at={at} />
            </>
          )}
        </p>
        <p className="row">
          <span className="program-address as-written">{email}</span>
          <Badge tone={tone}>{label}</Badge>
          {(link === "over" || link === "without link") && <Badge tone="amber">Link expired</Badge>}
        </p>
      </div>
      {shown !== "joined" && (
        <div className="program-do row">
          {shown === "declined"
            ? <RemoveDeclined id={id} name={name} />
            : <Pending id={id} name={name} />}
        </div>
      )}
    </li>
  );
}

const states = {
  waiting: { tone: "gray", label: "Waiting" },
  opened: { tone: "gray", label: "Opened their invitation" },
  joined: { tone: "green", label: "Joined" },
  declined: { tone: "gray", label: "Declined" },
  bounced: { tone: "red", label: "Address doesn't exist" },
} as const;

interface ActionsProps {
  readonly id: string;
  readonly name: string;
}

const pendingActions = [["resend", "Send again"], ["link", "Copy link"]] as const;

function Pending({ id, name }: ActionsProps) {
  return (
    <>
      <ActionForm className="row" action={pagePaths.invitations()} hidden={{ memberId: id }}>
        {pendingActions.map(([does, label]) => (
          <Button
            key={does}
            type="submit"
            name="does"
            value={does}
            variant="outline"
            aria-label={`${label}: ${name}`}
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
        variant="danger"
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
      variant="danger"
    >
      We keep their name and address only so that no one invites them again. Without them, an import
      may.
    </FoldedForm>
  );
}

/** Their address, when the imported file had no name. */
const nameOf = (person: InvitedPerson) => fullName(person).trim() || person.email;
