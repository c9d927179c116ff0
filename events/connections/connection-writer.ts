import type { TimeAway } from "../time-away.ts";
import type { Between } from "../commits.ts";
import type { Handler } from "../handler.ts";
import type { Cause, EventLog } from "../store/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { Topics } from "../program/topics.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberTable } from "../read/members.ts";
import type { QuestionTable } from "../read/questions.ts";
import type { ReportTable } from "../read/reports.ts";
import type { Transaction } from "../transaction.ts";
import type { RecentDeclines } from "../store/recent-declines.ts";
import { connectionIdOf, type ConnectionRecord, otherOf } from "./connection.ts";
import type { ConnectionLimits } from "./limits.ts";
import { type ConnectionAbout, mailsAbout } from "./mails.ts";
import type { Notices } from "./notices.ts";
import { textOf, withText } from "./texts.ts";
import { type Two, twoOf } from "./two.ts";

/** Of what time causes. */
export const systemCause: Cause = { actorId: "system", correlationId: "time" };

export interface Written {
  readonly messageId: string;
  readonly text: string;
  readonly atMs: number;
}

export interface ConnectionsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "forget">;
  /** Which two members a connection has, and what depends on the streams of more than these two. */
  readonly table: ConnectionTable;
  /** Questions to the program's alumni, which count as requests. */
  readonly questions: QuestionTable;
  readonly reports: Pick<ReportTable, "byReporter">;
  readonly members: Pick<MemberTable, "byId" | "byIds">;
  readonly notices: Pick<Notices, "end">;
  readonly limits: ConnectionLimits;
  readonly away: TimeAway;
  readonly recentDeclines: RecentDeclines;
  readonly topics: () => Topics;
  /** Replaces links that let their reader act as another member, in every text that is stored. */
  readonly withoutLinks: (text: string) => string;
  readonly now: () => Date;
  readonly newId: () => string;
}

interface Plan {
  readonly events: readonly MemberEvent[];
  /** Where those between two go. */
  readonly between?: Between | undefined;
  readonly connection?: ConnectionAbout | undefined;
  /** The connection that the events end, if it is another one. */
  readonly ended?: ConnectionAbout | undefined;
  readonly endedIn?: Between | undefined;
  readonly notice?: MailDraft | undefined;
  /** Id of the message, unless it is random. */
  readonly messageId?: string | undefined;
}

export class ConnectionWriter {
  constructor(protected readonly deps: ConnectionsDependencies) {}

  protected async append(
    memberId: string,
    cause: Cause,
    planFor: (transaction: Transaction) => Promise<Plan>,
  ): Promise<Written | undefined> {
    const { handler, notices, withoutLinks } = this.deps;
    const { plan, written } = await handler.handle(
      { cause },
      async (transaction) => {
        const plan = await planFor(transaction);
        const events = plan.events.map((event) => withText(event, withoutLinks));
        const { ended, endedIn, messageId } = plan;
        const stored = events.flatMap((event) => {
          const isEnd = ended !== undefined && connectionIdOf(event) === ended.connectionId;
          const between = isEnd ? endedIn : plan.between;
          return transaction.append(memberId, [event], { between, messageId });
        });
        transaction.mail(memberId, [
          ...plan.connection ? mailsAbout(plan.connection, memberId, stored) : [],
          ...plan.notice ? [plan.notice] : [],
        ]);
        const message = stored.find(({ event }) => event.type === "MessageSent");
        const atMs = transaction.now.getTime();
        return {
          plan,
          written: message &&
            { messageId: message.eventId, atMs, text: textOf(message.event) ?? "" },
        };
      },
    );
    await notices.end(readersOfEnded(plan));
    return written;
  }

  /** A connection as one of its members knows it; `undefined` for others, and if a block hides it. */
  protected async connection(
    transaction: Transaction,
    memberId: string,
    row: ConnectionRecord | undefined,
  ): Promise<Two & { readonly connection: ConnectionRecord | undefined }> {
    const otherId = row && otherOf(memberId, row);
    const two = await twoOf(transaction, this.deps.table, {
      memberId,
      otherId: otherId ?? undefined,
    });
    // Nothing is between a member and someone erased.
    const connection = otherId === null
      ? row
      : two.known.find(({ connectionId }) => connectionId === row?.connectionId);
    return { ...two, connection };
  }
}

/** Both members of a connection that has just ended: nothing more is mailed about its messages. */
function readersOfEnded({ events, connection: about, ended: connection = about }: Plan) {
  const isEnded = events.some((event) =>
    event.type === "ConnectionWithdrawn" || event.type === "ConnectionExpired" ||
    event.type === "ConnectionEnded" ||
    event.type === "ConnectionAnswered" && !event.personal?.isAccepted
  );
  if (connection === undefined || !isEnded) return [];
  const { connectionId, askerId, mentorId } = connection;
  return [askerId, mentorId].flatMap((memberId) =>
    memberId === null ? [] : [{ memberId, connectionId }]
  );
}
