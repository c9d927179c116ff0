import { isAdmitted, isStaff, isSuspended } from "../../events/program/admission.ts";
import type { MailAbout } from "../../events/members/handle.ts";
import type { MailDraft } from "../../events/members/mail-queue.ts";
import type { MailAbout as MailAboutReport } from "../../events/program/handle-report.ts";
import { draft } from "../mail/letters/messages.ts";
import { type AccessNews, staffMail } from "./staff-mail.ts";

export function programMail(
  { before, after }: Parameters<MailAbout>[0],
  news: AccessNews,
): readonly MailDraft[] {
  if (before === undefined) return [];
  const to = { to: after.email, firstName: after.firstName };
  const drafts = staffMail({ before, after }, news);
  if (isSuspended(before) !== isSuspended(after)) {
    const own = draft(isSuspended(after) ? "suspended" : "restored", to);
    // The member gets only this one. Other staff are mailed about the change of access.
    return [own, ...drafts.filter((each) => each.to !== undefined)];
  }
  // A mail about staff access says it, too.
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

/** The mail to the author of a reported message; none when nothing changes for them. */
export const reportMail: MailAboutReport = ({ reported, events }, { action, words }) => {
  const content = { to: reported.email, firstName: reported.firstName, words };
  if (action === "warn") return [draft("warned", content)];
  return action === "close" && events.length > 0 ? [draft("asking-closed", content)] : [];
};
