/**
 * What an entry of the history says, after the name of the one who did it. `{who}` is the person it was about,
 * `{what}` what was changed. The author of a reported message is never named.
 */
const historyWords = {
  invited: "invited {who}",
  reminded: "sent {who} another invitation",
  "made link": "copied the invitation link of {who}",
  withdrew: "withdrew the invitation of {who}",
  accepted: "approved {who}",
  "came in": "was approved automatically: {what}",
  refused: "declined {who}",
  confirmed: "gave {who} staff access",
  "used code": "got staff access with the cadre code",
  unconfirmed: "removed {who}'s staff access",
  role: "changed {who}'s role {what}",
  closed: "stopped {who} from asking for help",
  opened: "allowed {who} to ask for help again",
  handled: "closed a report {what}",
  set: "{what}",
  topic: "{what}",
  announced: "{what}",
  ended: "{what}",
  address: "changed {who}'s email address",
  "password link": "made a password link for {who}",
  exported: "saved a copy of {who}'s data",
  deleted: "deleted the account of {who}",
  suspended: "suspended the account of {who}",
  restored: "restored the account of {who}",
} as const;

export type HistoryKind = keyof typeof historyWords;

/** The words of an entry before and after the person it was about; one piece if it was about no one. */
export function historyParts(
  { does, what }: { readonly does: HistoryKind; readonly what: string | null },
): string[] {
  // Replaced by a function: what staff wrote may have `$&` in it.
  return historyWords[does].split("{who}").map((part) => part.replace("{what}", () => what ?? ""));
}
