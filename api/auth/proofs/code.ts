import { randomInt } from "node:crypto";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Statement } from "../../../events/store/database.ts";
import { Problem } from "../../contract/problem.ts";
import type { GuessedCodes } from "../guessed-codes.ts";
import type { Origin } from "../origin.ts";
import type { Tokens } from "../tokens.ts";
import type { Proved } from "./proofs.ts";

interface CodeProofsParts {
  readonly tokens: Pick<Tokens, "countTry" | "peek" | "replacing" | "usingOne">;
  readonly members: Pick<MemberTable, "byId">;
  readonly guessed: Pick<GuessedCodes, "note">;
}

interface IssuedCode {
  readonly memberId: string;
  readonly code: string;
  readonly mailedTo: string;
}

export const mostTries = 5;

/**
 * Mailed codes of eight digits as proofs. A code works only in the browser that asked for it, which
 * has a random challenge in a cookie. The database has digests keyed by the challenge, so a copy
 * of it can't be searched for the code.
 */
export class CodeProofs {
  constructor(private readonly parts: CodeProofsParts) {}

  /** Stores a code, replacing the browser's earlier one. */
  issuing(challenge: string, { code: boundTo, ...issued }: IssuedCode): Statement {
    return this.parts.tokens.replacing("code", challenge, { boundTo, ...issued });
  }

  /** Stores a decoy that isn't mailed; an earlier code still works. Its `memberId` is a random id. */
  issuingDecoy(challenge: string, { code: boundTo, ...issued }: IssuedCode): Statement {
    return this.parts.tokens.replacing("code", challenge, { boundTo, ...issued, onlyEnded: true });
  }

  /** The member whose code this browser requested. */
  expectedOf({ challenge = "" }: Origin): Promise<string | undefined> {
    return this.parts.tokens.peek("code", challenge);
  }

  /**
   * Counts the try before comparing, so that parallel tries can't exceed the limit. A wrong code costs the same work
   * for a real code and a decoy.
   * @throws {Problem} 400 for a wrong, used or expired code, in one sentence.
   */
  async require({ challenge = "" }: Origin, code: string): Promise<Proved<"code">> {
    const { tokens, members, guessed } = this.parts;
    const tried = await tokens.countTry("code", challenge, code, mostTries);
    if (tried === undefined) throw wrongCode();
    if (!tried.isRight) {
      if (tried.tries === mostTries) await guessed.note(tried.memberId);
      throw wrongCode();
    }
    const member = await members.byId(tried.memberId);
    if (member === undefined) throw wrongCode();
    // The address may have changed since the code was made. The former mailbox proves nothing anymore.
    const { email, addresses: { second } } = member;
    if (!tried.isMailedTo(email) && !(second !== null && tried.isMailedTo(second))) {
      throw wrongCode();
    }
    const using = async () => {
      if (await this.parts.tokens.peek("code", challenge) !== member.memberId) throw wrongCode();
      return tokens.usingOne("code", challenge, code);
    };
    return { kind: "code", member, using };
  }
}

/** Eight digits. */
export function newCode(): string {
  return String(randomInt(10 ** 8)).padStart(8, "0");
}

export function wrongCode(): Problem {
  const message =
    "That code is wrong or no longer works. Use the one in our latest email, or ask for another.";
  return new Problem(400, message, { fields: { code: message } });
}
