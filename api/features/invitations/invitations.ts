import { fieldMessages } from "../../../events/members/profile.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import type { SeenProfile } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { LinkProofs } from "../../auth/proofs/link.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { Registration } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import type { Inviter } from "../../mail/templates/invitation-letters.ts";
import type { InvitationAnswers } from "./answers.ts";
import type { Inviters } from "./inviters.ts";
import { type OfferAnswer, profileCommands, seenAfter } from "./offered-profile.ts";

/** An invited person's answer, as typed. */
export interface InvitationAnswer {
  /** The mailed link's token. */
  readonly token: string;
  readonly isVisible: boolean;
  /** Set if the program didn't know their name. */
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly fields?: OfferAnswer["fields"] | undefined;
}

const PersonName = Registration.pick({ firstName: true, lastName: true });

interface InvitationsParts {
  readonly links: Pick<LinkProofs, "of" | "require">;
  readonly answers: Pick<InvitationAnswers, "accept" | "noteOpened">;
  readonly inviters: Pick<Inviters, "of">;
  readonly signIn: Pick<SignIn, "beginning">;
  readonly accessLog: Pick<AccessLog, "notSignedIn">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

/** Opens and accepts invitations for invited people. */
export class Invitations {
  constructor(private readonly deps: InvitationsParts) {}

  /** `undefined` once it is used or expired. Changes nothing. */
  async find(token: string): Promise<MemberRecord | undefined> {
    return (await this.deps.links.of("invitation", token))?.member;
  }

  /** The inviting staff member; `undefined` if the program itself invites. */
  inviter(invited: MemberRecord): Promise<Inviter | undefined> {
    return this.deps.inviters.of(invited);
  }

  async noteOpened({ memberId }: Pick<MemberRecord, "memberId">): Promise<void> {
    await this.deps.answers.noteOpened(memberId);
  }

  /**
   * The profile as a cadet would see it if this answer were accepted and the profile shown. Changes
   * nothing.
   * @throws {Problem} 400 when the invitation is unknown, used or expired, or a field is wrong.
   */
  async preview(answer: Omit<InvitationAnswer, "isVisible">): Promise<SeenProfile | undefined> {
    const { member: invited } = await this.deps.links.require("invitation", answer.token);
    const commands = this.#commands(invited, { ...answer, isVisible: true });
    return seenAfter(invited, commands, this.deps.now());
  }

  #commands(invited: MemberRecord, answer: Omit<InvitationAnswer, "token">): MemberCommand[] {
    const { settings, now } = this.deps;
    const { isVisible, fields = {} } = answer;
    const context = { now: now(), topics: settings.topics() };
    const names = namesOf(invited, answer);
    return [
      { type: "ChangeAccountDetails", ...names },
      { type: "VerifyEmail", email: invited.email },
      ...profileCommands(invited, { fields, isVisible }, context),
      ...isVisible ? [] : [{ type: "ChangeShowReminder", wants: true } as const],
    ];
  }

  /**
   * Gives the account to its owner, with a verified address and without a password: they sign in by
   * mailed codes. The profile stays hidden unless they choose otherwise. Details from the list and
   * the form become the profile, or wait in the profile form.
   * @throws {Problem} 400 when the invitation is unknown, used or expired, or a field is wrong.
   */
  async accept(answer: InvitationAnswer, origin: Origin): Promise<SignedIn> {
    const { links, answers, signIn, accessLog } = this.deps;
    const { kind, member: invited, using } = await links.require("invitation", answer.token)
      .catch(accessLog.notSignedIn({ by: "link" }, origin));
    const commands = this.#commands(invited, answer);
    const session = signIn.beginning(invited.memberId, origin, [kind]);
    const accepted = { using, commands, session: session.statement };
    return await session.of(await answers.accept(invited, accepted, origin));
  }
}

/** The person's name: typed, or from the program's list. @throws {Problem} 400 if it is missing. */
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
