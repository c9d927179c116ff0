import type { MailAbout, Members } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { KnownBrowsers } from "../../auth/known-browser.ts";
import type { Passwords } from "../../auth/passwords.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { Origin } from "../../auth/origin.ts";
import { Problem } from "../../contract/problem.ts";
import { causeOf } from "../../auth/cause.ts";

export interface AccountParts {
  readonly members: Pick<Members, "execute">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byEmail" | "byId" | "byUsername">;
    readonly people: Pick<ProgramPeople, "staff">;
  };
  readonly outgoing: Outgoing;
  readonly settings: EffectiveSettings;
  readonly limits: RateLimits & MailLimits;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly knownBrowsers: KnownBrowsers;
  readonly declined: Pick<DeclinedInvitations, "addLeft" | "removeAddress">;
  readonly erase: Erase;
  readonly forgetMember: (memberId: string) => Promise<void>;
  readonly background: Pick<Background, "start">;
  readonly cadreCode?: string | undefined;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number | undefined;
  readonly showsDevToken: boolean;
  readonly newId: () => string;
  readonly now: () => Date;
}

export type AccountCommand = Parameters<Members["execute"]>[1];

/** Runs a member's command with its mail, and returns the member as everyone now sees them. */
export async function recordChange(
  { members, tables, outgoing }: Pick<AccountParts, "members" | "outgoing" | "tables">,
  memberId: string,
  command: AccountCommand,
  origin: Origin,
  mail?: MailAbout,
): Promise<MemberRecord> {
  await members.execute(memberId, command, causeOf(memberId, origin), mail);
  if (mail) outgoing.wake();
  const member = await tables.members.byId(memberId);
  if (member === undefined) throw new Problem(401, "Not authenticated");
  return member;
}
