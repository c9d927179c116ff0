import type { MemberTable } from "../../../events/read/members.ts";
import type { PasskeyAnswer } from "../../contract/passkey.ts";
import { Problem } from "../../contract/problem.ts";
import type { Challenges } from "../passkeys/challenges.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import type { StoredPasskeys } from "../passkeys/stored-passkeys.ts";
import { challengeIn, ofNoOne, verifyAnswer } from "../passkeys/verify.ts";
import type { Tokens } from "../tokens.ts";
import type { Proved } from "./proofs.ts";

interface PasskeyProofsParts {
  readonly stored: Pick<StoredPasskeys, "find" | "using">;
  readonly challenges: Pick<Challenges, "isValid">;
  readonly tokens: Pick<Tokens, "peek" | "marking">;
  readonly members: Pick<MemberTable, "byId">;
  /** `undefined` if the site can't have passkeys. */
  readonly party: RelyingParty | undefined;
}

/** Passkeys as proofs: something the member has, opened by something they know or are. */
export class PasskeyProofs {
  constructor(private readonly parts: PasskeyProofsParts) {}

  /** The proof of a visitor, who is identified by the passkey; `undefined` if anything is wrong. */
  ofVisitor(answer: PasskeyAnswer): Promise<Proved<"passkey"> | undefined> {
    return this.#check(answer);
  }

  /** The proof of a signed-in member; `undefined` if anything is wrong. */
  ofMember(memberId: string, answer: PasskeyAnswer): Promise<Proved<"passkey"> | undefined> {
    return this.#check(answer, memberId);
  }

  /** The owner of the named passkey. Unproven, because anyone can name it. */
  async ownerOf(answer: PasskeyAnswer): Promise<string | undefined> {
    return (await this.parts.stored.find(answer.id))?.memberId;
  }

  async #check(answer: PasskeyAnswer, ownId?: string): Promise<Proved<"passkey"> | undefined> {
    const { stored, challenges, tokens, members, party } = this.parts;
    const challenge = challengeIn(answer.response.clientDataJSON);
    if (party === undefined || challenge === undefined) return undefined;
    const purpose = ownId === undefined ? "sign in" : "confirm";
    if (!challenges.isValid(challenge, purpose, ownId ?? "")) return undefined;
    const isUsed = async () => await tokens.peek("passkey-challenge", challenge) !== undefined;
    if (await isUsed()) return undefined;
    const found = await stored.find(answer.id);
    // Verifies another key if the passkey isn't theirs or doesn't exist, which takes the same time.
    const isTheirs = found !== undefined && found.memberId === (ownId ?? found.memberId);
    const key = isTheirs ? found : ofNoOne;
    const used = await verifyAnswer(answer, key, challenge, party);
    const member = await members.byId(key.memberId);
    if (!isTheirs || used === undefined || member === undefined) return undefined;
    const using = async () => {
      const now = await stored.find(answer.id);
      if (now === undefined || now.counter !== key.counter || await isUsed()) throw wrongPasskey();
      return [
        ...stored.using(key, used),
        tokens.marking("passkey-challenge", challenge, member.memberId),
      ];
    };
    return { kind: "passkey", member, using };
  }
}

/** The one answer for every wrong passkey. */
export function wrongPasskey(): Problem {
  return new Problem(400, "That passkey doesn't work here. Try another way.");
}
