import { classOf, commissionOf } from "../../../events/commissioning/commissioning.ts";
import { publicProfile } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { ChangedMember } from "../../../events/read/members.ts";

export type ClassRoster = ReturnType<typeof createClassRoster>;

/**
 * Keeps cadets, and members who commissioned, in memory: their class is encrypted in the tables.
 * @param update Applies all changes so far.
 */
export function createClassRoster({ update }: { readonly update: () => Promise<void> }) {
  const members = new Map<string, MemberRecord>();

  async function all(): Promise<readonly MemberRecord[]> {
    await update();
    return [...members.values()];
  }

  return {
    /** Receives changed members, as the search index does. */
    follow(changed: readonly ChangedMember[]): void {
      for (const { memberId, member } of changed) {
        const isOfClass = member && (member.role === "cadet" || commissionOf(member));
        if (isOfClass) members.set(memberId, member);
        else members.delete(memberId);
      }
    },
    /**
     * Members of a class by their own profile or the program's list. Only for content that the
     * members themselves read.
     */
    async ofClass(classYear: string): Promise<readonly MemberRecord[]> {
      return (await all()).filter((member) => classYearOf(member, classOf) === classYear);
    },
    /** Members of a class that staff may know of. */
    async listedIn(classYear: string): Promise<readonly MemberRecord[]> {
      return (await all()).filter((member) => classYearOf(member, shownClassOf) === classYear);
    },
  };
}

/** The class with which a member commissioned, or a cadet's current class. */
function classYearOf(
  member: MemberRecord,
  cadetsClassOf: (member: MemberRecord) => string | null,
): string | null {
  const commission = commissionOf(member);
  if (commission !== undefined) return commission.fields.classYear;
  return isAdmitted(member) ? cadetsClassOf(member) : null;
}

/** A cadet's class as their profile shows it to members; otherwise as on the program's list. */
function shownClassOf(member: MemberRecord): string | null {
  const shown = publicProfile(member)?.classYear;
  const listed = member.offer?.fields.classYear;
  return shown ?? (typeof listed === "string" ? listed : null);
}
