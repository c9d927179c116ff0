import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import type { ReportTable } from "../../../events/read/reports.ts";
import type { GuessedCodes } from "../../auth/guessed-codes.ts";
import type { InvitationStates } from "../invitations/states.ts";
import type { Roster } from "./roster.ts";
import { shownWaiting } from "./shown-people.ts";
import type { Surges } from "./surges.ts";

interface CountsParts {
  readonly tables: {
    readonly people: Pick<ProgramPeople, "listed" | "waiting">;
    readonly questions: Pick<QuestionTable, "countForStaff">;
    readonly reports: Pick<ReportTable, "countNotAbout" | "notAbout">;
  };
  readonly roster: Pick<Roster, "invited">;
  readonly states: Pick<InvitationStates, "all">;
  readonly surges: Pick<Surges, "latest">;
  readonly guessedCodes: Pick<GuessedCodes, "surge">;
}

/** Counts of things waiting for staff. */
export function createCounts({ tables, roster, states, surges, guessedCodes }: CountsParts) {
  const { people, questions: questionTable, reports: reportTable } = tables;
  return async (memberId: string) => {
    const [questions, waiting, [newestPerson], { open }, surge, guessed, invited, stateOf] =
      await Promise.all(
        [
          questionTable.countForStaff(memberId),
          people.waiting(),
          people.listed("approval", 1),
          reportTable.countNotAbout(memberId),
          surges.latest(),
          guessedCodes.surge(),
          roster.invited(),
          states.all(),
        ],
      );
    const unanswered = invited.filter(({ invitation }) => !invitation.isAnswered);
    const sent = unanswered.filter(({ memberId }) => {
      const { sentAt, isOpened = false } = stateOf.get(memberId) ?? {};
      return sentAt !== undefined || isOpened;
    }).length;
    const newest = open === 0
      ? []
      : await reportTable.notAbout(memberId, { state: "open", offset: open - 1, limit: 1 });
    return {
      questions,
      people: waiting,
      newestPerson: (newestPerson && shownWaiting(newestPerson)[0]) ?? null,
      reports: open,
      newestReportAt: newest[0]?.at ?? null,
      invitations: { sent, unsent: unanswered.length - sent },
      guessedCodes: guessed ?? 0,
      surge: surge && { ...surge, accounts: surge.accounts.length },
    };
  };
}
