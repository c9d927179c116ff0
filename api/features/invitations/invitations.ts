import { Refusal } from "../../../events/errors.ts";
import { fieldMessages } from "../../../events/members/profile.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Members } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Passwords } from "../../auth/passwords.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import { type SessionParts, startSession } from "../../auth/sign-in.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "./declined.ts";
import type { InvitationStates } from "./states.ts";
import type { StopLinks } from "./stop-links.ts";
import { ownerOfLink } from "../../auth/owner-of-link.ts";
import { requireGoodPassword } from "../../auth/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import { type AcceptInvitation, Registration } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import { profileCommands } from "./offered-profile.ts";

const PersonName = Registration.pick({ firstName: true, lastName: true });

interface InvitationsParts extends SessionParts {
  readonly members: Pick<Members, "execute" | "executeAll">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly tokens: Pick<Tokens, "isBoundTo" | "peek">;
  readonly credentials: Pick<Credentials, "passwordHash" | "setPassword">;
  readonly passwords: Pick<Passwords, "hash">;
  readonly limits: Pick<RateLimits, "claim">;
  readonly settings: Pick<EffectiveSettings, "names" | "topics">;
  readonly states: Pick<InvitationStates, "forget" | "noteOpened">;
  readonly stopLinks: Pick<StopLinks, "memberIdIn">;
  readonly declined: Pick<DeclinedInvitations, "add" | "remove" | "removeAddress">;
  readonly erase: Erase;
  readonly now: () => Date;
}

export class Invitations {
  constructor(private readonly deps: InvitationsParts) {}

  /** `undefined` once it is used or expired. Changes nothing. */
  find(token: string): Promise<MemberRecord | undefined> {
    return ownerOfLink(this.deps, "invitation", token);
  }

  async noteOpened({ memberId }: Pick<MemberRecord, "memberId">): Promise<void> {
    await this.deps.states.noteOpened(memberId);
  }

  /**
   * The owner gets the account with their own name and password and a verified address. The profile
   * stays hidden unless they choose otherwise. Details from the list and the form become the
   * profile, or wait in the profile form.
   *
   * @throws {Problem} 400 when the invitation is unknown, used or expired.
   * @throws {Refusal} When the username is taken; the invitation still works.
   */
  async accept(
    { token, username, newPassword, ...answer }: AcceptInvitation,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    const { members, tables, credentials, passwords, limits, states, settings } = this.deps;
    const invited = await this.#require(token);
    const { memberId, email } = invited;
    const names = namesOf(invited, answer);
    const { isVisible, fields = {} } = answer;
    const now = { now: this.deps.now(), topics: settings.topics() };
    const ofProfile = profileCommands(invited, { fields, isVisible }, now);
    const password = await requireGoodPassword(
      newPassword,
      { ...invited, ...names, username },
      settings.names(),
      "newPassword",
    );
    const passwordHash = await passwords.hash(password, { memberId }, signal);
    // Before the link is used up, since this may be refused: the username may be taken.
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
    // If interrupted before this, the link still works, and another answer finishes it.
    const { requestId } = origin;
    const proof = { kind: "invitation", token } as const;
    if (!await credentials.setPassword({ memberId, passwordHash, requestId, proof })) {
      throw invalidInvitation();
    }
    await states.forget(memberId);
    await this.deps.declined.removeAddress(email);
    const member = await tables.members.byId(memberId);
    if (member === undefined) throw invalidInvitation();
    return await startSession(this.deps, member, origin);
  }

  canStopMail(token: string): boolean {
    return this.deps.stopLinks.memberIdIn(token) !== undefined;
  }

  /**
   * No mail about the invitation is sent again. It stays open. Nothing changes once it is answered
   * or withdrawn. @throws {Problem} 400 for a forged link.
   */
  async stopMail(token: string, origin: Origin): Promise<void> {
    const memberId = this.deps.stopLinks.memberIdIn(token);
    if (memberId === undefined) throw invalidInvitation();
    const command = { type: "MuteInvitation" } as const;
    try {
      await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "member/not-found") throw error;
    }
  }

  /** Erases what was prepared, and notes who declined. @returns The id for `forgetDeclined`. @throws {Problem} 400. */
  async decline(token: string, origin: Origin): Promise<string> {
    const invited = await this.#require(token);
    // First: if interrupted after it, the link still works, and declining again finishes it.
    const id = await this.deps.declined.add(invited);
    await this.deps.erase(invited.memberId, origin);
    return id;
  }

  async forgetDeclined(id: string): Promise<void> {
    await this.deps.declined.remove(id);
  }

  async #require(token: string): Promise<MemberRecord> {
    const invited = await this.find(token);
    if (invited === undefined) throw invalidInvitation();
    return invited;
  }
}

/** Their name: typed, or from the program's list. @throws {Problem} 400 if it is missing. */
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
