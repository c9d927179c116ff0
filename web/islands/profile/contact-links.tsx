import type { ComponentType } from "react";
import { MailIcon, PhoneIcon } from "../../ui/icons.tsx";
import { CalendarIcon, LinkedinIcon } from "../../ui/member-icons.tsx";
import { contactField } from "../../../events/members/contact-fields.ts";
import type { Contact } from "../../../events/members/profile-field.ts";
import { type ContactWay, isWebLink } from "./contact.ts";

const icons: Readonly<Record<Contact["icon"], ComponentType>> = {
  mail: MailIcon,
  phone: PhoneIcon,
  linkedin: LinkedinIcon,
  calendar: CalendarIcon,
};

export interface ContactLinkProps {
  readonly way: ContactWay;
  readonly className: string;
  /** Whom it reaches, for those who hear the link by itself. */
  readonly name?: string;
}

/** One way to reach a member. A website opens beside this one and learns nothing about it. */
export function ContactLink({ way: { kind, href, text }, className, name }: ContactLinkProps) {
  const { term, action = term, icon } = contactField[kind].contact;
  const Icon = icons[icon];
  const isBeside = isWebLink(kind);
  return (
    <a
      className={className}
      href={href}
      // On paper, where nothing can be followed, the address itself is shown.
      data-print={text}
      {...(isBeside && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon />
      <span>
        {action}
        {name && <span className="visually-hidden">{` ${name}`}</span>}
        {isBeside && <span className="visually-hidden">(opens in a new tab)</span>}
      </span>
    </a>
  );
}
