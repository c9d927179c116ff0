import { classOf, commissionOf } from "../../../events/commissioning/commissioning.ts";
import { publicProfile } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { ChangedMember } from "../../../events/read/members.ts";

export type ClassRoster = ReturnType<typeof createClassRoster>;

/**
 * Cadets, and members who commissioned, in memory: their class is sealed in their rows.
 * @param update Has it follow every change so far.
 */
export function createClassRoster({ update }: { readonly update: () => Promise<void> }) {
  const members = new Map<string, MemberRecord>();

  async function all(): Promise<readonly MemberRecord[]> {
    await update();
    return [...members.values()];
  }

  return {
    /** Takes changed members, as the search index does. */
    follow(changed: readonly ChangedMember[]): void {
      for (const { memberId, member } of changed) {
        const isOfClass = member && (member.role === "cadet" || commissionOf(member));
        if (isOfClass) members.set(memberId, member);
        else members.delete(memberId);
      }
    },
    /** Those of a class by their own profile or the program's list: for what only they read. */
    async ofClass(classYear: string): Promise<readonly MemberRecord[]> {
      return (await all()).filter((member) => classYearOf(member, classOf) === classYear);
    },
    /** Those of a class as far as staff may know it. */
    async listedIn(classYear: string): Promise<readonly MemberRecord[]> {
      return (await all()).filter((member) => classYearOf(member, shownClassOf) === classYear);
    },
  };
}

/** The class with which they commissioned, or by which a cadet is found. */
function classYearOf(
  member: MemberRecord,
  cadetsClassOf: (member: MemberRecord) => string | null,
): string | null {
  const commission = commissionOf(member);
  if (commission !== undefined) return commission.fields.classYear;
  return isAdmitted(member) ? cadetsClassOf(member) : null;
}

/** A cadet's class as their profile shows it to members, or else as the program's list has it. */
function shownClassOf(member: MemberRecord): string | null {
  const shown = publicProfile(member)?.classYear;
  const listed = member.offer?.fields.classYear;
  return shown ?? (typeof listed === "string" ? listed : null);
}
