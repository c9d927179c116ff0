import type { ComponentType } from "react";
import { MailIcon, PhoneIcon } from "../../ui/icons.tsx";
import { LinkedinIcon } from "../../ui/member-icons.tsx";
import type { ContactKind, ContactWay } from "./contact.ts";

interface ContactLook {
  readonly label: string;
  readonly icon: ComponentType;
}

/** What each way is called where the address itself is not shown. */
const contactLooks: Readonly<Record<ContactKind, ContactLook>> = {
  primaryEmail: { label: "Primary Email", icon: MailIcon },
  secondaryEmail: { label: "Army Email", icon: MailIcon },
  phone: { label: "Call", icon: PhoneIcon },
  linkedin: { label: "LinkedIn", icon: LinkedinIcon },
};

export interface ContactLinkProps {
  readonly way: ContactWay;
  readonly className: string;
  /** Whom it reaches, for those who hear the link by itself. */
  readonly name?: string;
}

/** One way to reach a member. LinkedIn opens beside this site and learns nothing about it. */
export function ContactLink({ way: { kind, href, text }, className, name }: ContactLinkProps) {
  const { label, icon: Icon } = contactLooks[kind];
  return (
    <a
      className={className}
      href={href}
      // On paper, where nothing can be followed, the address itself is shown.
      data-print={text}
      {...(kind === "linkedin" && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon />
      <span>
        {label}
        {name && <span className="visually-hidden">{` ${name}`}</span>}
        {kind === "linkedin" && <span className="visually-hidden">(opens in a new tab)</span>}
      </span>
    </a>
  );
}
