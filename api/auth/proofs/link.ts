import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { Problem } from "../../contract/problem.ts";
import type { Tokens } from "../tokens.ts";
import type { ProofKind, Proved } from "./proofs.ts";

interface LinkProofsParts {
  readonly tokens: Pick<Tokens, "isBoundTo" | "peek" | "using">;
  readonly members: Pick<MemberTable, "byId">;
}

/** Kinds of links, with the messages for one that doesn't work. */
const refusals = {
  invitation: "Invalid or expired invitation",
  "reset-password": "Invalid or expired reset token",
  "verify-email": "Invalid or expired verification link",
} as const;
type LinkKind = keyof typeof refusals;

/** Links as proofs. Finding one changes nothing. */
export class LinkProofs {
  constructor(private readonly parts: LinkProofsParts) {}

  /** The proof of a link mailed to the member's current address; `undefined` if it doesn't work. */
  of(kind: LinkKind, token: string): Promise<Proved<"link"> | undefined> {
    return this.#find("link", kind, token, (email) => email);
  }

  /** The proof of a password link made by the operator, which proves nothing about a mailbox. */
  ofOperator(token: string): Promise<Proved<"operator-link"> | undefined> {
    return this.#find("operator-link", "reset-password", token, byOperator);
  }

  /** The proof of a working link. @throws {Problem} 400 */
  async require(kind: LinkKind, token: string): Promise<Proved<"link">> {
    return await this.of(kind, token) ?? refuseLink(kind);
  }

  async #find<K extends ProofKind>(
    proof: K,
    kind: LinkKind,
    token: string,
    bindingOf: (email: string) => string,
  ): Promise<Proved<K> | undefined> {
    const { tokens } = this.parts;
    const member = await this.#ownerOf(kind, token, bindingOf);
    if (member === undefined) return undefined;
    const using = async () => {
      const owner = await this.#ownerOf(kind, token, bindingOf);
      return owner === undefined ? refuseLink(kind) : tokens.using(kind, token, owner.memberId);
    };
    return { kind: proof, member, using };
  }

  async #ownerOf(
    kind: LinkKind,
    token: string,
    bindingOf: (email: string) => string,
  ): Promise<MemberRecord | undefined> {
    const { tokens, members } = this.parts;
    const memberId = await tokens.peek(kind, token);
    if (memberId === undefined) return undefined;
    const member = await members.byId(memberId);
    if (member === undefined) return undefined;
    for (const address of [member.email, member.addresses.second]) {
      if (address === null) continue;
      if (await tokens.isBoundTo(kind, token, bindingOf(address))) return member;
    }
    return undefined;
  }
}

/** @throws {Problem} 400 */
export function refuseLink(kind: LinkKind): never {
  throw new Problem(400, refusals[kind]);
}

/** Issues a password link that isn't mailed. It ends with the member's address, too. */
export async function issueOperatorLink(
  tokens: Pick<Tokens, "issue" | "endAll">,
  token: string,
  { memberId, email }: Pick<MemberRecord, "memberId" | "email">,
): Promise<void> {
  await tokens.endAll("reset-password", memberId);
  await tokens.issue("reset-password", token, memberId, byOperator(email));
}

function byOperator(email: string): string {
  return `operator ${email}`;
}
