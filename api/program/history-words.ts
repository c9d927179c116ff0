import type { HistoryEntry } from "../contract/program.ts";

/**
 * Words of each entry, behind the name of who did it: `{who}` is whom it was about, `{what}` what was changed
 * about it. Nobody who wrote a message that was reported is named in the history.
 */
export const historyWords: Readonly<Record<HistoryEntry["does"], string>> = {
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
};

/** What an entry says, in the pieces before and after whom it was about; one piece where that is nobody. */
export function historyParts({ does, what }: Pick<HistoryEntry, "does" | "what">): string[] {
  // By a function: what staff wrote may hold `$&`.
  return historyWords[does].split("{who}").map((part) => part.replace("{what}", () => what ?? ""));
}
