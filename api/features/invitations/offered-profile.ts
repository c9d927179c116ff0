import { isNothing, openOffer } from "../../../events/invitations/offer.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import { decide } from "../../../events/members/decide.ts";
import { evolve, type Member } from "../../../events/members/evolve.ts";
import { type SeenProfile, viewProfile } from "../../../events/members/privacy.ts";
import { checkProfile } from "../../../events/members/profile.ts";
import {
  type FieldName,
  fieldOrder,
  profileField,
} from "../../../events/members/profile-fields.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Topics } from "../../../events/program/topics.ts";
import { Problem } from "../../contract/problem.ts";

type Invited = Pick<MemberRecord, "email" | "role" | "offer" | "profile">;

export interface OfferAnswer {
  /** Typed values, by profile field. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly isVisible: boolean;
}

/** Fields asked of everyone: their current job and place, and their help topics. */
export const askedOfAll = ["jobTitle", "company", "industry", "location", "helpTopics"] as const;

/** Required profile fields that neither the list nor an earlier profile has. */
export function askedFields(invited: Invited): readonly FieldName[] {
  const { fields } = openOffer(invited);
  return fieldOrder.filter((name) =>
    profileField[name].required !== undefined && !invited.profile?.[name] &&
    fields[name] === undefined
  );
}

interface Context {
  readonly now: Date;
  readonly topics: Topics;
}

/**
 * The commands that store a complete profile; incomplete details wait in the profile form. @throws
 * {Problem} 400
 */
export function profileCommands(
  invited: Invited,
  { fields: typed, isVisible }: OfferAnswer,
  { now, topics }: Context,
): MemberCommand[] {
  const given = givenIn(typed);
  const { email, role, profile } = invited;
  if (profile !== null) {
    return [{ type: "ChangeProfile", fields: given, topics, ...isVisible && { isVisible } }];
  }
  const open = openOffer(invited);
  const hasTyped = Object.values(given).some((value) => value.length > 0);
  if (role === null || (isNothing(open) && !hasTyped)) return [];
  const fields = { primaryEmail: email, ...open.fields, ...given };
  const check = checkProfile(fields, { role, year: now.getUTCFullYear(), topics });
  if (check.ok) return [{ type: "CreateProfile", fields, isVisible, topics }];
  const wrong = Object.entries(check.fields).filter(([name]) => given[name]?.length);
  // Incomplete profiles can't be shown.
  if (isVisible) throw refused(check.fields);
  if (wrong.length > 0) throw refused(Object.fromEntries(wrong));
  if (!hasTyped) return [];
  const cells = open.cells.filter(({ name }) => !given[name]?.length);
  return [{
    type: "OfferDetails",
    fields: { ...open.fields, ...given },
    cells,
    addresses: [email],
  }];
}

/**
 * The profile as a cadet would see it after these commands. Stores nothing.
 * @throws {Refusal} When the commands would be refused.
 */
export function seenAfter(
  invited: MemberRecord,
  commands: readonly MemberCommand[],
  now: Date,
): SeenProfile | undefined {
  const { memberId } = invited;
  const after = commands.reduce<Member>(
    (member, command) =>
      decide(member, command, now).reduce(
        (each, event) => evolve(each, { memberId, atMs: now.getTime(), event }),
        member,
      ),
    { status: "present", record: invited },
  );
  const cadet = { memberId: "", admission: null };
  const seen = after.status === "present" ? viewProfile(cadet, after.record) : undefined;
  return seen as SeenProfile | undefined;
}

/** Empty fields clear the list's value if everyone is asked for them; others are left unchanged. */
function givenIn(
  typed: OfferAnswer["fields"],
): Readonly<Record<string, string | readonly string[]>> {
  const isAsked = (name: string) => askedOfAll.some((asked) => asked === name);
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) =>
      isAsked(name) || (typeof value === "string" ? value.trim() : value).length > 0
    ),
  );
}

function refused(fields: Readonly<Record<string, string>>): Problem {
  return new Problem(400, Object.values(fields).join(". "), { fields });
}
