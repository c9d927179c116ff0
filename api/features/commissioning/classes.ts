import {
  asksFrom,
  commissionOf,
  hasLastingAddress,
  hasPutOff,
} from "../../../events/commissioning/commissioning.ts";
import { canBeReminded } from "../../../events/commissioning/decide-commissioning.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { Refusal } from "../../../events/errors.ts";
import { hasDied } from "../../../events/program/admission.ts";
import type { CommissioningDate } from "../../../events/program/settings.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { ClassRoster } from "./class-roster.ts";
import { reminderKind } from "./mail-templates.ts";

interface ClassesParts {
  readonly staff: Pick<Staff, "require" | "count">;
  readonly members: Pick<MemberCommands, "execute">;
  readonly roster: Pick<ClassRoster, "listedIn">;
  readonly settings: Pick<EffectiveSettings, "current" | "admission">;
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly now: () => Date;
}

/** How a cadet has answered. Staff see no more of an answer than this. */
export type ClassState = "not yet" | "not this year" | "confirmed";

export interface ClassPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly state: ClassState;
  readonly hasLastingAddress: boolean;
}

export interface ClassList extends CommissioningDate {
  /** Cadets without an answer first, then by name. */
  readonly people: readonly ClassPerson[];
  readonly confirmed: number;
  readonly lasting: number;
  /** How many cadets a reminder would go to now. */
  readonly remindable: number;
}

const order: readonly ClassState[] = ["not yet", "not this year", "confirmed"];

/** Staff's view of commissioning classes, and their reminders. 404 for other members. */
export class Classes {
  constructor(private readonly deps: ClassesParts) {}

  /** Classes with a date, the latest first. */
  async lists(memberId: string): Promise<readonly ClassList[]> {
    const { staff, settings } = this.deps;
    await staff.require(memberId);
    return await Promise.all(settings.current().commissioningDates.map((one) => this.#list(one)));
  }

  /** Reminds everyone of a class who can be reminded now. @returns How many. */
  async remind(memberId: string, classYear: string, origin: Origin): Promise<number> {
    const { staff, members, settings, outgoing } = this.deps;
    await staff.require(memberId);
    await staff.count(memberId);
    const of = settings.current().commissioningDates.find((one) => one.classYear === classYear);
    const people = of === undefined ? [] : await this.#remindable(of);
    const reminded = new Set<string>();
    for (const { memberId: cadetId } of people) {
      const mail = () => {
        reminded.add(cadetId);
        return [{ kind: reminderKind, content: {} }];
      };
      try {
        const command = { type: "RemindOfCommission" } as const;
        await members.execute(cadetId, command, causeOf(memberId, origin), mail);
      } catch (error) {
        // They may have been erased since the list was read.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    if (reminded.size > 0) outgoing.wake();
    return reminded.size;
  }

  /** Selects no one before the class is asked. */
  async #remindable(of: CommissioningDate): Promise<readonly MemberRecord[]> {
    const { roster, now } = this.deps;
    if (now() < asksFrom(of)) return [];
    return (await roster.listedIn(of.classYear)).filter((member) => canBeReminded(member, now()));
  }

  async #list(of: CommissioningDate): Promise<ClassList> {
    const { roster, settings } = this.deps;
    const { domains } = settings.admission();
    const members = (await roster.listedIn(of.classYear)).filter((member) => !hasDied(member));
    const people = members.map((member): ClassPerson => {
      const { memberId: id, firstName, lastName } = member;
      return {
        ...{ id, firstName, lastName },
        state: stateOf(member),
        hasLastingAddress: hasLastingAddress(member, domains),
      };
    });
    const nameOf = ({ lastName, firstName }: ClassPerson) => `${lastName} ${firstName}`;
    return {
      ...of,
      people: people.toSorted((one, other) =>
        order.indexOf(one.state) - order.indexOf(other.state) ||
        nameOf(one).localeCompare(nameOf(other))
      ),
      confirmed: people.filter(({ state }) => state === "confirmed").length,
      lasting: people.filter((person) => person.hasLastingAddress).length,
      remindable: (await this.#remindable(of)).length,
    };
  }
}

function stateOf(member: MemberRecord): ClassState {
  if (commissionOf(member) !== undefined) return "confirmed";
  return hasPutOff(member) ? "not this year" : "not yet";
}
