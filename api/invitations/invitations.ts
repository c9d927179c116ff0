import type { Members } from "../../events/members/handle.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "../accounts/cause.ts";
import type { KnownBrowsers } from "../auth/known-browser.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import { type NewPasswordRules, requireOwnPassword } from "../accounts/policies/new-password.ts";
import { Problem } from "../problems.ts";
import type { DeclinedInvitations } from "./declined.ts";
import type { InvitationStates } from "./states.ts";
import type { Topics } from "../../events/program/topics.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import { Registration } from "../contract/account.ts";
import { profileCommands } from "./offered-profile.ts";
import type { AcceptInvitation } from "../contract/account.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import type { Origin } from "../auth/origin.ts";

export interface InvitationsDependencies {
  readonly members: Members;
  readonly table: Pick<MemberTable, "byId">;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Pick<RateLimits, "claim">;
  readonly sessions: Sessions;
  readonly catchUpAll: () => Promise<void>;
  readonly erase: EraseAccount;
  readonly newPassword: NewPasswordRules;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  readonly now: () => Date;
  readonly states: Pick<InvitationStates, "noteOpened" | "forget">;
  readonly declined: Pick<DeclinedInvitations, "add" | "remove" | "removeAddress">;
}

const PersonName = Registration.pick({ firstName: true, lastName: true });

/** Says yes or no to what was prepared; `import-alumni.ts` prepares it. */
export function createInvitations(deps: InvitationsDependencies) {
  const { members, table, tokens, passwords, knownBrowsers, limits, sessions, catchUpAll } = deps;

  /** The member that a live invitation is for, and still mailed to. */
  async function find(token: string) {
    const memberId = await tokens.peek("invitation", token);
    if (memberId === undefined) return undefined;
    // It may have been prepared by another process just now.
    await catchUpAll();
    const member = await table.byId(memberId);
    if (member === undefined) return undefined;
    return await tokens.isBoundTo("invitation", token, member.email) ? member : undefined;
  }

  return {
    /** What an invitation is about; changes nothing, and `undefined` once it is used or over. */
    find,
    /** Notes that a person has opened their invitation: on which day, and nothing else. */
    async noteOpened({ memberId }: Pick<MemberRecord, "memberId">): Promise<void> {
      await deps.states.noteOpened(memberId);
    },
    /**
     * Makes the account its owner's: with a name and a password of their own and a confirmed address.
     * The profile stays hidden unless they wish otherwise. What the program's list says, and what they type, makes
     * a whole one or waits in the profile form.
     *
     * @throws {Problem} 400 when the invitation is unknown, used or over.
     * @throws {Refusal} When the username is taken; the invitation stays good.
     */
    async accept(
      { token, username, newPassword, ...answer }: AcceptInvitation,
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<SignedIn> {
      const invited = await find(token);
      if (invited === undefined) throw invalidInvitation();
      const { memberId, email } = invited;
      const names = namesOf(invited, answer);
      const { isVisible, fields = {} } = answer;
      const ofProfile = profileCommands(invited, { fields, isVisible }, {
        now: deps.now(),
        topics: deps.topics(),
      });
      await requireOwnPassword(newPassword, { ...invited, ...names, username }, deps.newPassword);
      const passwordHash = await passwords.hash(newPassword, { memberId }, signal);
      // What may be refused comes first: a name that is taken does not cost the invitation.
      const commands = [
        { type: "ChangeAccountDetails", username, ...names },
        { type: "VerifyEmail", email },
        { type: "RecordPasswordReset" },
        ...ofProfile,
      ] as const;
      await limits.claim(
        { memberId },
        () => members.executeAll([{ memberId, commands }], causeOf(memberId, origin)),
      );
      // Interrupted before this, the link still works, and the same answer finishes it.
      const { requestId } = origin;
      const owner = await tokens.setPassword("invitation", token, { passwordHash, requestId });
      if (owner === undefined) throw invalidInvitation();
      await deps.states.forget(memberId);
      await deps.declined.removeAddress(email);
      await catchUpAll();
      const member = await table.byId(memberId);
      if (member === undefined) throw invalidInvitation();
      const { token: sessionToken, expiresAt } = await sessions.create(memberId, origin.browser);
      const browserToken = knownBrowsers.issue({ memberId, passwordHash });
      return { member, sessionToken, expiresAt, browserToken };
    },
    /**
     * Erases everything that was prepared. Name and address are kept, sealed, so that staff don't invite them again.
     *
     * @returns By what the name and the address are removed, too.
     * @throws {Problem} 400 when the invitation is unknown, used or over.
     */
    async decline(token: string, origin: Origin): Promise<string> {
      const invited = await find(token);
      if (invited === undefined) throw invalidInvitation();
      // First: interrupted after it, the link still works, and declining again finishes it.
      const id = await deps.declined.add(invited);
      await deps.erase(invited.memberId, origin);
      return id;
    },
    /** Removes name and address of who declined. Harmless when repeated. */
    async forgetDeclined(id: string): Promise<void> {
      await deps.declined.remove(id);
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Their name, which the program's list may not have had. @throws {Problem} 400 where it is missing still. */
function namesOf(
  invited: Pick<MemberRecord, "firstName" | "lastName">,
  typed: { readonly firstName?: string | undefined; readonly lastName?: string | undefined },
) {
  const checked = PersonName.safeParse({
    firstName: typed.firstName ?? invited.firstName,
    lastName: typed.lastName ?? invited.lastName,
  });
  if (checked.success) return checked.data;
  const fields = fieldMessages(checked.error);
  throw new Problem(400, Object.values(fields).join(". "), { fields });
}

function invalidInvitation(): Problem {
  return new Problem(400, "Invalid or expired invitation");
}
