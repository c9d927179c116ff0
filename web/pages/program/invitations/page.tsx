import type { InvitedPage, InvitedPerson } from "../../../../api/contract/program.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { fullName, initials } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { dateText } from "../../connections/words.ts";
import { ProgramFrame } from "../frame.tsx";

export interface InvitationsPageProps {
  readonly pending: InvitedPage;
  readonly sent?: FormState | undefined;
}

/** Who was invited and has not answered, and how to invite more. */
export function InvitationsPage({ pending, sent }: InvitationsPageProps) {
  const { people, total, page, pages } = pending;
  return (
    <ProgramFrame current={pagePaths.invitations()} sent={sent}>
      <section className="card program-card" aria-labelledby="invite-title">
        <h2 id="invite-title">Invite somebody</h2>
        <p className="program-quiet">
          They get a mail with a link to accept or to decline, good for fourteen days. Nobody sees
          anything of them before they have accepted.
        </p>
        <form className="program-form" method="post" action={pagePaths.invitations()}>
          <InviteFields sent={sent} />
          <Button type="submit" name="does" value="invite">Send Invitation</Button>
        </form>
      </section>
      <section className="card program-card" aria-labelledby="import-title">
        <h2 id="import-title">Invite many</h2>
        <p className="program-quiet">
          From a spreadsheet with their names and addresses, and what else you know of them.
        </p>
        <div>
          <ButtonLink variant="outline" href={pagePaths.importFile()}>Import a File</ButtonLink>
        </div>
      </section>
      <section className="program-list" aria-labelledby="pending-title">
        <h2 id="pending-title">
          Have not answered <span className="program-quiet">({total})</span>
        </h2>
        {total === 0
          ? <p className="program-quiet">Everybody who was invited has answered.</p>
          : (
            <ul role="list">
              {people.map((person) => <Invited key={person.id} person={person} />)}
            </ul>
          )}
        <Pages page={page} isLast={page === pages} />
      </section>
    </ProgramFrame>
  );
}

function InviteFields({ sent }: { readonly sent?: FormState | undefined }) {
  const field = (name: string, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      required
      autoComplete="off"
      defaultValue={sent?.values[name]}
      error={sent?.fields[name]}
      autoFocus={sent?.fields[name] !== undefined}
      {...more}
    />
  );
  return (
    <>
      {field("firstName", "First Name")}
      {field("lastName", "Last Name")}
      {field("email", "Email", { type: "email", className: "program-span" })}
    </>
  );
}

const links = {
  open: { tone: "green", label: "Link works" },
  over: { tone: "amber", label: "Link is over" },
  "without link": { tone: "amber", label: "No link" },
} as const;

function Invited({ person }: { readonly person: InvitedPerson }) {
  const { id, email, invitedAt, link } = person;
  const { tone, label } = links[link];
  return (
    <li className="card program-line">
      <Avatar initials={initials(person)} />
      <div className="program-who">
        <h3>{fullName(person)}</h3>
        <p className="program-quiet">Invited on {dateText(invitedAt)}</p>
        <p className="program-state">
          <span className="program-address">{email}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
      </div>
      <div className="program-do">
        <form method="post" action={pagePaths.invitations()}>
          <input type="hidden" name="memberId" value={id} />
          <Button
            type="submit"
            name="does"
            value="resend"
            variant="outline"
            aria-label={`Send again: ${fullName(person)}`}
          >
            Send Again
          </Button>
        </form>
        <details className="program-fold">
          <summary>
            Withdraw<span className="visually-hidden">: {fullName(person)}</span>
          </summary>
          <form method="post" action={pagePaths.invitations()}>
            <input type="hidden" name="memberId" value={id} />
            <p>
              What was prepared for them is deleted, and their link ends. You can invite them again.
            </p>
            <Button type="submit" name="does" value="withdraw" variant="danger">
              Withdraw Invitation
            </Button>
          </form>
        </details>
      </div>
    </li>
  );
}

function Pages({ page, isLast }: { readonly page: number; readonly isLast: boolean }) {
  if (page === 1 && isLast) return null;
  return (
    <nav className="program-pages" aria-label="Pages">
      {page > 1 && <a href={pagePaths.invitations(page - 1)}>Newer</a>}
      {!isLast && <a href={pagePaths.invitations(page + 1)}>Older</a>}
    </nav>
  );
}
