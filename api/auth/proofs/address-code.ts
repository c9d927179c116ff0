import { createHmac } from "node:crypto";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Statement } from "../../../events/store/database.ts";
import type { GuessedCodes } from "../guessed-codes.ts";
import type { Tokens } from "../tokens.ts";
import { mostTries, newCode, wrongCode } from "./code.ts";
import type { ProofFor, Proved } from "./proofs.ts";

interface AddressCodesParts {
  readonly tokens: Pick<Tokens, "countTry" | "replacing" | "usingOne">;
  readonly guessed: Pick<GuessedCodes, "note">;
  /** Prevents searching a copy of the database for addresses. */
  readonly key: Uint8Array;
}

interface AskedAddress {
  readonly memberId: string;
  /** The new address. */
  readonly email: string;
}

/**
 * Codes mailed to a new address. Only its member can type one, signed in, so the owner of a
 * mistyped address can do nothing with it.
 */
export class AddressCodes {
  constructor(private readonly parts: AddressCodesParts) {}

  /** Issues a new code and replaces the earlier one. */
  issue(asked: AskedAddress): { readonly code: string; readonly issuing: Statement } {
    const code = newCode();
    const { memberId } = asked;
    const issued = { memberId, boundTo: code };
    const issuing = this.parts.tokens.replacing(kind, this.#tokenOf(asked), issued);
    return { code, issuing };
  }

  /**
   * Counts the try before comparing.
   * @throws {Problem} 400 for a wrong, used or expired code, in one sentence.
   */
  async require(
    member: MemberRecord,
    email: string,
    code: string,
  ): Promise<Proved<ProofFor<"confirm an address">>> {
    const { tokens, guessed } = this.parts;
    const token = this.#tokenOf({ memberId: member.memberId, email });
    const tried = await tokens.countTry(kind, token, code, mostTries);
    if (tried?.isRight) {
      return { kind, member, using: async () => tokens.usingOne(kind, token, code) };
    }
    if (tried?.tries === mostTries) await guessed.note(member.memberId);
    throw wrongCode();
  }

  #tokenOf({ memberId, email }: AskedAddress): string {
    return createHmac("sha256", this.parts.key).update(`${memberId} ${normalName(email)}`)
      .digest("base64url");
  }
}

const kind = "address-code";
