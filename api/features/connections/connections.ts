import type { ConnectionCommand } from "../../../events/connections/commands.ts";
import type { Connections as RecordedConnections } from "../../../events/connections/handle.ts";
import { isPaused, mentoringOf, takesRequests } from "../../../events/connections/mentoring.ts";
import { Refusal } from "../../../events/errors.ts";
import { canView, type PublicUser, userSeenBy } from "../../../events/members/privacy.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
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
import { Problem } from "../../contract/problem.ts";
import type { Others } from "./others.ts";
import { MailedLinks } from "./mailed-links.ts";
import {
  noConversation,
  noMessage,
  ShownConnections,
  type ShownConnectionsParts,
} from "./shown-connections.ts";

interface ConnectionsParts extends ShownConnectionsParts {
  readonly recorded: RecordedConnections;
  readonly others: Pick<Others, "of">;
}

/**
 * Requests, conversations and blocks. Mails wait for the sender's next round: sending at once would
 * make some answers slower, and so reveal what became of a request.
 */
export class Connections extends ShownConnections<ConnectionsParts> {
  readonly links: MailedLinks;

  constructor(deps: ConnectionsParts) {
    super(deps);
    this.links = new MailedLinks(deps);
  }

  /** @throws {Refusal} When they may not ask this mentor, or not now. */
  async ask(
    memberId: string,
    { memberId: mentorId, topics, note }: AskForHelp,
    origin: Origin,
  ): Promise<ConnectionWithMessages> {
    await this.deps.limits.message(memberId);
    const ask = { mentorId, topics, note };
    const connectionId = await this.deps.recorded.ask(memberId, ask, causeOf(memberId, origin));
    return await this.read(memberId, connectionId);
  }

  /** Why a member can't ask this mentor now, whatever they write; `undefined` if they can. */
  async whyNotAsk(
    memberId: string,
    mentorId: string,
    origin: Origin,
  ): Promise<Refusal | undefined> {
    try {
      await this.deps.recorded.requireAskable(memberId, mentorId, causeOf(memberId, origin));
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
    const request = await this.known(memberId, connectionId);
    const asker = await this.deps.table.byId(memberId);
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
    const { limits, recorded, connectionTable, texts } = this.deps;
    const request = await this.known(memberId, connectionId);
    if (request.askerId !== memberId) throw noConversation();
    await limits.message(memberId);
    const place = await connectionTable.noteOf(connectionId);
    const note = place && await texts.one(connectionId, place.messageId);
    if (note === undefined) throw noMessage();
    const ask = { mentorId, note: note.text };
    const cause = causeOf(memberId, origin);
    const newId = await recorded.askInstead(memberId, connectionId, ask, cause);
    return await this.read(memberId, newId);
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
    const written = await this.deps.recorded.act(memberId, connectionId, command, cause);
    return await this.opening({ memberId, connectionId }, async () => ({
      ...await this.find(memberId, connectionId),
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
    const { texts, limits, recorded } = this.deps;
    await this.known(memberId, connectionId);
    const reported = await texts.one(connectionId, messageId);
    if (reported === undefined || reported.kind === "report" || reported.authorId === memberId) {
      throw noMessage();
    }
    const own = { kind: "report", authorId: memberId, limit: 100 } as const;
    const { texts: reports } = await texts.latest(connectionId, own);
    if (reports.some(({ text }) => text === reported.text)) return;
    await limits.message(memberId);
    const command = { type: "Report", reason, quoted: reported.text } as const;
    await recorded.act(memberId, connectionId, command, causeOf(memberId, origin));
  }

  /** @throws {Problem} 401 when the member no longer exists. */
  async settings(memberId: string): Promise<MentoringSettings> {
    const member = await this.deps.table.byId(memberId);
    if (member === undefined) throw new Problem(401, "Account not found");
    const mentoring = mentoringOf(member);
    return isPaused(mentoring, this.deps.now()) ? mentoring : { ...mentoring, pausedUntil: null };
  }

  async changeSettings(
    memberId: string,
    change: MentoringChange,
    origin: Origin,
  ): Promise<MentoringSettings> {
    const { limits, recorded } = this.deps;
    await limits.change(memberId);
    await recorded.changeMentoring(memberId, change, causeOf(memberId, origin));
    return await this.settings(memberId);
  }

  async block(memberId: string, otherId: string, origin: Origin): Promise<void> {
    await this.deps.limits.change(memberId);
    await this.deps.recorded.block(memberId, otherId, causeOf(memberId, origin));
  }

  async unblock(memberId: string, otherId: string, origin: Origin): Promise<void> {
    await this.deps.limits.change(memberId);
    await this.deps.recorded.unblock(memberId, otherId, causeOf(memberId, origin));
  }

  /** Without a name if the member may not know it. */
  async blocked(memberId: string): Promise<readonly PublicUser[]> {
    const { connectionTable, table } = this.deps;
    const blocked = await connectionTable.blockedBy(memberId);
    const [viewer, members] = await Promise.all([
      table.byId(memberId),
      table.byIds(blocked.map((each) => each.memberId)),
    ]);
    return blocked.flatMap(({ memberId: id, wasInTouch }) => {
      const member = members.get(id);
      if (member === undefined) return [];
      const isKnown = wasInTouch || canView(viewer, member);
      return isKnown ? userSeenBy(viewer, member) : { ...userSeenBy(viewer, member), ...unnamed };
    });
  }

  /** Whether a member can be asked for help now; the same for every viewer. */
  async takesRequests(memberId: string): Promise<boolean> {
    const member = await this.deps.table.byId(memberId);
    return member !== undefined && takesRequests(member, member.conversations, this.deps.now());
  }
}

/** Shown instead of a blocked member who is hidden and was never in touch. */
const unnamed = {
  firstName: "",
  lastName: "",
  role: null,
  isRoleConfirmed: true,
  profileImageUrl: null,
} as const;
