import { counted, lasting } from "../../../events/amounts.ts";
import { expiresAfterDays, quietAfterDays } from "../../../events/connections/limits.ts";
import { revealsStoredMonths } from "../../../events/contacts/reveals.ts";
import type { PrivacyFacts } from "../../../api/features/privacy/privacy-facts.ts";
import { heldHours, refusedMs } from "../../../api/features/relay/arrivals.ts";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { cookies } from "./cookies.ts";

type Line = readonly [term: string, text: string];

/** How long each kind of data is stored. */
export function howLong({ messagesKeepDays, backupDays, backupWeeks }: PrivacyFacts): Line[] {
  const days = counted(messagesKeepDays, "day");
  return [
    ["Your account, profile and picture", "Until you delete them."],
    [
      "What you write in conversations and questions",
      `For ${days} after they end. Then we delete the texts. A request without an answer ends after ` +
      `${expiresAfterDays} days, and a quiet conversation some days after we asked you both, which is after ` +
      `${quietAfterDays} days.`,
    ],
    ["Who saw your contacts", `For ${revealsStoredMonths} months.`],
    [
      "Emails that you sent as answers",
      `Until you confirm that you wrote them, at most ${heldHours} hours. What was left out of one, or why it was ` +
      `refused, for ${lasting(refusedMs)}.`,
    ],
    [
      "An invitation",
      `Until it is answered or staff withdraw it. Its link works for ${
        lasting(tokenLifetimeMs.invitation)
      } at a time.`,
    ],
    [
      "Where you are signed in",
      "The browser and system, and the hour of your last visit: for seven days after it, and at most 30 days. No " +
      "network addresses.",
    ],
    [
      "Backups",
      `A deleted account is gone from all of them within ${counted(backupDays, "day")}.${
        backupWeeks === 0
          ? ""
          : ` Staff keep one backup a week for ${counted(backupWeeks, "week")}.`
      } Every backup is encrypted. Restoring one removes deleted accounts again.`,
    ],
    [
      "The technical log",
      "Which kind of page was asked for, and who signed in or was refused, by random ids: no names, addresses, network addresses, " +
      "searches or texts. The people who run the machine decide how long they keep it.",
    ],
    [
      "Statistics",
      "What happened, without names, so that a year's numbers stay the same. They are by a random id, and stay when you " +
      "leave.",
    ],
  ];
}

export const cookieFacts: readonly Line[] = cookies.map(({ name, purpose, seconds }) => [
  name,
  `${purpose}. Your browser keeps it for ${
    seconds < 60 ? counted(seconds, "second") : lasting(seconds * 1000)
  }.`,
]);
