import type { MouseEvent } from "react";
import { type ContactField, contactField } from "../../../events/members/contact-fields.ts";

interface ContactIconProps {
  readonly kind: ContactField;
  readonly href: string;
  /** Name of the member for assistive technology, since a list has the same link many times. */
  readonly name: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * A kind of contact as an icon. Its name is read aloud, and shown under a pointer. The stylesheet
 * draws the icon: a directory has hundreds, and each extra element is laid out again with each key.
 */
export function ContactIcon({ kind, name, ...link }: ContactIconProps) {
  const { term, action = term, icon } = contactField[kind].contact;
  const isWeb = isWebLink(kind);
  return (
    <a
      {...link}
      className={`contact-icon-${icon}`}
      aria-label={`${action} ${name}${isWeb ? ` ${inNewTab}` : ""}`}
      title={action}
      {...(isWeb && beside)}
    />
  );
}

/** Whether it opens in a new tab, without a referrer. */
export function isWebLink(name: ContactField): boolean {
  return contactField[name].kind === "link";
}

export const beside = { target: "_blank", rel: "noopener noreferrer" };
const inNewTab = "(opens in a new tab)";
