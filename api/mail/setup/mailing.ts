import type { Database } from "../../../events/store/database.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import type { ReplySettings } from "../inbound/transports/settings.ts";
import { createCurrentMail } from "../drivers/current-mail.ts";
import type { Reach } from "../drivers/reach.ts";
import { createAccessTokens } from "../drivers/sign-in.ts";
import type { Letterhead } from "../templates/letterhead.ts";
import type { Mail } from "../mail.ts";
import { createMailState } from "./mail-state.ts";
import { Outcomes } from "../outcomes.ts";
import { createCurrentReplies } from "./current-replies.ts";
import { createMailSettingsStore } from "./mail-settings.ts";

interface MailingParts {
  readonly database: Database;
  readonly keys: Pick<MemberKeys, "ensure" | "load">;
  readonly letterhead: Letterhead;
  /** Set by variables, or by tests. */
  readonly installed: { readonly mail: Mail; readonly replies: ReplySettings | undefined };
  /** Connects to servers that staff name. */
  readonly network: { readonly reach: Reach; readonly fetch: typeof fetch };
  readonly now: () => Date;
}

export type Mailing = ReturnType<typeof createMailing>;

/** Mail as set up by variables or staff, and the state of sending and receiving. */
export function createMailing(
  { database, keys, letterhead, installed, network: { reach, fetch }, now }: MailingParts,
) {
  const settings = createMailSettingsStore(database, keys);
  const tokens = createAccessTokens({ reach, fetch, store: settings });
  const ways = { reach, fetch, tokens, head: letterhead };
  const current = createCurrentMail({ installed: installed.mail, settings, ways });
  const currentReplies = createCurrentReplies({ installed: installed.replies, settings, tokens });
  const outcomes = new Outcomes(database, now, "mail");
  const mailboxState = new Outcomes(database, now, "mailbox");
  return {
    installed: installed.mail,
    settings,
    ways,
    letterhead,
    current,
    currentReplies,
    outcomes,
    mailboxState,
    /** The state that staff see. */
    state: createMailState({
      database,
      currentMail: current,
      outcomes,
      currentReplies,
      mailboxState,
      now,
    }),
    now,
  };
}
