import { type FormerAddresses, formerOf } from "../../../events/members/addresses.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { EndingAccess } from "../../auth/end-access.ts";
import type { StoredPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import type { ProofFor, Proved } from "../../auth/proofs/proofs.ts";
import type { Origin } from "../../auth/origin.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { Problem } from "../../contract/problem.ts";
import type { Changes } from "./changes.ts";

interface UndoAddressParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly tokens: Pick<Tokens, "isBoundTo" | "issuing" | "peek" | "usingOne">;
  readonly access: {
    readonly credentials: Pick<Credentials, "removing">;
    readonly passkeys: Pick<StoredPasskeys, "removingAll">;
    readonly ending: EndingAccess;
  };
  readonly changes: Pick<Changes, "carryOut">;
  readonly now: () => Date;
}

interface Undoable extends Proved<ProofFor<"take an account back">> {
  /** Addresses that are restored. */
  readonly before: FormerAddresses;
}

/** Returns an account to the owner of its previous main address. */
export class UndoAddress {
  constructor(private readonly parts: UndoAddressParts) {}

  /** What a mailed link can undo. Changes nothing. */
  async find(token: string): Promise<Undoable | undefined> {
    const { members, tokens, now } = this.parts;
    const memberId = await tokens.peek(kind, token);
    const member = memberId === undefined ? undefined : await members.byId(memberId);
    if (member === undefined) return undefined;
    for (const { email } of member.addresses.former) {
      const before = formerOf(member, email, now());
      if (before === undefined) continue;
      if (!await tokens.isBoundTo(kind, token, normalName(email))) continue;
      const using = async () => {
        await this.#require(token);
        // Links of earlier addresses still work, so this one may be a stranger's.
        return tokens.usingOne(kind, token, normalName(email));
      };
      return { kind: "undo-link", member, before, using };
    }
    return undefined;
  }

  /**
   * Restores the previous addresses, and ends all access that someone else could have: sessions,
   * links, codes, passkeys and the password.
   * @returns The token of a link for a new password. @throws {Problem} 400 when it can't be undone.
   */
  async undo(token: string, origin: Origin): Promise<string> {
    const { changes, access: { credentials, passkeys, ending }, tokens } = this.parts;
    const { member: { memberId }, before: { email }, using } = await this.#require(token);
    const resetToken = newToken();
    await changes.carryOut({
      memberId,
      commands: [{ type: "UndoAddressChange", email }],
      along: async () => [
        ...await using(),
        ...await ending(memberId),
        credentials.removing(memberId),
        passkeys.removingAll(memberId),
        tokens.issuing("reset-password", resetToken, memberId, email),
      ],
    }, origin);
    return resetToken;
  }

  async #require(token: string): Promise<Undoable> {
    const found = await this.find(token);
    if (found === undefined) throw new Problem(400, "This change can't be undone anymore");
    return found;
  }
}

const kind = "undo-address";
