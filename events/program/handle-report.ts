import { openTexts } from "../connections/texts.ts";
import type { Handler } from "../handler.ts";
import type { Cause, EventLog } from "../store/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { recordIn } from "../members/evolve.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { ProgramPeople } from "../read/program-people.ts";
import type { ReportRecord, ReportTable } from "../read/reports.ts";
import type { MemberKeys } from "../store/keys.ts";
import { withdrawRequests } from "./closing.ts";
import { decideProgram } from "./decide-admission.ts";
import { decideReport, type HandleReport } from "./decide-report.ts";
import { reportClaim } from "../members/claims.ts";

export type MailAbout = (
  change: { readonly reported: MemberRecord; readonly events: readonly MemberEvent[] },
  decision: HandleReport,
) => readonly MailDraft[];

export interface ReportsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "readAt">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly reports: Pick<ReportTable, "byId">;
  readonly people: Pick<ProgramPeople, "staff">;
  readonly connections: Pick<ConnectionTable, "askedBy">;
  readonly claimKey: Uint8Array;
}

export class Reports {
  constructor(private readonly deps: ReportsDependencies) {}

  /** Stores a decision with its consequences and its mail in one commit. */
  async handle(
    memberId: string,
    decision: HandleReport,
    cause: Cause,
    mail: MailAbout,
  ): Promise<void> {
    const { handler, reports, people, connections, claimKey } = this.deps;
    await handler.handle({ cause }, async (transaction) => {
      const member = await transaction.present(memberId);
      const report = await reports.byId(decision.reportId);
      const reportedId = report?.reportedId ?? undefined;
      const reported = reportedId && recordIn(await transaction.member(reportedId)) || undefined;
      const staffIds = (await people.staff()).map((each) => each.memberId);
      const events = decideReport({ member, report, reported, staffIds }, decision);
      if (events.length === 0) return;
      transaction.append(memberId, events);
      transaction.claim(memberId, { claim: [reportClaim(claimKey, decision.reportId)] });
      if (reported === undefined) return;
      const to = reported.memberId;
      const isClosing = decision.action === "close";
      const closed = isClosing ? decideProgram(reported, { type: "CloseAsking" }) : [];
      transaction.append(to, closed);
      if (isClosing) await withdrawRequests(transaction, to, connections);
      const drafts = mail({ reported, events: closed }, decision);
      transaction.mail(memberId, drafts.map((draft) => ({ ...draft, to })));
    });
  }

  /** The opened texts of reports, by id; deleted ones are left out. */
  async texts(of: readonly ReportRecord[]): Promise<ReadonlyMap<string, string>> {
    const there = of.flatMap(({ reportId, reportedId, reporterId: authorId, position }) =>
      reportedId === null || authorId === null ? [] : [{ reportId, authorId, position }]
    );
    const textAt = await openTexts(this.deps, there);
    return new Map(there.flatMap((report) => {
      const text = textAt(report);
      return text === undefined ? [] : [[report.reportId, text] as const];
    }));
  }
}
