import { Button, Heading, Text } from "@radix-ui/themes";
import type { OpenOffer } from "../../../events/invitations/offer.ts";
import {
  type FieldName,
  fieldOrder,
  labelOf,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import type { FormOwner } from "../../../events/members/profile-field.ts";
import type { Profile } from "../../../events/members/profile.ts";
import { pagePaths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { listedText } from "../invitation/prepared.tsx";

interface OfferProps {
  readonly offer: OpenOffer;
  readonly owner: FormOwner;
  /** Without a profile, the form is filled in from the list instead. */
  readonly profile: Profile | undefined;
}

/** Details from the program's list that aren't in the member's profile, to add or to dismiss. */
export function Offer({ offer, owner, profile }: OfferProps) {
  const items = itemsOf(offer, owner, profile);
  const isFilledIn = profile === undefined && Object.keys(offer.fields).length > 0;
  if (items.length === 0 && !isFilledIn) return null;
  return (
    <Card className="profile-form-section stack gap-5" aria-labelledby="offer-title" id="offer">
      <div>
        <Heading as="h2" size="4" id="offer-title">From your program's list</Heading>
        <Text as="p" size="2" color="gray">
          Only you can see this. {isFilledIn && "We filled in the form below with what it says. "}
          {isFilledIn && "Nothing is saved until you create your profile."}
        </Text>
      </div>
      {items.length > 0 && (
        <ul className="stack">
          {items.map((item) => <Item key={item.name} {...item} />)}
        </ul>
      )}
    </Card>
  );
}

interface ItemProps {
  readonly name: string;
  readonly label: string;
  readonly texts: readonly string[];
  /** The value to add, if there is one. */
  readonly add: "Add" | "Replace" | undefined;
}

function Item({ name, label, texts, add }: ItemProps) {
  const what = <span className="visually-hidden">{label}</span>;
  return (
    <li className="split">
      <div>
        <strong>{label}</strong>
        {texts.map((text) => <Text as="p" key={text}>{text}</Text>)}
      </div>
      <form className="row gap-2" method="post" action={pagePaths.listedDetails()}>
        <input type="hidden" name="name" value={name} />
        {add && (
          <Button type="submit" name="does" value="add" size="2">
            {add} {what}
          </Button>
        )}
        <Button type="submit" name="does" value="dismiss" size="2" variant="outline">
          Dismiss {what}
        </Button>
      </form>
    </li>
  );
}

function itemsOf(
  { fields, cells }: OpenOffer,
  owner: FormOwner,
  profile: Profile | undefined,
): ItemProps[] {
  const named = (name: string): ItemProps[] => {
    const offered = profile === undefined ? undefined : fields[name as FieldName];
    const listed = cells.filter((cell) => cell.name === name).map(listedText);
    if (offered === undefined && listed.length === 0) return [];
    const texts = [...offered === undefined ? [] : [[offered].flat().join(", ")], ...listed];
    const before = profile?.[name as FieldName];
    const isReplaced = typeof offered === "string" && typeof before === "string";
    const add = offered === undefined ? undefined : isReplaced ? "Replace" : "Add";
    return [{
      name,
      label: labelOf(name, owner),
      texts: isReplaced ? [...texts, `Your profile says ${before}`] : texts,
      add,
    }];
  };
  const others = cells.map(({ name }) => name).filter((name) =>
    !(profileFields as readonly string[]).includes(name)
  );
  return [...fieldOrder, ...new Set(others)].flatMap(named);
}
