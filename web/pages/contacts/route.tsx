import { Button, Heading, Link, Text } from "@radix-ui/themes";
import { revealsStoredMonths } from "../../../events/contacts/reveals.ts";
import { type Context, Hono } from "hono";
import {
  type ContactAudiences,
  type ContactReveal,
  type ContactReveals,
} from "../../../api/contract/contacts.ts";
import { ContactAudiencesChange } from "../../../api/contract/contact-audiences.ts";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { contactField, contactOrder } from "../../../events/members/contact-fields.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { AudienceSelect } from "../../islands/profile/audience-select.tsx";
import { fullName } from "../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { checked, readTexts, runForm } from "../form.ts";
import { dateText } from "../connections/words.ts";
import { MemberAvatar } from "../member-avatar.tsx";
import { BackLink, PageHead } from "../page-head.tsx";

/** `/contacts`: who can see the member's contacts, and who saw them. */
export function contactsRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { contacts, profiles } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { memberId } = c.var.member;
    const [profile, audiences, seen] = await Promise.all([
      profiles.own(memberId),
      contacts.audiences(memberId),
      contacts.reveals(memberId, pageIn(c)),
    ]);
    return c.render(<ContactsPage {...{ profile, audiences, seen, sent }} />, {
      title: "My Contacts",
    });
  }

  return new Hono<MemberEnv>()
    .get(paths.contacts(), (c) => show(c))
    .post(paths.contacts(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const values = await readTexts(c, contactOrder);
      return runForm(c, {
        failed: "Contacts not saved",
        values,
        show: (sent) => show(c, sent),
        async run() {
          const change = checked(ContactAudiencesChange, values);
          await contacts.changeAudiences(memberId, change, origin);
          return { title: "Contacts saved" };
        },
        next: paths.contacts(),
      });
    });
}

function pageIn(c: Context): number {
  const page = c.req.query("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

interface ContactsPageProps {
  readonly profile: OwnProfile | undefined;
  readonly audiences: ContactAudiences;
  readonly seen: ContactReveals;
  readonly sent: FormState | undefined;
}

function ContactsPage({ profile, audiences, seen, sent }: ContactsPageProps) {
  return (
    <div className="shell-column page-stack">
      <BackLink to={paths.profile()} label="My Profile" />
      <PageHead title="My Contacts">Who can see them, and who saw them</PageHead>
      <TitledCard
        title="Who Can See My Contacts"
        titleId="audiences-title"
      >
        <Text as="p" size="2" color="gray">
          The directory doesn't list your contacts, and your profile only names them. A member sees
          them when they press “Show contact details” there, or one of them on your card. You can
          see below who did.
        </Text>
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
          <Button type="submit" size="3">Save Changes</Button>
        </form>
      </TitledCard>
      <TitledCard title="Who Saw My Contacts" titleId="seen-title">
        <Text as="p" size="2" color="gray">Last {revealsStoredMonths} months, newest first.</Text>
        <Seen {...seen} />
      </TitledCard>
    </div>
  );
}

function Seen({ reveals, page, hasMore }: ContactReveals) {
  if (reveals.length === 0 && page === 1) {
    return <Text as="p">No one has looked at your contacts yet.</Text>;
  }
  const link = (label: string, to: number) => (
    <ButtonLink href={pagePaths.contactsPage(to)} size="2" variant="outline">
      {label}
    </ButtonLink>
  );
  return (
    <>
      {reveals.length === 0 ? <Text as="p">No results on this page.</Text> : (
        <ul role="list">
          {reveals.map((reveal, index) => (
            <li key={index}>
              <SeenLine {...reveal} />
            </li>
          ))}
        </ul>
      )}
      <Text as="p" className="contacts-pages row">
        {page > 1 && link("Newer", page - 1)}
        {hasMore && link("Older", page + 1)}
      </Text>
    </>
  );
}

function SeenLine({ by, isVisible, day, contacts }: ContactReveal) {
  const name = by === null ? "A former member" : fullName(by);
  return (
    <article className="contacts-line line">
      <MemberAvatar size="small" of={by} />
      <div className="contacts-text breakable">
        <Heading as="h3" size="3">
          {by && isVisible ? <Link href={paths.member(by.id)}>{name}</Link> : name}
        </Heading>
        <Text as="p" size="2" color="gray">
          {contacts.map((name) => contactField[name].contact.term).join(", ")}
        </Text>
      </div>
      <time className="note" dateTime={day}>{dateText(day)}</time>
    </article>
  );
}
