import {
  type Audience,
  audiences,
  type ContactAudiences,
} from "../../../events/contacts/audiences.ts";
import {
  type ContactField,
  contactField,
  contactOrder,
} from "../../../events/members/contact-fields.ts";
import { Select, type SelectProps } from "../../ui/fields/select.tsx";

const audienceWords: Readonly<Record<Audience, string>> = {
  members: "All members",
  connections: "People I'm talking with",
  nobody: "Only me",
};

const options = audiences.map((value) => ({ value, label: audienceWords[value] }));

interface AudienceSelectProps extends Pick<SelectProps, "defaultValue" | "hint" | "error"> {
  readonly name: string;
  readonly contact: ContactField;
}

export function AudienceSelect({ contact, ...select }: AudienceSelectProps) {
  const label = `Who can see your ${contactField[contact].contact.inWords}`;
  return <Select {...select} label={label} options={options} />;
}

const audienceHints: Readonly<Record<Audience, string>> = {
  members: "All members can see your contacts unless you choose otherwise.",
  connections:
    "Only people you're in a conversation with can see your contacts unless you choose otherwise.",
  nobody: "Other members can't see your contacts unless you choose otherwise.",
};

/** Describes the choice if it is the same for all contacts. */
export function chosenForAll(chosen: ContactAudiences): string {
  const different = new Set(contactOrder.map((name) => chosen[name]));
  return different.size === 1
    ? audienceHints[chosen.primaryEmail]
    : "You choose who can see each one.";
}
