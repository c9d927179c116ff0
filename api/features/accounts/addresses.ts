import { Refusal } from "../../../events/errors.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { AddressCodes } from "../../auth/proofs/address-code.ts";
import type { Proved } from "../../auth/proofs/proofs.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { Problem } from "../../contract/problem.ts";
import type { AddressesChange } from "../../mail/templates/address-letters.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { AccountCommand, Changes } from "./changes.ts";

interface AddressesParts {
  readonly members: Pick<MemberTable, "byEmail" | "byId">;
  readonly codes: AddressCodes;
  readonly tokens: Pick<Tokens, "ending" | "issuing">;
  readonly limits: Pick<RateLimits, "change" | "claim"> & Pick<MailLimits, "verificationMail">;
  readonly changes: Pick<Changes, "save">;
  readonly refusedAddresses: Pick<RefusedAddresses, "clearBounces">;
  readonly now: () => Date;
}

type Asking = Extract<AccountCommand, { type: "AskAddress" | "ChangeAccountDetails" }>;

/** The addresses with which a member signs in. */
export class Addresses {
  constructor(private readonly parts: AddressesParts) {}

  /**
   * Adds a second address, or another main one, and mails it a code. Nothing changes before it is
   * confirmed. 403 with `confirm` without a recent check.
   * @throws {Refusal} When another account has the address. @throws {Problem} 429 after too many.
   */
  async ask(
    memberId: string,
    asking: Omit<Extract<Asking, { type: "AskAddress" }>, "type">,
    origin: Origin,
  ): Promise<MemberRecord> {
    await this.parts.limits.change(memberId);
    return await this.asking(memberId, asking.email, { type: "AskAddress", ...asking }, origin);
  }

  /** Does the same for a command that may change more. */
  async asking(
    memberId: string,
    email: string,
    command: Asking,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { codes, limits, changes } = this.parts;
    this.#requireConfirmed(origin);
    return await limits.claim({ memberId }, async () => {
      await this.#refuseTaken(memberId, email);
      const giveBack = await limits.verificationMail({ memberId, email });
      const { code, issuing } = codes.issue({ memberId, email });
      try {
        return await changes.save(
          memberId,
          command,
          origin,
          codeMail(code),
          async () => [issuing],
        );
      } catch (error) {
        if (error instanceof Refusal) await giveBack();
        throw error;
      }
    });
  }

  /** Mails a new code, which replaces the previous one. @throws {Problem} 429 after too many. */
  async sendAgain(memberId: string, origin: Origin): Promise<void> {
    const { email, as } = await this.#asked(memberId);
    await this.ask(memberId, { email, as }, origin);
  }

  /**
   * Confirms the new address, which works from then on. The previous main address gets an email
   * with a link to undo it.
   * @throws {Problem} 400 for a wrong code. @throws {Refusal} When another account has taken it
   * since.
   */
  async confirm(memberId: string, code: string, origin: Origin): Promise<MemberRecord> {
    const { member, email, as } = await this.#asked(memberId);
    const { using } = await this.parts.codes.require(member, email, code);
    const what = as === "main" ? "main" : "added";
    const command = { type: "ConfirmAddress", email } as const;
    const changed = await this.#change(memberId, command, what, origin, using);
    if (as === "main") await this.parts.refusedAddresses.clearBounces(memberId);
    return changed;
  }

  async drop(memberId: string, origin: Origin): Promise<void> {
    await this.parts.changes.save(memberId, { type: "DropAskedAddress" }, origin);
  }

  /** Makes the second address the main one. 403 with `confirm` without a recent check. */
  async swap(memberId: string, origin: Origin): Promise<void> {
    this.#requireConfirmed(origin);
    await this.#change(memberId, { type: "SwapAddresses" }, "swapped", origin);
  }

  /** Removes the second address. 403 with `confirm` without a recent check. */
  async removeSecond(memberId: string, origin: Origin): Promise<void> {
    this.#requireConfirmed(origin);
    await this.#change(memberId, { type: "RemoveSecondAddress" }, "removed", origin);
  }

  async #change(
    memberId: string,
    command: AccountCommand,
    what: AddressesChange,
    origin: Origin,
    using: Proved["using"] = async () => [],
  ): Promise<MemberRecord> {
    const { members, tokens, limits, changes } = this.parts;
    await limits.change(memberId);
    const undo = newToken();
    return await changes.save(memberId, command, origin, changedMail(what, undo), async () => {
      const main = (await members.byId(memberId))?.email ?? "";
      return [
        ...await using(),
        tokens.issuing("undo-address", undo, memberId, normalName(main)),
        // Links mailed to the previous address end.
        tokens.ending(["reset-password", "conversation-links", "code"], memberId),
      ];
    });
  }

  async #asked(memberId: string) {
    const member = await this.parts.members.byId(memberId);
    const asked = member?.addresses.asked;
    if (member === undefined || asked == null) {
      throw new Problem(409, "No email address is waiting to be confirmed");
    }
    return { member, ...asked };
  }

  async #refuseTaken(memberId: string, email: string): Promise<void> {
    const holder = await this.parts.members.byEmail(email);
    if (holder === undefined || holder.memberId === memberId) return;
    const message = "Email already in use";
    throw new Refusal("member/email-taken", message, { email: message });
  }

  #requireConfirmed({ session }: Origin): void {
    requireConfirmed(session, this.parts.now());
  }
}

function codeMail(code: string): MailAbout {
  return ({ after: { firstName, addresses: { asked } } }) =>
    asked === null ? [] : [draft("address-code", { to: asked.email, firstName, code })];
}

/** Mailed to the previous main address, since its owner may not have made the change. */
function changedMail(what: AddressesChange, token: string): MailAbout {
  return ({ before }) => {
    if (before === undefined) return [];
    const { email: to, firstName } = before;
    return [draft("addresses-changed", { to, firstName, token, what })];
  };
}
