import type {
  ContactAudiences,
  ContactReveal,
  ContactReveals,
} from "../../../api/contract/contacts.ts";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { type Audience, audiences } from "../../../events/contacts/audiences.ts";
import { contactField, contactOrder } from "../../../events/members/contact-fields.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { dateText } from "../connections/words.ts";

export interface ContactsPageProps {
  readonly profile: OwnProfile | undefined;
  readonly audiences: ContactAudiences;
  readonly seen: ContactReveals;
  readonly sent?: FormState | undefined;
}

const audienceWords: Readonly<Record<Audience, string>> = {
  members: "Every member",
  connections: "My connections",
  nobody: "Nobody",
};

const options = audiences.map((value) => ({ value, label: audienceWords[value] }));

/** A member's own contacts: who sees them, and who saw them. */
export function ContactsPage({ profile, audiences, seen, sent }: ContactsPageProps) {
  return (
    <div className="shell-column page-stack">
      <header className="directory-head">
        <h1>My Contacts</h1>
        <p className="directory-subtitle">Who sees them, and who saw them</p>
      </header>
      <Card className="contacts-card" aria-labelledby="audiences-title">
        <h2 id="audiences-title">Who Sees My Contacts</h2>
        <p className="contacts-quiet">
          No list has them: members who can see your profile ask for those that you show them, and
          you learn below who did. Your connections are those with whom you have a conversation.
        </p>
        {sent?.failure && (
          <Callout tone="danger" title={sent.failure.title}>{sent.failure.message}</Callout>
        )}
        <form className="contacts-form" method="post" action={paths.contacts()}>
          {contactOrder.map((name) => (
            <Select
              key={name}
              name={name}
              label={contactField[name].contact.term}
              options={options}
              defaultValue={sent?.values[name] ?? audiences[name]}
              hint={!profile?.[name] && "There is none in your profile."}
              error={sent?.fields[name]}
            />
          ))}
          <Button type="submit">Save Changes</Button>
        </form>
      </Card>
      <Card className="contacts-card" aria-labelledby="seen-title">
        <h2 id="seen-title">Who Saw My Contacts</h2>
        <p className="contacts-quiet">In the last 12 months, the latest first.</p>
        <Seen {...seen} />
      </Card>
    </div>
  );
}

function Seen({ reveals, page, hasMore }: ContactReveals) {
  if (reveals.length === 0 && page === 1) return <p>Nobody has looked at your contacts yet.</p>;
  return (
    <>
      {reveals.length === 0
        ? <p>There is nothing on this page.</p>
        : (
          <ul className="contacts-seen" role="list">
            {reveals.map((reveal, index) => (
              <li key={index}>
                <SeenLine {...reveal} />
              </li>
            ))}
          </ul>
        )}
      <p className="contacts-pages">
        {page > 1 && (
          <ButtonLink variant="outline" size="small" href={pagePaths.contactsPage(page - 1)}>
            Later
          </ButtonLink>
        )}
        {hasMore && (
          <ButtonLink variant="outline" size="small" href={pagePaths.contactsPage(page + 1)}>
            Earlier
          </ButtonLink>
        )}
      </p>
    </>
  );
}

function SeenLine({ by, isVisible, day, contacts }: ContactReveal) {
  return (
    <article className="contacts-line">
      <Avatar
        size="small"
        initials={by ? initials(by) : "?"}
        image={smallPictureAt(by?.profileImageUrl ?? null)}
      />
      <div className="contacts-text">
        <h3>
          <Viewer by={by} isVisible={isVisible} />
        </h3>
        <p className="contacts-quiet">
          {contacts.map((name) => contactField[name].contact.term).join(", ")}
        </p>
      </div>
      <time className="contacts-quiet" dateTime={day}>{dateText(day)}</time>
    </article>
  );
}

function Viewer({ by, isVisible }: Pick<ContactReveal, "by" | "isVisible">) {
  if (by === null) return "Somebody who has left";
  return isVisible ? <a href={paths.member(by.id)}>{fullName(by)}</a> : fullName(by);
}
