import type { ConnectionCommand } from "../../../events/connections/commands.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import type { ConversationTexts } from "../../../events/connections/texts.ts";
import { Refusal } from "../../../events/errors.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type {
  AskForHelp,
  AskInstead,
  ChangedConnection,
  ConnectionWithMessages,
  MentoringChange,
  MentoringSettings,
  MessageReport,
  OthersWhoHelp,
} from "../../contract/connections.ts";
import type { Others } from "./others.ts";
import { type Conversations, noConversation, noMessage } from "./conversations.ts";

interface ConnectionsParts {
  readonly connectionCommands: ConnectionCommands;
  readonly conversations: Pick<Conversations, "find" | "known" | "opening" | "read" | "settings">;
  readonly others: Pick<Others, "of">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly connections: Pick<ConnectionTable, "noteOf">;
  };
  readonly texts: Pick<ConversationTexts, "latest" | "one">;
  readonly limits: Pick<RateLimits, "change" | "message">;
}

/**
 * Requests, conversations and blocks. Mails wait for the sender's next round: sending at once would
 * make some answers slower, and so reveal what became of a request.
 */
export class ConnectionService {
  constructor(private readonly deps: ConnectionsParts) {}

  /** @throws {Refusal} When they may not ask this mentor, or not now. */
  async ask(
    memberId: string,
    { memberId: mentorId, topics, note }: AskForHelp,
    origin: Origin,
  ): Promise<ConnectionWithMessages> {
    await this.deps.limits.message(memberId);
    const ask = { mentorId, topics, note };
    const connectionId = await this.deps.connectionCommands.ask(
      memberId,
      ask,
      causeOf(memberId, origin),
    );
    return await this.deps.conversations.read(memberId, connectionId);
  }

  /** Why a member can't ask this mentor now, whatever they write; `undefined` if they can. */
  async whyNotAsk(
    memberId: string,
    mentorId: string,
    origin: Origin,
  ): Promise<Refusal | undefined> {
    try {
      await this.deps.connectionCommands.requireAskable(
        memberId,
        mentorId,
        causeOf(memberId, origin),
      );
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** @throws {Problem} 404 for all but the asker. @throws {Refusal} If the request isn't silent. */
  async others(
    memberId: string,
    connectionId: string,
    origin: Pick<Origin, "ip">,
  ): Promise<OthersWhoHelp> {
    const request = await this.deps.conversations.known(memberId, connectionId);
    const asker = await this.deps.tables.members.byId(memberId);
    if (asker === undefined || request.askerId !== memberId) throw noConversation();
    return await this.deps.others.of(asker, request, origin);
  }

  /**
   * Withdraws an unanswered request, and returns the new one to someone else with the same note.
   * @throws {Refusal} When a rule refuses, or the mentor has just answered. Then nothing changes.
   */
  async askInstead(
    memberId: string,
    connectionId: string,
    { memberId: mentorId }: AskInstead,
    origin: Origin,
  ): Promise<ConnectionWithMessages> {
    const { limits, connectionCommands, tables, texts } = this.deps;
    const request = await this.deps.conversations.known(memberId, connectionId);
    if (request.askerId !== memberId) throw noConversation();
    await limits.message(memberId);
    const place = await tables.connections.noteOf(connectionId);
    const note = place && await texts.one(connectionId, place.messageId);
    if (note === undefined) throw noMessage();
    const ask = { mentorId, note: note.text };
    const cause = causeOf(memberId, origin);
    const newId = await connectionCommands.askInstead(memberId, connectionId, ask, cause);
    return await this.deps.conversations.read(memberId, newId);
  }

  /** @throws {Refusal} When a rule refuses, or another change was first. */
  async act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    origin: Origin,
  ): Promise<ChangedConnection> {
    await this.deps.limits.message(memberId);
    const cause = causeOf(memberId, origin);
    const written = await this.deps.connectionCommands.act(memberId, connectionId, command, cause);
    return await this.deps.conversations.opening({ memberId, connectionId }, async () => ({
      ...await this.deps.conversations.find(memberId, connectionId),
      messages: written === undefined ? [] : [{
        id: written.messageId,
        by: "you",
        at: new Date(written.atMs).toISOString(),
        text: written.text,
      }],
    }));
  }

  /**
   * Quotes a message to staff and ends the conversation. A second report of a message is ignored.
   * @throws {Problem} 404 for a message that the other person has not written.
   */
  async report(
    memberId: string,
    connectionId: string,
    { messageId, reason }: MessageReport,
    origin: Origin,
  ): Promise<void> {
    const { texts, limits, connectionCommands } = this.deps;
    await this.deps.conversations.known(memberId, connectionId);
    const reported = await texts.one(connectionId, messageId);
    if (reported === undefined || reported.kind === "report" || reported.authorId === memberId) {
      throw noMessage();
    }
    const own = { kind: "report", authorId: memberId, limit: 100 } as const;
    const { texts: reports } = await texts.latest(connectionId, own);
    if (reports.some(({ text }) => text === reported.text)) return;
    await limits.message(memberId);
    const command = { type: "Report", reason, quoted: reported.text } as const;
    await connectionCommands.act(memberId, connectionId, command, causeOf(memberId, origin));
  }

  async changeSettings(
    memberId: string,
    change: MentoringChange,
    origin: Origin,
  ): Promise<MentoringSettings> {
    const { limits, connectionCommands } = this.deps;
    await limits.change(memberId);
    await connectionCommands.changeMentoring(memberId, change, causeOf(memberId, origin));
    return await this.deps.conversations.settings(memberId);
  }

  async block(memberId: string, otherId: string, origin: Origin): Promise<void> {
    await this.deps.limits.change(memberId);
    await this.deps.connectionCommands.block(memberId, otherId, causeOf(memberId, origin));
  }

  async unblock(memberId: string, otherId: string, origin: Origin): Promise<void> {
    await this.deps.limits.change(memberId);
    await this.deps.connectionCommands.unblock(memberId, otherId, causeOf(memberId, origin));
  }
}
