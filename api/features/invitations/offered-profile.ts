import { isNothing, openOffer } from "../../../events/invitations/offer.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import { checkProfile } from "../../../events/members/profile.ts";
import {
  type FieldName,
  fieldOrder,
  isListField,
  profileField,
} from "../../../events/members/profile-fields.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Topics } from "../../../events/program/topics.ts";
import { Problem } from "../../contract/problem.ts";

type Invited = Pick<MemberRecord, "email" | "role" | "offer" | "profile">;

export interface Answer {
  /** Texts that they typed, by profile field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly isVisible: boolean;
}

/** Required profile fields, and those that couldn't be read in the list. */
export function askedFields(invited: Invited): readonly FieldName[] {
  if (invited.offer === null) return [];
  const { fields, cells } = openOffer(invited);
  const isLeftOut = (name: FieldName) =>
    cells.some((cell) => cell.name === name && cell.takenAs === null);
  return fieldOrder.filter((name) => {
    const { kind, required } = profileField[name];
    if (isListField(name) || kind === "long text" || name === "primaryEmail") return false;
    if (invited.profile?.[name] || fields[name] !== undefined) return false;
    return required !== undefined || isLeftOut(name);
  });
}

/** Incomplete details wait in the profile form. @throws {Problem} 400 */
export function profileCommands(
  invited: Invited,
  { fields: typed, isVisible }: Answer,
  { now, topics }: { readonly now: Date; readonly topics: Topics },
): MemberCommand[] {
  const given = Object.fromEntries(
    Object.entries(typed).filter(([, text]) => text.trim() !== ""),
  );
  const hasTyped = Object.keys(given).length > 0;
  const { email, role, profile } = invited;
  if (profile !== null) {
    if (!hasTyped && !isVisible) return [];
    return [{ type: "ChangeProfile", fields: given, topics, ...isVisible && { isVisible } }];
  }
  const open = openOffer(invited);
  if (role === null || (isNothing(open) && !hasTyped)) return [];
  const fields = { primaryEmail: email, ...open.fields, ...given };
  const check = checkProfile(fields, { role, year: now.getUTCFullYear(), topics });
  if (check.ok) return [{ type: "CreateProfile", fields, isVisible, topics }];
  const wrong = Object.entries(check.fields).filter(([name]) => Object.hasOwn(given, name));
  const [first] = wrong;
  if (first !== undefined) throw new Problem(400, first[1], { fields: Object.fromEntries(wrong) });
  if (!hasTyped) return [];
  const cells = open.cells.filter(({ name }) => !Object.hasOwn(given, name));
  return [{
    type: "OfferDetails",
    fields: { ...open.fields, ...given },
    cells,
    addresses: [email],
  }];
}
