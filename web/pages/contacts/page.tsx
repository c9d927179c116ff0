import type {
  ContactAudiences,
  ContactReveal,
  ContactReveals,
} from "../../../api/contract/contacts.ts";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { contactField, contactOrder } from "../../../events/members/contact-fields.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { AudienceSelect } from "../../islands/profile/audience-select.tsx";
import { fullName, initials } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { dateText } from "../connections/words.ts";

export interface ContactsPageProps {
  readonly profile: OwnProfile | undefined;
  readonly audiences: ContactAudiences;
  readonly seen: ContactReveals;
  readonly sent?: FormState | undefined;
}

/** A member's own contacts: who can see them, and who saw them. */
export function ContactsPage({ profile, audiences, seen, sent }: ContactsPageProps) {
  return (
    <div className="shell-column page-stack">
      <header className="directory-head">
        <h1>My Contacts</h1>
        <p className="directory-subtitle">Who can see them, and who saw them</p>
      </header>
      <TitledCard
        title="Who Can See My Contacts"
        titleId="audiences-title"
      >
        <p className="note">
          The directory doesn't list your contacts. Members open them one at a time on your profile.
          You can see below who did.
        </p>
        <FormFailure sent={sent} />
        <form className="narrow stack gap-4" method="post" action={paths.contacts()}>
          {contactOrder.map((name) => (
            <AudienceSelect
              key={name}
              name={name}
              contact={name}
              defaultValue={sent?.values[name] ?? audiences[name]}
              hint={!profile?.[name] && "Your profile doesn't have one."}
              error={sent?.fields[name]}
            />
          ))}
          <Button type="submit">Save Changes</Button>
        </form>
      </TitledCard>
      <TitledCard title="Who Saw My Contacts" titleId="seen-title">
        <p className="note">Last 12 months, newest first.</p>
        <Seen {...seen} />
      </TitledCard>
    </div>
  );
}

function Seen({ reveals, page, hasMore }: ContactReveals) {
  if (reveals.length === 0 && page === 1) return <p>No one has looked at your contacts yet.</p>;
  return (
    <>
      {reveals.length === 0
        ? <p>No results on this page.</p>
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
            Newer
          </ButtonLink>
        )}
        {hasMore && (
          <ButtonLink variant="outline" size="small" href={pagePaths.contactsPage(page + 1)}>
            Older
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
      <div className="contacts-text breakable">
        <h3>
          <Viewer by={by} isVisible={isVisible} />
        </h3>
        <p className="note">
          {contacts.map((name) => contactField[name].contact.term).join(", ")}
        </p>
      </div>
      <time className="note" dateTime={day}>{dateText(day)}</time>
    </article>
  );
}

function Viewer({ by, isVisible }: Pick<ContactReveal, "by" | "isVisible">) {
  if (by === null) return "A former member";
  return isVisible ? <a href={paths.member(by.id)}>{fullName(by)}</a> : fullName(by);
}
