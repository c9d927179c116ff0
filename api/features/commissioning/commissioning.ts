import {
  asksFrom,
  classDateOf,
  classOf,
  commissionOf,
  hasLastingAddress,
  hasPutOff,
  isAskedNow,
  undoCommissionUntil,
} from "../../../events/commissioning/commissioning.ts";
import type {
  CommissioningCommand,
  CommissionInput,
} from "../../../events/commissioning/decide-commissioning.ts";
import type { OfferedValue } from "../../../events/invitations/offer.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { components, roleTraits } from "../../../events/vocabulary.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { Problem } from "../../contract/problem.ts";
import type { CommissioningLinks } from "./links.ts";

interface CommissioningParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly links: CommissioningLinks;
  readonly limits: Pick<RateLimits, "change">;
  readonly settings: Pick<EffectiveSettings, "current" | "admission">;
  readonly now: () => Date;
}

/** The commissioning part of a member's own page. Days are as `2027-05-15`; times are ISO 8601. */
export type CommissioningView =
  /** Nothing to confirm: the member has another role, or their class has no date. */
  | { readonly is: "nothing"; readonly isCadet: boolean; readonly hasClass: boolean }
  | { readonly is: "early"; readonly date: string; readonly from: string }
  | {
    readonly is: "asked";
    readonly date: string;
    /** Values to confirm; empty where neither profile nor list has one. */
    readonly filledIn: CommissionInput;
    readonly hasPutOff: boolean;
  }
  | {
    readonly is: "confirmed";
    readonly fields: CommissionInput;
    readonly undoUntil: string | null;
    /** `false` once staff or they changed their role again. */
    readonly isAlumni: boolean;
    readonly hasProfile: boolean;
    readonly needsAddress: boolean;
  };

/** Commands that members give about their own commission. */
export type OwnCommissioningCommand = Exclude<
  CommissioningCommand,
  { readonly type: "RemindOfCommission" }
>;

/** The member's commission that a mailed link opens without signing in. */
export interface CommissioningLink {
  readonly member: MemberRecord;
  /** Sent with the forms of the link's page; no other page knows it. */
  readonly formToken: string;
}

/** A member's own commission. */
export class Commissioning {
  constructor(private readonly deps: CommissioningParts) {}

  view(member: MemberRecord): CommissioningView {
    const { settings, now } = this.deps;
    const commission = commissionOf(member);
    if (commission !== undefined) {
      const { dutyStatus: component, ...fields } = commission.fields;
      return {
        is: "confirmed",
        fields: { ...fields, component },
        undoUntil: undoCommissionUntil(member, now())?.toISOString() ?? null,
        isAlumni: member.role === "alumni",
        hasProfile: member.profile !== null,
        needsAddress: this.needsAddress(member),
      };
    }
    const date = classDateOf(member, settings.current().commissioningDates);
    if (date === undefined) {
      const isCadet = member.role === "cadet";
      return { is: "nothing", isCadet, hasClass: classOf(member) !== null };
    }
    const from = asksFrom(date);
    if (now() < from) return { is: "early", date: date.date, from: from.toISOString() };
    const filledIn = filledInFor(member);
    return { is: "asked", date: date.date, filledIn, hasPutOff: hasPutOff(member) };
  }

  /** The date of a cadet's class, if Home asks them to confirm. */
  askedDate(member: MemberRecord): string | undefined {
    const { settings, now } = this.deps;
    const dates = settings.current().commissioningDates;
    return isAskedNow(member, dates, now()) ? classDateOf(member, dates)?.date : undefined;
  }

  /** Whether all their addresses may expire, and they didn't ask for another one. */
  needsAddress(member: MemberRecord): boolean {
    const { domains } = this.deps.settings.admission();
    return member.addresses.asked === null && !hasLastingAddress(member, domains);
  }

  /** @throws {Problem} 409 if their class isn't asked yet. */
  async execute(
    memberId: string,
    command: OwnCommissioningCommand,
    origin: Origin,
  ): Promise<MemberRecord | undefined> {
    const { members, tables, limits } = this.deps;
    const member = await tables.members.byId(memberId);
    if (member !== undefined && command.type === "ConfirmCommission") {
      const { is } = this.view(member);
      if (is === "early" || is === "nothing" && member.role === "cadet") {
        throw new Problem(409, "Your class can't confirm yet. Staff may have changed the date.");
      }
    }
    await limits.change(memberId);
    return await members.execute(memberId, command, causeOf(memberId, origin));
  }

  /** The member of a mailed link; `undefined` once it doesn't work anymore. */
  async open(token: string): Promise<CommissioningLink | undefined> {
    const { links, tables } = this.deps;
    const link = links.open(token);
    const member = link && await tables.members.byId(link.memberId);
    if (link === undefined || member === undefined || !isAdmitted(member)) return undefined;
    if (!await links.isValid(link, member)) return undefined;
    return { member, formToken: links.formTokenFor(token) };
  }
}

const newOfficer = "2LT";

function filledInFor({ profile, offer }: MemberRecord): CommissionInput {
  const known = (name: "classYear" | "rank" | "armyBranch" | "dutyStatus") => {
    const value: OfferedValue | null = profile?.[name] ?? offer?.fields[name] ?? null;
    return typeof value === "string" ? value : "";
  };
  const isOneOf = (choices: readonly string[], text: string, other: string) =>
    choices.includes(text) ? text : other;
  return {
    classYear: known("classYear"),
    rank: isOneOf(roleTraits.alumni.ranks, known("rank"), newOfficer),
    armyBranch: known("armyBranch"),
    component: isOneOf(components, known("dutyStatus"), ""),
  };
}
