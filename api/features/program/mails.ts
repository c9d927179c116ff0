import { z } from "zod";
import { hasDied, isAdmitted, isLocked, isStaff } from "../../../events/program/admission.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MailDraft } from "../../../events/members/mail-queue.ts";
import type { MailAbout as MailAboutReport } from "../../../events/program/handle-report.ts";
import { draft, type LookUpMail, type ReadMail } from "../../mail/templates/messages.ts";
import { publicUser } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { roles, roleTraits } from "../../../events/vocabulary.ts";
import { nameOf } from "../../mail/templates/name-of.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { type Letterhead, siteName } from "../../mail/templates/letterhead.ts";

/** Mails about a decision, stored together with it. */
export function programMail(
  { before, after }: Parameters<MailAbout>[0],
  news: AccessNews,
): readonly MailDraft[] {
  if (before === undefined) return [];
  const to = { to: after.email, firstName: after.firstName };
  const drafts = staffMail({ before, after }, news);
  if (isLocked(before) || isLocked(after)) {
    // The member gets only this one. Other staff are mailed about the changed access.
    const others = drafts.filter((each) => each.to !== undefined);
    if (hasDied(after) || isLocked(before) === isLocked(after)) return others;
    return [draft(isLocked(after) ? "suspended" : "restored", to), ...others];
  }
  // A mail about staff access includes it.
  if (isAdmitted(after) && !isAdmitted(before) && !isStaff(after)) {
    drafts.push(draft("admitted", { ...to, words: null }));
  }
  if (after.admission?.state === "refused" && before.admission?.state !== "refused") {
    drafts.push(draft("refused", { ...to, words: after.admission.words }));
  }
  if (!before.isAskingClosed && after.isAskingClosed) {
    drafts.push(draft("asking-stopped", { ...to, words: null }));
  }
  if (before.isAskingClosed && !after.isAskingClosed) {
    drafts.push(draft("asking-opened", { ...to, words: null }));
  }
  return drafts;
}

/** Mail to the author of a reported message, if something changes for them. */
export const reportMail: MailAboutReport = ({ reported, events }, { action, words }) => {
  const content = { to: reported.email, firstName: reported.firstName, words };
  if (action === "warn") return [draft("warned", content)];
  return action === "close" && events.length > 0 ? [draft("asking-closed", content)] : [];
};

const kind = "staff-access";

const AccessChange = z.object({
  /** Member id of the actor. */
  by: z.string(),
  about: z.string(),
  access: z.enum(["given", "removed"]).nullable(),
  role: z.enum(roles).nullable(),
});
type AccessChange = z.infer<typeof AccessChange>;

interface AccessNews {
  /** Member id of the actor. */
  readonly by: string;
  readonly staffIds: readonly string[];
}

/**
 * One mail about staff access for each reader. It contains only ids: names are read when it is
 * sent.
 */
function staffMail(
  { before, after }: Parameters<MailAbout>[0],
  { by, staffIds }: AccessNews,
): MailDraft[] {
  if (before === undefined) return [];
  const isGiven = isStaff(after);
  const access = isGiven === isStaff(before) ? null : isGiven ? "given" : "removed";
  const isNewRole = after.role !== before.role && !isGiven;
  if (access === null && !isNewRole) return [];
  const about = after.memberId;
  const content: AccessChange = { by, about, access, role: isNewRole ? after.role : null };
  const others = staffIds.filter((id) => id !== by && id !== about);
  return [{ kind, content }, ...others.map((to) => ({ kind, content, to }))];
}

export async function lookUpStaffMail(
  table: Pick<MemberTable, "byIds">,
  mail: Parameters<LookUpMail>[0],
): Promise<ReadMail | "dropped" | undefined> {
  if (mail.kind !== kind) return undefined;
  const read = AccessChange.safeParse(mail.content);
  if (!read.success) return "dropped";
  const { by, about } = read.data;
  const known = await table.byIds([mail.memberId, by, about]);
  const reader = known.get(mail.memberId);
  if (reader === undefined) return "dropped";
  const names = { actor: nameIn(known, by), person: nameIn(known, about) };
  return {
    to: reader.email,
    letter: (head) => accessLetter(reader, read.data, names, head),
  };
}

export function nameIn(known: ReadonlyMap<string, MemberRecord>, memberId: string): string {
  const member = known.get(memberId);
  return member === undefined
    ? "Someone who has since left"
    : nameOf({ other: publicUser(member) });
}

function accessLetter(
  { firstName, memberId }: MemberRecord,
  { about, access, role }: AccessChange,
  { actor, person }: Readonly<Record<"actor" | "person", string>>,
  head: Letterhead,
): Letter {
  const isOwn = about === memberId;
  const site = siteName(head);
  const [whom, whose, theirs] = isOwn ? ["you", "your", "Your"] : [person, `${person}'s`, "Their"];
  const newRole = role && roleTraits[role].label;
  const { own, others, done } = {
    given: {
      own: `You have staff access to ${site}`,
      others: "Staff access was given",
      done: `gave ${whom} staff access.`,
    },
    removed: {
      own: `Your staff access to ${site} was removed`,
      others: "Staff access was removed",
      done: `removed ${whose} staff access.${newRole ? ` ${theirs} role is now ${newRole}.` : ""}`,
    },
    role: {
      own: `Your role on ${site} was changed`,
      others: "A role was changed",
      done: `changed ${whose} role${newRole ? ` to ${newRole}` : ""}.`,
    },
  }[access ?? "role"];
  const opening = `${actor} ${done}`;
  if (!isOwn) {
    return {
      firstName,
      because: "you are on the program's staff",
      subject: `${others} on ${site}`,
      opening,
      action: {
        label: "See what was changed",
        link: new URL(`/program/everybody/${about}`, head.appOrigin).href,
      },
      closing: [
        "If this is right, you don't need to do anything.",
        "If you don't expect this, undo it there and ask the person who did it. If they don't know of it, " +
        "someone else may be using their account: remove their staff access, and write to " +
        `${head.supportEmail}.`,
      ],
    };
  }
  const letter = { firstName, because: "your access to the program's pages changed", subject: own };
  const mistake = `If you don't expect this, write to ${head.supportEmail}.`;
  if (access !== "given") {
    const closing = ["Your account, profile and conversations stay as they are.", mistake];
    return { ...letter, opening, closing };
  }
  return {
    ...letter,
    opening:
      `${opening} You can now approve people, handle reports and change the program's settings.`,
    action: { label: "Open the program's pages", link: new URL("/program", head.appOrigin).href },
    closing: [mistake],
  };
}
