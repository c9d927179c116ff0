import { createHash, createHmac } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import { questionSlot } from "../../contract/questions.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { LinkGenerations } from "../connections/link-generations.ts";
import type { ReplySettings } from "../../mail/inbound/transports/settings.ts";
import { type CurrentReplies, withTag } from "../../mail/setup/current-replies.ts";
import type { Replies, ReplyAddress } from "../../mail/outbox/join.ts";

/** The member and the conversation of a token. */
export interface FoundReply {
  readonly member: MemberRecord;
  /**
   * A conversation's id, or a question's slot. `undefined` for other mails: their bounces count,
   * and replies don't.
   */
  readonly connectionId: string | undefined;
}

interface ReplyAddressesParts {
  readonly currentReplies: CurrentReplies;
  readonly tokens: Pick<Tokens, "issue" | "peek">;
  readonly generations: Pick<LinkGenerations, "current" | "existing">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly connections: Pick<ConnectionTable, "ofMember">;
    readonly questions: Pick<QuestionTable, "sentTo">;
  };
  readonly secret: Uint8Array;
}

const kind = "reply-address";
const none = "no conversation";
const letters = "abcdefghijklmnopqrstuvwxyz234567";
/** 128 bits in base32. */
const tokenIn = /^(?:[^@]*[+.])?([a-z2-7]{26})@/;

/**
 * Tokens in reply addresses and Message-IDs, by which a reply finds its conversation. Each is
 * derived from the member, the recipient address, the conversation and the generation of links.
 * Only its hash and the member are stored, so it ends with any of them.
 */
export class ReplyAddresses implements Replies {
  readonly #key: Uint8Array;

  constructor(private readonly deps: ReplyAddressesParts) {
    this.#key = deriveKey(deps.secret, "reply addresses");
  }

  /** How answers arrive now, if they do. */
  current(): Promise<ReplySettings | undefined> {
    return this.deps.currentReplies();
  }

  /** The reply address of a mail being sent; `undefined` while no mail can arrive. */
  async issue(
    { memberId, to, conversationId }: Parameters<Replies["issue"]>[0],
  ): Promise<ReplyAddress | undefined> {
    const { tokens, generations, currentReplies } = this.deps;
    const replies = await currentReplies();
    if (replies === undefined) return undefined;
    const generation = await generations.current(memberId);
    const token = this.#tokenOf(memberId, to, conversationId ?? none, generation);
    await tokens.issue(kind, token, memberId);
    return { token, address: withTag(replies, token) };
  }

  /** Member and conversation of the first valid token in these addresses and Message-IDs. */
  async find(ids: readonly string[]): Promise<FoundReply | undefined> {
    for (const id of ids) {
      const token = tokenIn.exec(id.toLowerCase())?.[1];
      const found = token && await this.#open(token);
      if (found) return found;
    }
    return undefined;
  }

  /** The same for an expired token, by the author of the mail. */
  async findExpired(
    author: MemberRecord,
    ids: readonly string[],
  ): Promise<FoundReply | undefined> {
    const tokens = ids.flatMap((id) => tokenIn.exec(id.toLowerCase())?.[1] ?? []);
    return tokens.length === 0 ? undefined : await this.#foundFor(author, tokens);
  }

  async #open(token: string): Promise<FoundReply | undefined> {
    const { tokens, tables: { members: table } } = this.deps;
    const memberId = await tokens.peek(kind, token);
    const member = memberId && await table.byId(memberId);
    if (!member) return undefined;
    return await this.#foundFor(member, [token]);
  }

  async #foundFor(
    member: MemberRecord,
    tokens: readonly string[],
  ): Promise<FoundReply | undefined> {
    const { generations, tables } = this.deps;
    const generation = await generations.existing(member.memberId);
    if (generation === undefined) return undefined;
    const connections = await tables.connections.ofMember(member.memberId);
    const questions = await tables.questions.sentTo(member.memberId);
    const subjects = [
      none,
      ...connections.map(({ connectionId }) => connectionId),
      ...questions.map(questionSlot),
    ];
    const about = subjects.find((id) =>
      tokens.includes(this.#tokenOf(member.memberId, member.email, id, generation))
    );
    if (about === undefined) return undefined;
    return { member, connectionId: about === none ? undefined : about };
  }

  #tokenOf(memberId: string, to: string, about: string, generation: string): string {
    const address = createHash("sha256").update(normalName(to)).digest("hex");
    const bytes = createHmac("sha256", this.#key)
      .update(`${memberId} ${address} ${about} ${generation}`).digest().subarray(0, 16);
    let bits = BigInt(`0x${bytes.toString("hex")}`) << 2n;
    let token = "";
    for (; token.length < 26; bits >>= 5n) token = letters.charAt(Number(bits & 31n)) + token;
    return token;
  }
}
