import type { ComponentType, MouseEvent } from "react";
import { MailIcon, PhoneIcon } from "../../ui/icons.tsx";
import { CalendarIcon, LinkedinIcon } from "../../ui/member-icons.tsx";
import { type ContactField, contactField } from "../../../events/members/contact-fields.ts";
import type { Contact } from "../../../events/members/profile-field.ts";

const icons: Readonly<Record<Contact["icon"], ComponentType>> = {
  mail: MailIcon,
  phone: PhoneIcon,
  linkedin: LinkedinIcon,
  calendar: CalendarIcon,
};

export interface ContactLinkProps {
  readonly kind: ContactField;
  readonly href: string;
  readonly className: string;
  /** Whom it reaches, for those who hear the link by itself. */
  readonly name?: string;
  /** Shows the icon alone; its name is heard, and seen under a pointer. */
  readonly isIcon?: boolean;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** Opens beside this site, which it learns nothing about. */
export function isWebLink(name: ContactField): boolean {
  return contactField[name].kind === "link";
}

/** One way to reach a member. A website opens beside this one and learns nothing about it. */
export function ContactLink({ kind, name, isIcon = false, ...link }: ContactLinkProps) {
  const { term, action = term, icon } = contactField[kind].contact;
  const Icon = icons[icon];
  const isBeside = isWebLink(kind);
  return (
    <a
      {...link}
      {...(isIcon && { title: action })}
      {...(isBeside && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon />
      <span className={isIcon ? "visually-hidden" : undefined}>
        {action}
        {name && <span className="visually-hidden">{` ${name}`}</span>}
        {isBeside && <span className="visually-hidden">(opens in a new tab)</span>}
      </span>
    </a>
  );
}
