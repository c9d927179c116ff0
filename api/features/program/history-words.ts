/**
 * Kinds of history entries: their event types, and their words after the actor's name. `{who}` is
 * the person, `{what}` the change. The author of a reported message is never named.
 */
const historyWords = {
  invited: ["MemberRegistered", "invited {who}"],
  reminded: ["InvitationRenewed", "sent {who} another invitation"],
  "made link": [null, "copied the invitation link of {who}"],
  withdrew: ["MemberErased", "withdrew the invitation of {who}"],
  accepted: ["MemberAdmitted", "approved {who}"],
  "came in": [null, "was approved automatically: {what}"],
  refused: ["MemberRefused", "declined {who}"],
  confirmed: ["CadreConfirmed", "gave {who} staff access"],
  "used code": [null, "got staff access with the cadre code"],
  "used link": [null, "got staff access with the first staff link"],
  unconfirmed: ["CadreUnconfirmed", "removed {who}'s staff access"],
  role: ["RoleSelected", "changed {who}'s role {what}"],
  closed: ["AskingClosed", "stopped {who} from asking for help"],
  opened: ["AskingOpened", "allowed {who} to ask for help again"],
  handled: ["ReportHandled", "closed a report {what}"],
  set: ["SettingsChanged", "{what}"],
  topic: ["TopicChanged", "{what}"],
  announced: ["AnnouncementMade", "{what}"],
  ended: ["AnnouncementEnded", "{what}"],
  "commissioning date": ["CommissioningDateChanged", "{what}"],
  "asked to confirm": [
    "CommissioningReminded",
    "reminded {who} to confirm their commission",
  ],
  address: ["AccountDetailsChanged", "changed {who}'s email address"],
  "confirmed address": ["EmailVerified", "confirmed {who}'s email address"],
  "password link": ["PasswordLinkMade", "made a password link for {who}"],
  exported: ["DataExported", "saved a copy of {who}'s data"],
  "listed data": ["HoldingsListed", "listed what is stored about {who}"],
  deleted: [null, "deleted the account of {who}"],
  suspended: ["MemberSuspended", "suspended the account of {who}"],
  restored: ["MemberUnsuspended", "restored the account of {who}"],
  died: ["DeathRecorded", "recorded the death of {who}"],
  "not died": ["DeathUndone", "undid the recorded death of {who}"],
} as const;

export type HistoryKind = keyof typeof historyWords;

export const kindsByType: ReadonlyMap<string | null, HistoryKind> = new Map(
  (Object.keys(historyWords) as HistoryKind[]).map((kind) => [historyWords[kind][0], kind]),
);

/** The words before and after the person; one piece without a person. */
export function historyParts(
  { does, what }: { readonly does: HistoryKind; readonly what: string | null },
): string[] {
  // A function, since staff's texts may contain `$&`.
  return historyWords[does][1].split("{who}").map((part) =>
    part.replace("{what}", () => what ?? "")
  );
}
