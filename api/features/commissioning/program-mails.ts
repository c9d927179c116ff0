/**
 * Scheduled mails about a class's date: two weeks before it, three days after it, and about an
 * expiring address.
 */
import {
  commissionOf,
  hasLastingAddress,
  isAskedNow,
  momentOf,
} from "../../../events/commissioning/commissioning.ts";
import type { ProgramMailKind } from "../../../events/members/program-mail-events.ts";
import { lateMs, sentWithin } from "../../../events/members/program-mails.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { dayMs } from "../../../events/day.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { ProgramMail } from "../program-mails/program-mail-kind.ts";
import type { ClassRoster } from "./class-roster.ts";
import { lastingAddressLetter } from "./mail-templates.ts";
import type { CommissioningLinks } from "./links.ts";
import { writeConfirm } from "./mail.ts";

interface CommissioningMailsParts {
  readonly roster: Pick<ClassRoster, "ofClass">;
  readonly settings: Pick<EffectiveSettings, "current" | "admission">;
  readonly links: Pick<CommissioningLinks, "issue">;
  readonly now: () => Date;
}

/** Minimum days between two mails with the same question. */
const apartDays = 7;

export function createCommissioningMails(deps: CommissioningMailsParts): readonly ProgramMail[] {
  const { roster, settings, now } = deps;

  /** Selects every mail that isn't too late, since staff may set a date after its mail fell due. */
  const dueAs = (kind: Parameters<typeof momentOf>[0]) => async ({ untilMs }: Range) => {
    const moments: { memberId: string; momentMs: number }[] = [];
    for (const date of settings.current().commissioningDates) {
      const momentMs = momentOf(kind, date);
      if (momentMs > untilMs || untilMs - momentMs >= lateMs(kind)) continue;
      const members = await roster.ofClass(date.classYear);
      moments.push(...members.map(({ memberId }) => ({ memberId, momentMs })));
    }
    return moments;
  };

  const isAsked = (member: MemberRecord) =>
    isAskedNow(member, settings.current().commissioningDates, now());

  const ask = async (member: MemberRecord, { createdAtMs }: { readonly createdAtMs: number }) => {
    const letter = await writeConfirm(deps, member, { createdAtMs, isByStaff: false });
    return letter && { letter };
  };

  function wasAskedLately({ programMails, commissioning }: MemberRecord): boolean {
    const asked = programMails.sent.filter(({ kind }) => kind === firstAsk);
    const byStaff = commissioning?.remindedAt;
    const all = [...asked, ...byStaff == null ? [] : [{ at: byStaff }]];
    return sentWithin(all, apartDays * dayMs, now().getTime()).length > 0;
  }

  return [
    {
      kind: firstAsk,
      due: dueAs(firstAsk),
      isWanted: async (member) => isAsked(member),
      write: ask,
    },
    {
      kind: "commissioning-again",
      due: dueAs("commissioning-again"),
      isWanted: async (member) => isAsked(member) && !wasAskedLately(member),
      write: ask,
    },
    {
      kind: "lasting-address",
      due: dueAs("lasting-address"),
      isWanted: async (member) =>
        commissionOf(member) !== undefined && member.addresses.asked === null &&
        !hasLastingAddress(member, settings.admission().domains),
      write: async () => ({ letter: lastingAddressLetter }),
    },
  ];
}

const firstAsk = "commissioning" satisfies ProgramMailKind;

interface Range {
  readonly untilMs: number;
}
