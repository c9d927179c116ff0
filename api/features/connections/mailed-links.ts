import { isOpen, undoableUntil } from "../../../events/connections/connection.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { questionIn } from "../../contract/questions.ts";
import type { Connection } from "../../contract/connections.ts";
import { isSpecialLink } from "../../contract/mailed-links.ts";
import type { ConversationLinks } from "./links.ts";

export type ClosedLink =
  | { readonly is: "unknown" | "deleted" }
  | (
    & { readonly memberId: string; readonly connectionId: string }
    & (
      | { readonly is: "expired" | "replaced" }
      | {
        readonly is: "over";
        readonly state: Connection["state"];
        readonly on: string;
      }
    )
  );

export interface OpenLink {
  readonly member: MemberRecord;
  readonly connectionId: string;
  /** Sent along with the forms of the link's page; no other page knows it. */
  readonly formToken: string;
}

interface MailedLinksParts {
  readonly links: Pick<ConversationLinks, "issue" | "open" | "isValid" | "formTokenFor">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly connections: Pick<ConnectionTable, "knownTo">;
  };
  readonly now: () => Date;
}

/** Mailed links, which open one conversation without signing in. */
export class MailedLinks {
  constructor(private readonly deps: MailedLinksParts) {}

  /** The member who received a link, in any state of its conversation; `undefined` if it has expired. */
  async owner(token: string): Promise<MemberRecord | undefined> {
    return (await this.#owned(token))?.member;
  }

  /**
   * `undefined` when the member or the open conversation is gone. A link of another kind has its name in
   * place of the conversation's id.
   */
  async open(token: string): Promise<OpenLink | undefined> {
    const owned = await this.#owned(token);
    if (owned === undefined) return undefined;
    const { link: { connectionId }, member } = owned;
    const formToken = this.deps.links.formTokenFor(token);
    // Also if it was used already, as the page then explains.
    if (isSpecialLink(connectionId)) return { member, connectionId, formToken };
    const record = await this.deps.tables.connections.knownTo(member.memberId, connectionId);
    // Past conversations are read after signing in.
    const goesOn = record !== undefined && !record.isLeft && isOpen(record);
    return goesOn ? { member, connectionId, formToken } : undefined;
  }

  /** The question that a link opens, in any state; `undefined` for other links, and if it has expired. */
  async question(
    token: string,
  ): Promise<Omit<OpenLink, "connectionId"> & { readonly questionId: string } | undefined> {
    const owned = await this.#owned(token);
    const questionId = owned && questionIn(owned.link.connectionId);
    if (owned === undefined || questionId === undefined) return undefined;
    const formToken = this.deps.links.formTokenFor(token);
    return { member: owned.member, questionId, formToken };
  }

  /** The token of a link to a conversation that someone began by a question's link. */
  async toConversation(member: MemberRecord, connectionId: string): Promise<string> {
    return await this.deps.links.issue(member, connectionId, this.deps.now().getTime());
  }

  /** A declined request whose link opens nothing but an undo of the answer. */
  async undoable(
    token: string,
  ): Promise<OpenLink & { readonly until: string; readonly answeredAt: string } | undefined> {
    const owned = await this.#owned(token);
    if (owned === undefined) return undefined;
    const { link: { connectionId }, member } = owned;
    const record = await this.deps.tables.connections.knownTo(member.memberId, connectionId);
    if (record?.mentorId !== member.memberId || record.state !== "declined") return undefined;
    const until = undoableUntil(record, this.deps.now())?.toISOString();
    const formToken = this.deps.links.formTokenFor(token);
    const answeredAt = record.answeredAt ?? record.lastAt;
    return until === undefined ? undefined : { member, connectionId, formToken, until, answeredAt };
  }

  /** Why a link opens nothing now. A forged link is `unknown`. */
  async whyClosed(token: string): Promise<ClosedLink> {
    const { links, tables: { members: table } } = this.deps;
    const link = links.open(token);
    if (link === undefined) return { is: "unknown" };
    const { memberId, connectionId } = link;
    const member = await table.byId(memberId);
    if (member === undefined) return { is: "deleted" };
    if (link.hasExpired) return { is: "expired", memberId, connectionId };
    if (!isAdmitted(member) || !await links.isValid(link, member)) {
      return { is: "replaced", memberId, connectionId };
    }
    const record = await this.deps.tables.connections.knownTo(memberId, connectionId);
    if (record === undefined) return { is: "expired", memberId, connectionId };
    const state = record.isLeft ? "left" : record.state;
    return { is: "over", memberId, connectionId, state, on: record.lastAt };
  }

  async #owned(token: string) {
    const { links, tables: { members: table } } = this.deps;
    const link = links.open(token);
    const member = link && await table.byId(link.memberId);
    const isIn = member !== undefined && isAdmitted(member);
    return link && isIn && await links.isValid(link, member) ? { link, member } : undefined;
  }
}
