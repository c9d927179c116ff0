import { fieldMessages } from "../../../events/members/profile.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { NewPasswords } from "../../auth/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { LinkProofs } from "../../auth/proofs/link.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { type AcceptInvitation, Registration } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import type { InvitationAnswers } from "./answers.ts";
import { profileCommands } from "./offered-profile.ts";

const PersonName = Registration.pick({ firstName: true, lastName: true });

interface InvitationsParts {
  readonly links: Pick<LinkProofs, "of" | "require">;
  readonly newPasswords: NewPasswords;
  readonly answers: Pick<InvitationAnswers, "accept" | "noteOpened">;
  readonly signIn: Pick<SignIn, "beginning">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

/** What an invited person opens and accepts. */
export class Invitations {
  constructor(private readonly deps: InvitationsParts) {}

  /** `undefined` once it is used or expired. Changes nothing. */
  async find(token: string): Promise<MemberRecord | undefined> {
    return (await this.deps.links.of("invitation", token))?.member;
  }

  async noteOpened({ memberId }: Pick<MemberRecord, "memberId">): Promise<void> {
    await this.deps.answers.noteOpened(memberId);
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
    const { links, newPasswords, answers, signIn, settings, now } = this.deps;
    const { kind, member: invited, using } = await links.require("invitation", token);
    const { memberId, email } = invited;
    const names = namesOf(invited, answer);
    const { isVisible, fields = {} } = answer;
    const context = { now: now(), topics: settings.topics() };
    const ofProfile = profileCommands(invited, { fields, isVisible }, context);
    const owner = { ...invited, ...names, username };
    const password = await newPasswords.check(newPassword, owner, "newPassword");
    const passwordHash = await newPasswords.hash(password, { memberId }, signal);
    const commands = [
      { type: "ChangeAccountDetails", username, ...names },
      { type: "VerifyEmail", email },
      { type: "RecordPasswordReset" },
      ...ofProfile,
    ] as const;
    const session = signIn.beginning(memberId, origin, [kind, "password"]);
    const accepted = { using, passwordHash, commands, session: session.statement };
    return await session.of(await answers.accept(invited, accepted, origin));
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
