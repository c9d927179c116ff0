import { commitsOf } from "../connections/commits.ts";
import { reportClaim } from "./report-claim.ts";
import { Refusal } from "../errors.ts";
import {
  type Cause,
  ClaimTaken,
  type Commit,
  type EventLog,
  VersionConflict,
} from "../log/event-log.ts";
import { untilRecorded } from "../until-recorded.ts";
import type { MemberEvent } from "../members/events.ts";
import type { StreamSnapshot, StreamSnapshots } from "../members/handle.ts";
import { type MailDraft, sealMail } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent, sealEvent } from "../members/sealing.ts";
import type { ProgramPeople } from "../read/program-people.ts";
import type { ReportRecord, ReportTable } from "../read/reports.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type ClosingDependencies, planClosing } from "./handle-closing.ts";
import { alreadyHandled, decideReport, type HandleReport } from "./decide-report.ts";

/** What the program's staff does about messages that were reported. */
export interface Reports {
  /**
   * Records a decision, what follows from it, and the mail to whom it is about: together, and once.
   *
   * @throws {Refusal} When somebody was first, or a rule says no.
   */
  handle(memberId: string, decision: HandleReport, cause: Cause, mail: MailAbout): Promise<void>;
  /** The texts of reports, opened, by id; those that are gone left out. */
  texts(reports: readonly ReportRecord[]): Promise<ReadonlyMap<string, string>>;
}

/** What is mailed to the one whose message it is. */
export type MailAbout = (
  change: { readonly reported: MemberRecord; readonly events: readonly MemberEvent[] },
  decision: HandleReport,
) => readonly MailDraft[];

export interface ReportsDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly privateStreams: PrivateStreams;
  readonly reports: Pick<ReportTable, "byId">;
  readonly people: Pick<ProgramPeople, "staff">;
  readonly connections: ClosingDependencies["connections"];
  readonly members: StreamSnapshots;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

export function createReports(deps: ReportsDependencies): Reports {
  const { log, keys, privateStreams, reports, people, members, catchUp, claimKey, now, newId } =
    deps;

  async function attempt(
    memberId: string,
    decision: HandleReport,
    cause: Cause,
    mail: MailAbout,
  ): Promise<void> {
    await catchUp();
    const [own, report] = await Promise.all([
      presentOne(await members.snapshotOf(memberId)),
      reports.byId(decision.reportId),
    ]);
    if (own === undefined) throw new Refusal("member/not-found", "Account not found");
    const about = report?.reportedId == null
      ? undefined
      : presentOne(await members.snapshotOf(report.reportedId));
    const reported = about?.record;
    const staffIds = (await people.staff()).map((each) => each.memberId);
    const events = decideReport({ member: own.record, report, reported, staffIds }, decision);
    if (events.length === 0) return;
    const closing = decision.action === "close" && reported !== undefined
      ? await planClosing(reported, "staff", deps)
      : undefined;
    const drafts = reported === undefined
      ? []
      : mail({ reported, events: closing?.events ?? [] }, decision);
    const keysOf = await keys.load([memberId, ...reported ? [reported.memberId] : []]);
    const recipient = reported?.memberId ?? "";
    const key = keysOf.get(recipient);
    await log.append([
      {
        memberId,
        head: own.head,
        cause,
        events: events.map((event) =>
          sealEvent(event, { memberId, eventId: newId(), key: keysOf.get(memberId) })
        ),
        claim: [reportClaim(claimKey, decision.reportId)],
        mail: key === undefined ? [] : drafts.map((draft) => ({
          ...sealMail(draft, { memberId: recipient, messageId: newId(), key }),
          to: recipient,
        })),
      },
      ...about === undefined || closing === undefined ? [] : commitsOf(
        closing.events.map((event) => ({ event, eventId: newId() })),
        { memberId: recipient, key, ends: about },
        {
          privateStreams,
          cause,
          atMs: now().getTime(),
          newId,
          unchanged: unchangedBut(memberId, closing.unchanged),
        },
      ),
    ]);
    await catchUp();
  }

  return {
    async handle(memberId, decision, cause, mail) {
      const wasFirst = (error: unknown) =>
        error instanceof VersionConflict || error instanceof ClaimTaken;
      await untilRecorded(() => attempt(memberId, decision, cause, mail), wasFirst)
        .catch((error) => {
          throw error instanceof ClaimTaken ? alreadyHandled() : error;
        });
    },
    async texts(of) {
      const there = of.filter(({ reportedId }) => reportedId !== null);
      const recorded = await log.readAt(there.map(({ position }) => position));
      const byPosition = new Map(recorded.map((event) => [event.position, event]));
      const keysOf = await keys.load([...new Set(there.map(({ reporterId }) => reporterId))]);
      return new Map(there.flatMap(({ reportId, reporterId, position }) => {
        const found = byPosition.get(position);
        const event = found && openEvent(found, keysOf.get(reporterId));
        if (event?.type !== "MessageReported" || event.personal === null) return [];
        return [[reportId, event.personal.quoted] as const];
      }));
    },
  };
}

/** The stream of the one who decides gets events of its own: its commit says where it has to end. */
function unchangedBut(memberId: string, streams: Commit["unchanged"] = []) {
  return streams.filter((stream) => stream.memberId !== memberId);
}

function presentOne(snapshot: StreamSnapshot | undefined) {
  if (snapshot?.member.status !== "present") return undefined;
  return { ...snapshot, record: snapshot.member.record };
}
