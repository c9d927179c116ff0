import { Button, Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { OwnProfile, ViewedProfile } from "../../../api/contract/profile.ts";
import {
  type ContactField,
  contactField,
  contactOrder,
} from "../../../events/members/contact-fields.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { type ContactWay, contactWays } from "../../islands/profile/contact.ts";
import { isWebLink } from "../../islands/profile/contact-icon.tsx";
import { contactId, pagePaths, paths } from "../../paths.ts";
import { Notice } from "../../ui/notice.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { sentence } from "../sentence.ts";
import { DetailsCard, type DetailsCardProps } from "./details-card.tsx";

interface ContactCardProps extends Pick<DetailsCardProps, "action" | "footer"> {
  /** With the contacts' values, or only their names. */
  readonly profile: OwnProfile | ViewedProfile;
  readonly isOwner: boolean;
  /** Why the contacts weren't shown. */
  readonly sent?: FormState | undefined;
  /** Target of the page's link "Back", also once the contacts are shown. */
  readonly back: string;
  /** Shown below each contact. */
  readonly renderAudience?: (name: ContactField) => ReactNode;
}

/** Contacts of a member. Others than people in touch with them must ask to see the details. */
export function ContactCard(
  { profile, isOwner, sent, back, action, footer, renderAudience }: ContactCardProps,
) {
  const isShown = contactOrder.some((name) => profile[name]);
  const names = "contacts" in profile ? profile.contacts : [];
  if (!isOwner && names.length === 0) return null;
  const card = { title: "Contact Information", id: contactId, isStacked: true, action, footer };
  const withheld = "contactsWithheld" in profile ? profile.contactsWithheld : undefined;
  if (!isShown && !isOwner) {
    const terms = names.map((name) => contactField[name].contact.term);
    return (
      <DetailsCard {...card} details={[]} note={withheld && sentence(withheld)}>
        <TagList tags={terms} />
        {sent?.failure && (
          <Notice tone="danger" title={sent.failure.title}>{sent.failure.message}</Notice>
        )}
        {!withheld && (
          <ActionForm
            className="stack gap-2"
            action={pagePaths.showContacts(profile.userId)}
            hidden={{ from: back }}
          >
            <Button
              type="submit"
              aria-describedby="contact-note"
              className="wide"
              size="3"
              variant="outline"
            >
              Show contact details
            </Button>
            <Text as="p" size="2" color="gray" id="contact-note">
              {profile.user.firstName || "This member"} will see that you looked.
            </Text>
          </ActionForm>
        )}
      </DetailsCard>
    );
  }
  const shown = ({ kind, href, text }: ContactWay) => {
    const { contact } = contactField[kind];
    if (href === undefined) return <bdi>{text}</bdi>;
    return isWebLink(kind)
      ? (
        <Link href={href} target="_blank" rel="noopener noreferrer">
          {contact.text ?? contact.term}{" "}
          <span className="visually-hidden">(opens in a new tab)</span>
        </Link>
      )
      : <Link href={href}>{withBreak(text)}</Link>;
  };
  const details = contactWays(profile).map((way) =>
    [
      contactField[way.kind].contact.term,
      renderAudience === undefined ? shown(way) : (
        <div className="stack gap-1">
          {shown(way)}
          {renderAudience(way.kind)}
        </div>
      ),
    ] as const
  );
  return (
    <DetailsCard
      {...card}
      details={details}
      note={isOwner ? <OwnNote /> : "They can see that you looked."}
    />
  );
}

export const contactsNotShown = "Contact details not shown";

function OwnNote() {
  return <Link href={paths.contacts()}>Who sees your contacts, and who saw them</Link>;
}

/** Lets a long address break before its at sign, rather than anywhere. */
function withBreak(text: string): ReactNode {
  const at = text.indexOf("@");
  return at < 0 ? text : (
    <span>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  );
}
